package dev.waggle.connect.a2a.protocol;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Request of a client, one case for each method of the protocol. */
public sealed interface A2aRequest {

    /** Message that begins a task or continues one; a stream answers it if {@code isStreaming}. */
    record SendMessage(A2aMessage message, A2aSendOptions options, JsonValue.Obj metadata, boolean isStreaming)
            implements A2aRequest {}

    /** Question for one task; without a length it has the history that the agent keeps. */
    record GetTask(String id, @Nullable Integer historyLength) implements A2aRequest {
        public GetTask {
            requireLength(historyLength);
        }
    }

    /** Question for tasks that match a filter; version 0.3 lacks it. */
    record ListTasks(TaskFilter filter, PageRequest page, @Nullable Integer historyLength, boolean hasArtifacts)
            implements A2aRequest {
        public ListTasks {
            requireLength(historyLength);
        }
    }

    /** Filter of tasks; an absent part lets every task pass. */
    record TaskFilter(@Nullable String contextId, @Nullable A2aTaskState state, @Nullable Instant changedSince) {
        public TaskFilter {
            changedSince = changedSince == null ? null : changedSince.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /** Size of a page and the cursor of the answer before. */
    record PageRequest(@Nullable Integer size, @Nullable String token) {

        /** First page in the default size. */
        public static final PageRequest FIRST = new PageRequest(null, null);
    }

    /** Order to cancel a task. */
    record CancelTask(String id, JsonValue.Obj metadata) implements A2aRequest {}

    /** Order to stream a task that runs. */
    record SubscribeTask(String id) implements A2aRequest {}

    /** Order to send updates of a task to a target. */
    record SetPushConfig(A2aPushConfig config) implements A2aRequest {}

    /** Question for one push target; version 0.3 may omit its id. */
    record GetPushConfig(String taskId, @Nullable String id) implements A2aRequest {}

    /** Question for all push targets of a task. */
    record ListPushConfigs(String taskId, PageRequest page) implements A2aRequest {}

    /** Order to send no more updates to a target. */
    record DeletePushConfig(String taskId, String id) implements A2aRequest {}

    /** Question for the card that an authenticated caller may see. */
    record GetExtendedCard() implements A2aRequest {}

    private static void requireLength(@Nullable Integer historyLength) {
        if (historyLength != null && historyLength < 0) {
            throw new IllegalArgumentException("historyLength must be at least 0, got " + historyLength);
        }
    }
}
