package dev.waggle.connect.a2a.protocol;

import dev.waggle.signal.json.JsonValue;

/** Event of a stream, and answer to a message. */
public sealed interface A2aEvent {

    /** Whole task, as a stream begins. */
    record Snapshot(A2aTask task) implements A2aEvent {}

    /** Answer without a task. */
    record Reply(A2aMessage message) implements A2aEvent {}

    /**
     * Change of the status.
     *
     * @param isFinal true in the last event of the stream; version 1.0 does not write it, and a reader infers it
     */
    record StatusUpdate(String taskId, String contextId, A2aTaskStatus status, boolean isFinal,
            JsonValue.Obj metadata) implements A2aEvent {}

    /**
     * New artifact, or more of one.
     *
     * @param isAppend true if the parts continue an artifact with that id
     * @param isLastChunk true if no more parts of the artifact follow
     */
    record ArtifactUpdate(String taskId, String contextId, A2aArtifact artifact, boolean isAppend,
            boolean isLastChunk, JsonValue.Obj metadata) implements A2aEvent {}
}
