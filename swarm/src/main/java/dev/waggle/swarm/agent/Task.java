package dev.waggle.swarm.agent;

import org.jspecify.annotations.Nullable;

/**
 * A question for a swarm.
 *
 * @param text the question; not blank
 * @param context background for the agents, if there is any
 * @param signalId the id that the {@code task:new} signal keeps, or {@code null} for a new one
 */
public record Task(String text, @Nullable String context, @Nullable String signalId) {

    public Task {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the task must not be blank");
        }
    }

    public static Task of(String text) {
        return new Task(text, null, null);
    }
}
