package dev.waggle.server.api.a2a;

import java.util.Locale;
import java.util.function.Consumer;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;

/**
 * Further messages of clients to tasks that wait for them: answers for people, and answers to escalations. Each refusal
 * is an {@link A2aException}. May be used by many threads.
 */
final class TaskReplies {

    private final TaskStore store;
    private final TaskStates states;
    private final SeatReply seats;
    private final EscalationReply escalations;
    private final PushConfigs push;
    private final Consumer<String> onEnd;
    private final World world;

    /**
     * Parts of the replies.
     *
     * @param onEnd receives the id of a task that an answer ended
     */
    record Parts(TaskStore store, TaskStates states, SeatReply seats, EscalationReply escalations, PushConfigs push,
            Consumer<String> onEnd) {}

    TaskReplies(Parts parts, World world) {
        this.store = parts.store();
        this.states = parts.states();
        this.seats = parts.seats();
        this.escalations = parts.escalations();
        this.push = parts.push();
        this.onEnd = parts.onEnd();
        this.world = world;
    }

    /** Accepts a message to a task of the caller. The same message again changes nothing. */
    void accept(TaskRecord task, A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version) {
        A2aMessage message = send.message();
        String context = message.links().contextId();
        if (context != null && !context.equals(task.origin().contextId())) {
            throw OrderReader.invalid("contextId must be that of the task, " + task.origin().contextId());
        }
        if (task.has(message)) {
            finish(task, message, caller);
            return;
        }
        requireWaiting(task);
        requireRight(caller);
        if (states.isEscalated(task)) {
            decide(task, send, caller, version);
        } else {
            answerSeat(task, send, caller, version);
        }
    }

    private void requireWaiting(TaskRecord task) {
        EscalationAnswer known = task.answer();
        if (known != null) {
            throw taken(known);
        }
        A2aTaskState state = states.state(task);
        if (state != A2aTaskState.INPUT_REQUIRED) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the task takes no message, it is "
                    + state.name().toLowerCase(Locale.ROOT)
                    + (state.isTerminal() ? "\nMaybe send a message without taskId." : ""));
        }
    }

    private static A2aException taken(EscalationAnswer known) {
        return new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the task has its answer already, from "
                + known.by() + " at " + known.at() + "\nMaybe send a message without taskId.");
    }

    private static void requireRight(CallerIdentity caller) {
        if (!caller.has(AccessScope.SEAT)) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the token " + caller.name()
                    + " lacks the right seat, so it cannot answer for a person\nMaybe the person answers at /v1/seats,"
                    + " or a token with that right does.");
        }
    }

    private void decide(TaskRecord task, A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version) {
        if (caller.agent() != null) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the token " + caller.name()
                    + " speaks for the seat " + caller.agent() + " only, so it cannot answer an escalation");
        }
        EscalationReply.Statement statement = escalations.read(task, send.message());
        setTarget(task, send, version);
        EscalationAnswer answer = new EscalationAnswer(caller.name(), world.now(), statement.choice(),
                statement.comment());
        if (!store.storeIf(TaskRecord::isOpen, new TaskChange.Answered(task.id(), send.message(), answer))) {
            requireWaiting(store.find(task.id()).orElse(task));
            throw new A2aException(A2aErrorCode.TASK_NOT_FOUND, "the task was forgotten meanwhile");
        }
        onEnd.accept(task.id());
    }

    private void answerSeat(TaskRecord task, A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version) {
        SeatReply.Answer answer = seats.read(task, states.openSeats(task.id()), send.message(), caller);
        setTarget(task, send, version);
        if (store.storeIf(known -> !known.has(send.message()),
                new TaskChange.Messaged(task.id(), send.message(), answer.turn()))) {
            seats.store(answer, caller);
        } else {
            finish(store.find(task.id()).orElse(task), send.message(), caller);
        }
    }

    /** Finishes the answer of a message that the task has; an order or an escalation has none to finish. */
    private void finish(TaskRecord task, A2aMessage message, CallerIdentity caller) {
        SeatTurn turn = task.turnOf(message);
        if (turn != null) {
            requireRight(caller);
            seats.finish(turn, message, caller);
        }
    }

    private void setTarget(TaskRecord task, A2aRequest.SendMessage send, A2aVersion version) {
        if (send.options().pushTarget() != null) {
            var _ = push.set(task, send.options().pushTarget(), version);
        }
    }
}
