package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.seat.SeatTurn;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a task that no log of a run has.
 *
 * @param origin facts of its beginning
 * @param messages messages of its client, oldest first
 * @param targets receivers of updates by their ids
 * @param changes changes of its state
 * @param turns turns of people that messages answer, by the ids of the messages
 */
record TaskRecord(Origin origin, List<A2aMessage> messages, Map<String, Target> targets, StateChanges changes,
        Map<String, SeatTurn> turns) {

    /**
     * Facts of the beginning of a task.
     *
     * @param id id of the task and of its run
     * @param caller name of the token that began it
     * @param tenant tenant of that token
     */
    record Origin(String id, String contextId, String caller, @Nullable String tenant, Instant at,
            EventVerbosity verbosity) {}

    /** Receiver of updates in the form of a version. */
    record Target(A2aVersion version, A2aPushTarget address) {}

    /**
     * Changes of the state of a task that no log of a run has.
     *
     * @param rejection reason of a refusal after acceptance; absent for none
     * @param canceledAt time of a cancellation while the run waited; absent for none
     * @param answer answer to the escalation that ended the run; absent for none
     * @param lastAt time of the last change that was noted; absent for none
     */
    record StateChanges(@Nullable String rejection, @Nullable Instant canceledAt, @Nullable EscalationAnswer answer,
            @Nullable Instant lastAt) {

        static final StateChanges NONE = new StateChanges(null, null, null, null);
    }

    TaskRecord {
        messages = List.copyOf(messages);
        targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
        turns = Map.copyOf(turns);
    }

    static TaskRecord of(Origin origin, A2aMessage first) {
        return new TaskRecord(origin, List.of(first), Map.of(), StateChanges.NONE, Map.of());
    }

    String id() {
        return origin.id();
    }

    @Nullable String rejection() {
        return changes.rejection();
    }

    @Nullable Instant canceledAt() {
        return changes.canceledAt();
    }

    @Nullable EscalationAnswer answer() {
        return changes.answer();
    }

    /** True if the task is of that caller; nobody else may learn that it exists. */
    boolean isOf(CallerIdentity caller) {
        return origin.caller().equals(caller.name()) && Objects.equals(origin.tenant(), caller.tenant());
    }

    /** True if an escalation may be answered or cancelled: neither has happened. */
    boolean isOpen() {
        return changes.canceledAt() == null && changes.answer() == null;
    }

    /** Turn of a person that a message answers. */
    @Nullable SeatTurn turnOf(A2aMessage message) {
        return turns.get(message.messageId());
    }

    /**
     * True if it has that message already. A rejected task has its beginning only, so its id is enough.
     *
     * @throws dev.waggle.connect.a2a.protocol.A2aException when it has another one of the same id
     */
    boolean has(A2aMessage message) {
        Optional<A2aMessage> known = messages.stream()
                .filter(other -> other.messageId().equals(message.messageId())).findFirst();
        if (known.isPresent() && changes.rejection() == null && !known.get().parts().equals(message.parts())) {
            throw OrderReader.invalid("the messageId was used for another message, of the task " + id()
                    + "\nMaybe use a new id.");
        }
        return known.isPresent();
    }

    TaskRecord with(A2aMessage message) {
        List<A2aMessage> more = new ArrayList<>(messages);
        more.add(message);
        return new TaskRecord(origin, more, targets, changes, turns);
    }

    TaskRecord with(A2aMessage message, @Nullable SeatTurn turn) {
        TaskRecord next = with(message);
        if (turn == null) {
            return next;
        }
        Map<String, SeatTurn> more = new HashMap<>(turns);
        more.put(message.messageId(), turn);
        return new TaskRecord(origin, next.messages(), targets, changes, more);
    }

    TaskRecord with(String id, Target target) {
        Map<String, Target> more = new LinkedHashMap<>(targets);
        more.put(id, target);
        return new TaskRecord(origin, messages, more, changes, turns);
    }

    TaskRecord without(String id) {
        Map<String, Target> fewer = new LinkedHashMap<>(targets);
        fewer.remove(id);
        return new TaskRecord(origin, messages, fewer, changes, turns);
    }

    /** The task with that refusal, and with the beginnings of its messages, because nothing is made of them. */
    TaskRecord rejected(String reason, Instant at) {
        return new TaskRecord(origin, messages.stream().map(TaskRecord::excerpt).toList(), targets,
                new StateChanges(reason, changes.canceledAt(), changes.answer(), at), turns);
    }

    private static A2aMessage excerpt(A2aMessage message) {
        return new A2aMessage(message.messageId(), message.role(),
                List.of(A2aPart.text(AnswerExcerpt.of(message.text(), AnswerExcerpt.MAX_REFUSAL))),
                A2aMessage.Links.NONE);
    }

    TaskRecord canceled(Instant at) {
        return with(new StateChanges(changes.rejection(), at, changes.answer(), at));
    }

    TaskRecord answered(EscalationAnswer given) {
        return with(new StateChanges(changes.rejection(), changes.canceledAt(), given, given.at()));
    }

    /** The task with another state since that time. */
    TaskRecord changed(Instant at) {
        return with(new StateChanges(changes.rejection(), changes.canceledAt(), changes.answer(), at));
    }

    private TaskRecord with(StateChanges more) {
        return new TaskRecord(origin, messages, targets, more, turns);
    }
}
