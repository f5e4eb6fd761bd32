package dev.waggle.server.run;

import java.util.List;

import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Task;
import org.jspecify.annotations.Nullable;

/** Order of a solve, as a client sends it. What is absent is as in the configuration of the server. */
public record SolveOrder(
        @ApiDoc("The question.") String question,
        @ApiDoc("Background that every agent gets.") @Nullable String context,
        @ApiDoc("Kind of the task, such as math, by which reliability is learned; general if absent.") @Nullable String taskType,
        @ApiDoc("A swarm as in swarm.yaml, as JSON.") JsonValue.@Nullable Obj config,
        @ApiDoc("Roles and rules of research, decision, code-review or debug.") @Nullable String template,
        @ApiDoc("Models as provider:model, which agents without one take in turn.") List<String> models,
        @ApiDoc("Number of agents.") @ApiRange(min = 1, max = 50) @Nullable Integer agents,
        @ApiDoc("Strategy of consensus.") @Nullable String strategy,
        @ApiDoc("Share of the weight that decides.") @ApiRange(min = 0, max = 1) @Nullable Double threshold,
        @ApiDoc("Maximum number of rounds.") @ApiRange(min = 1, max = 1000) @Nullable Integer maxRounds,
        @ApiDoc("Time limit in seconds.") @ApiRange(min = 1, max = 31_536_000) @Nullable Integer timeoutSeconds,
        @ApiDoc("Budget in tokens.") @ApiRange(min = 1, max = 1e12) @Nullable Long budgetTokens,
        @ApiDoc("Budget in USD.") @ApiRange(min = 0, max = 1e6) @Nullable Double budgetUsd) {

    /** Longest question with its background, in characters. */
    private static final int MAX_TEXT = 1_000_000;

    public SolveOrder {
        models = models == null ? List.of() : List.copyOf(models);
        if (question.isBlank()) {
            throw new IllegalArgumentException("question must not be blank");
        }
        if (question.length() + (context == null ? 0 : context.length()) > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "question and context must have at most " + MAX_TEXT + " characters together");
        }
        if (taskType != null) {
            String _ = Task.requireType(taskType);
        }
        if (config != null && template != null) {
            throw new IllegalArgumentException("config and template exclude each other\nMaybe name the template in the"
                    + " config.");
        }
    }

    /** The same with another budget; {@code null} for none. */
    public SolveOrder withBudget(@Nullable Double usd, @Nullable Long tokens) {
        return new SolveOrder(question, context, taskType, config, template, models, agents, strategy, threshold,
                maxRounds, timeoutSeconds, tokens, usd);
    }
}
