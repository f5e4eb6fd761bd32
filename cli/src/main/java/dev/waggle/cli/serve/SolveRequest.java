package dev.waggle.cli.serve;

import java.util.List;

import dev.waggle.swarm.Task;
import org.jspecify.annotations.Nullable;

/**
 * Request of a client for a solve.
 *
 * @param question the question
 * @param context background, if there is any
 * @param agents the number of agents; {@code null} for the host's default
 * @param models the models of the agents, named as {@code provider:model}; empty for the host's default
 * @param taskType the kind of the task, by which reliability is learned
 * @param account the sender whose limits count; {@code null} where all senders share theirs
 */
record SolveRequest(String question, @Nullable String context, @Nullable Integer agents, List<String> models,
        String taskType, @Nullable String account) {

    /** Maximum number of agents of one question; more cost more and hardly improve the answer. */
    public static final int MAX_AGENTS = 50;

    public SolveRequest {
        models = List.copyOf(models);
        if (question.isBlank()) {
            throw new IllegalArgumentException("question must not be blank");
        }
        if (agents != null && (agents < 1 || agents > MAX_AGENTS)) {
            throw new IllegalArgumentException("agents must be between 1 and " + MAX_AGENTS + ", got " + agents);
        }
        String _ = Task.requireType(taskType);
    }

    /** The question as a task of that type. */
    Task task() {
        return new Task(question, context, null, null, taskType);
    }
}
