package dev.waggle.cli.explain;

import java.util.Locale;
import java.util.Optional;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.explain.LearnedVotes;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.VoteContributions;

/** Learned weights of the voters, and what they add for the leading proposal. */
final class LearnedView {

    private static final int NAME = 17;

    private LearnedView() {}

    /** Writes the weights of the first voters; nothing without outcomes. */
    static void write(LearnedVotes learned, int maxLines, ReportWriter page) {
        LearnedWeights weights = learned.weights();
        page.part("Learned weights");
        page.fact("from", ReportWriter.plural(weights.outcomes(), "outcome") + ", state " + weights.version()
                + (weights.category().isEmpty() ? "" : ", tasks of the type " + weights.category()));
        if (weights.isEmpty()) {
            page.fact("", "nothing was learned: the votes decide as by confidence-weighted");
            return;
        }
        String of = learned.leader().map(page::name).orElse("");
        page.line(page.paint(Ink.DIM, "  in nats, beside what any vote counts"
                + (of.isEmpty() ? "" : "; then what it adds for " + of)));
        learned.ofVoters().entrySet().stream().limit(maxLines).forEach(voter -> page.fact(
                TextTable.clip(voter.getKey(), NAME),
                nats(voter.getValue()) + learned.contributions()
                        .map(parts -> parts.ofAgents().get(voter.getKey())).map(part -> ", adds " + nats(part))
                        .orElse("") + ", " + ReportWriter.plural(outcomes(weights, voter.getKey()), "outcome")));
        int more = learned.ofVoters().size() - maxLines;
        if (more > 0) {
            page.line("  " + page.paint(Ink.DIM, "and " + ReportWriter.plural(more, "voter") + " more"));
        }
        learned.contributions().ifPresent(parts -> page.fact("sum", nats(parts.score()) + " for " + of + ": "
                + nats(parts.withoutHistory()) + " by votes without history, " + nats(ofAgents(parts))
                + " by its voters, " + nats(parts.together()) + " by votes together"));
    }

    private static double ofAgents(VoteContributions parts) {
        return parts.score() - parts.withoutHistory() - parts.together();
    }

    private static long outcomes(LearnedWeights weights, String agent) {
        LearnedWeights.AgentWeight own = weights.agents().get(agent);
        return own == null ? 0 : own.outcomes();
    }

    private static String nats(double nats) {
        return String.format(Locale.ROOT, "%+.2f", nats + 0.0);
    }

    static JsonValue json(Optional<LearnedVotes> learned) {
        return learned.<JsonValue>map(LearnedView::json).orElseGet(JsonValue::ofNull);
    }

    private static JsonValue.Obj json(LearnedVotes learned) {
        LearnedWeights weights = learned.weights();
        JsonObjectBuilder fields = new JsonObjectBuilder().with("version", weights.version())
                .with("outcomes", weights.outcomes()).with("taskType", weights.category())
                .with("voters", learned.ofVoters().entrySet().stream().map(voter -> new JsonObjectBuilder()
                        .with("agentId", voter.getKey()).with("weight", voter.getValue().doubleValue())
                        .with("outcomes", outcomes(weights, voter.getKey()))
                        .with("contribution", learned.contributions()
                                .map(parts -> parts.ofAgents().get(voter.getKey())).map(JsonValue::of))
                        .json()).toList())
                .with("leader", learned.leader().orElse(null));
        learned.contributions().ifPresent(parts -> fields.with("withoutHistory", parts.withoutHistory())
                .with("together", parts.together()).with("score", parts.score()));
        return fields.json();
    }
}
