package dev.waggle.review.explain;

import java.util.List;
import java.util.Optional;

import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.review.lens.LensReplay;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.whatif.ScenarioEnding;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteRecount;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Decision of a run with everything that scenarios need, and no more: the part of an {@link Explanation} that does not
 * depend on the question. One lens is replayed, and only when mathematics steered the run, as its attention weighs votes.
 * Immutable.
 *
 * @param run the id of the run
 * @param rules how its votes became a decision
 * @param recount the votes that count, ready for questions
 * @param agents the participants of the run
 * @param ending the name of its ending, if the log states it
 */
public record RunDecision(String run, DecisionRules rules, VoteRecount recount, List<String> agents,
        Optional<String> ending) {

    /** Bytes of a vote or a proposal beside its texts, with its place in results. */
    private static final long PART_BYTES = 400;

    public RunDecision {
        agents = List.copyOf(agents);
    }

    /**
     * The result of a scenario.
     *
     * @param result the counted votes
     * @param ending the ending of the run then
     */
    public record ScenarioResult(ConsensusResult result, ScenarioEnding ending) {}

    /**
     * Counts the votes of a run again.
     *
     * @param entries the entries of the run, in order
     */
    public static RunDecision of(String run, List<LogEntry> entries) {
        return of(RunLog.of(run, entries), entries);
    }

    private static RunDecision of(RunLog log, List<LogEntry> entries) {
        RunParameters opened = log.opened().map(RunParameters::of).orElseGet(RunParameters::unknown);
        boolean steered = opened.isSteered();
        DecisionRules rules = DecisionRules.of(log.opened(), log.loop(), steered, log.weights());
        Optional<LensReplayResult> lenses = steered
                ? Optional.of(LensReplay.ofAttention(log.run(), entries))
                : Optional.empty();
        VoteRecount recount = new VoteRecount(DeliberationReplay.lastInput(log, rules, lenses), rules.consensus(),
                rules.confidence());
        return new RunDecision(log.run(), rules, recount, opened.agents(), log.ending());
    }

    /** The decision of the run as it was. */
    public ScenarioResult asItWas() {
        return result(recount.result());
    }

    /**
     * The decision of the run in a scenario.
     *
     * @throws IllegalArgumentException for an unknown agent, vote or strategy, and for a value out of range
     */
    public ScenarioResult in(VoteScenario scenario) {
        return result(scenario.apply(recount, agents));
    }

    private ScenarioResult result(ConsensusResult result) {
        return new ScenarioResult(result, endingOf(VoteOutcome.of(result)));
    }

    /** The ending of the run with such an outcome. */
    public ScenarioEnding endingOf(VoteOutcome outcome) {
        return ScenarioEnding.of(recount.outcome(), outcome, ending);
    }

    /** Number of bytes that it takes in memory, estimated from its texts. */
    public long bytes() {
        long bytes = PART_BYTES;
        for (VoteRecord vote : recount.result().votingRecord()) {
            String reasoning = vote.vote().reasoning();
            bytes += PART_BYTES + (reasoning == null ? 0 : 2L * reasoning.length());
        }
        for (ConsensusResult.ProposalStanding standing : recount.result().standings()) {
            bytes += PART_BYTES + 2L * (standing.proposal().content().length()
                    + standing.proposal().reasoning().length());
        }
        return bytes;
    }
}
