package dev.waggle.swarm;

import org.jspecify.annotations.Nullable;

/**
 * A question for a swarm.
 *
 * @param text the question; not blank
 * @param context background for the agents, if there is any
 * @param title a headline for people, if there is one
 * @param signalId the id of the {@code task:new} signal, or {@code null} for a new one
 */
public record Task(String text, @Nullable String context, @Nullable String title, @Nullable String signalId) {

    public Task {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the task must not be blank");
        }
    }

    public static Task of(String text) {
        return new Task(text, null, null, null);
    }

    public Task withContext(@Nullable String newContext) {
        return new Task(text, newContext, title, signalId);
    }

    public Task withTitle(@Nullable String newTitle) {
        return new Task(text, context, newTitle, signalId);
    }
}
