package dev.waggle.cli.serve;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a client wants to have solved.
 *
 * @param question what to answer
 * @param context background, if there is any
 * @param agents how many agents; {@code null} leaves it to the host
 * @param models the models that they think with, named as {@code provider:model}; empty leaves it to the host
 */
public record SolveRequest(String question, @Nullable String context, @Nullable Integer agents, List<String> models) {

    /** Most agents of one question: more cost more and hardly say more. */
    public static final int MAX_AGENTS = 50;

    public SolveRequest {
        models = List.copyOf(models);
        if (question.isBlank()) {
            throw new IllegalArgumentException("question must not be blank");
        }
        if (agents != null && (agents < 1 || agents > MAX_AGENTS)) {
            throw new IllegalArgumentException("agents must be between 1 and " + MAX_AGENTS + ", got " + agents);
        }
    }
}
