package dev.waggle.connect.a2a.protocol;

import java.util.List;

import dev.waggle.signal.json.JsonValue;

/**
 * Task: the unit of work of an agent.
 *
 * @param contextId id of the conversation
 * @param artifacts results so far
 * @param history messages, oldest first
 * @param metadata fields of extensions
 */
public record A2aTask(String id, String contextId, A2aTaskStatus status, List<A2aArtifact> artifacts,
        List<A2aMessage> history, JsonValue.Obj metadata) {

    public A2aTask {
        artifacts = List.copyOf(artifacts);
        history = List.copyOf(history);
    }
}
