package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.server.access.CallerIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a task that no log of a run has.
 *
 * @param origin facts of its beginning
 * @param messages messages of its client, oldest first
 * @param targets receivers of updates by their ids
 * @param rejection reason of a refusal after acceptance; absent for none
 * @param canceledAt time of a cancellation while the run waited; absent for none
 */
record TaskRecord(Origin origin, List<A2aMessage> messages, Map<String, Target> targets, @Nullable String rejection,
        @Nullable Instant canceledAt) {

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

    TaskRecord {
        messages = List.copyOf(messages);
        targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
    }

    static TaskRecord of(Origin origin, A2aMessage first) {
        return new TaskRecord(origin, List.of(first), Map.of(), null, null);
    }

    String id() {
        return origin.id();
    }

    /** True if the task is of that caller; nobody else may learn that it exists. */
    boolean isOf(CallerIdentity caller) {
        return origin.caller().equals(caller.name()) && Objects.equals(origin.tenant(), caller.tenant());
    }

    boolean has(String messageId) {
        return messages.stream().anyMatch(message -> message.messageId().equals(messageId));
    }

    TaskRecord with(A2aMessage message) {
        List<A2aMessage> more = new ArrayList<>(messages);
        more.add(message);
        return new TaskRecord(origin, more, targets, rejection, canceledAt);
    }

    TaskRecord with(String id, Target target) {
        Map<String, Target> more = new LinkedHashMap<>(targets);
        more.put(id, target);
        return new TaskRecord(origin, messages, more, rejection, canceledAt);
    }

    TaskRecord without(String id) {
        Map<String, Target> fewer = new LinkedHashMap<>(targets);
        fewer.remove(id);
        return new TaskRecord(origin, messages, fewer, rejection, canceledAt);
    }

    TaskRecord rejected(String reason) {
        return new TaskRecord(origin, messages, targets, reason, canceledAt);
    }

    TaskRecord canceled(Instant at) {
        return new TaskRecord(origin, messages, targets, rejection, at);
    }
}
