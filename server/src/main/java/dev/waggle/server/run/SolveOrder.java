package dev.waggle.server.run;

import java.util.List;

import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
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
        @ApiDoc("Number of agents with models; 0 for people alone.") @ApiRange(min = 0,
                max = 50) @Nullable Integer agents,
        @ApiDoc("People who answer later.") List<OrderSeat> seats,
        @ApiDoc("Ids of agents without whose agreement nothing is decided.") List<String> requireApproval,
        @ApiDoc("Ids of agents whose disagreement with a proposal blocks it.") List<String> veto,
        @ApiDoc("Strategy of consensus.") @Nullable String strategy,
        @ApiDoc("Share of the weight that decides.") @ApiRange(min = 0, max = 1) @Nullable Double threshold,
        @ApiDoc("Maximum number of rounds.") @ApiRange(min = 1, max = 1000) @Nullable Integer maxRounds,
        @ApiDoc("Time limit in seconds.") @ApiRange(min = 1, max = 31_536_000) @Nullable Integer timeoutSeconds,
        @ApiDoc("Budget in tokens.") @ApiRange(min = 1, max = 1e12) @Nullable Long budgetTokens,
        @ApiDoc("Budget in USD.") @ApiRange(min = 0, max = 1e6) @Nullable Double budgetUsd) {

    /** Longest question with its background, in characters. */
    private static final int MAX_TEXT = 1_000_000;

    /** Maximum number of people in an order. */
    private static final int MAX_SEATS = 50;

    /** Person who answers later. */
    public record OrderSeat(@ApiDoc("Its id.") String id, @ApiDoc("Its name.") @Nullable String name,
            @ApiDoc("Its role.") @Nullable String role,
            @ApiDoc("Time for each answer, such as 3d, 12h or 30m; 7d if absent.") @Nullable String deadline) {

        public OrderSeat {
            String parts = id + part(name) + part(role) + part(deadline);
            if (parts.contains("|")) {
                throw new IllegalArgumentException("a seat must not hold a bar, got " + QuotedValue.of(parts)
                        + "\nMaybe use a comma.");
            }
        }

        /** The person as the command line writes it: id, name, role and deadline between bars. */
        public String text() {
            return String.join("|", id, part(name), part(role), part(deadline));
        }

        private static String part(@Nullable String text) {
            return text == null ? "" : text;
        }
    }

    public SolveOrder {
        models = models == null ? List.of() : List.copyOf(models);
        seats = seats == null ? List.of() : List.copyOf(seats);
        requireApproval = requireApproval == null ? List.of() : List.copyOf(requireApproval);
        veto = veto == null ? List.of() : List.copyOf(veto);
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
        if (seats.size() > MAX_SEATS) {
            throw new IllegalArgumentException("seats must have at most " + MAX_SEATS + " people, got "
                    + seats.size());
        }
        if (agents != null && agents == 0
                && (seats.isEmpty() || !models.isEmpty() || config != null)) {
            throw new IllegalArgumentException("agents 0 is for people alone\nMaybe add seats, and omit models and"
                    + " config.");
        }
        if (config != null && template != null) {
            throw new IllegalArgumentException("config and template exclude each other\nMaybe name the template in the"
                    + " config.");
        }
    }

    /** A question for agents with these models; all else is as in the configuration of the server. */
    public static SolveOrder of(String question, @Nullable String context, @Nullable String taskType,
            List<String> models, @Nullable Integer agents) {
        return new SolveOrder(question, context, taskType, null, null, models, agents, List.of(), List.of(), List.of(),
                null, null, null, null, null, null);
    }

    /** The same with these people. */
    public SolveOrder withSeats(List<OrderSeat> people) {
        return new SolveOrder(question, context, taskType, config, template, models, agents, people, requireApproval,
                veto, strategy, threshold, maxRounds, timeoutSeconds, budgetTokens, budgetUsd);
    }

    /** The same, but nothing is decided without the agreement of these agents. */
    public SolveOrder withRequiredApproval(List<String> agentIds) {
        return new SolveOrder(question, context, taskType, config, template, models, agents, seats, agentIds, veto,
                strategy, threshold, maxRounds, timeoutSeconds, budgetTokens, budgetUsd);
    }

    /** The same with another budget; {@code null} for none. */
    public SolveOrder withBudget(@Nullable Double usd, @Nullable Long tokens) {
        return new SolveOrder(question, context, taskType, config, template, models, agents, seats,
                requireApproval, veto, strategy, threshold, maxRounds, timeoutSeconds, tokens, usd);
    }
}
