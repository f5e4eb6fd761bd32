package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.review.RunLog;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.whatif.PosteriorTrail;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteRecount;
import dev.waggle.review.whatif.WhatIfAnalysis;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Explanation of a run from its log: the decision, its causes, and the changes that would have led to another.
 *
 * {@snippet :
 * Explanation explanation = Explanation.of(journal, run);
 * List<String> pivotal = explanation.whatIf().pivotal(explanation.recount().outcome());
 * ConsensusResult stricter = explanation.recount().under(explanation.rules().consensus().withThreshold(0.9));
 * }
 *
 * @param log the entries of the run by kind
 * @param rules how its votes became a decision
 * @param votes the votes of the run and the decisions that they lead to
 * @param course how the run came to its result
 * @param notes remarks for the reader, each a sentence
 */
public record Explanation(RunLog log, DecisionRules rules, CountedVotes votes, RunCourse course, List<String> notes) {

    /** Levels of the tree of causes unless another depth is asked for. */
    public static final int DEFAULT_DEPTH = 6;

    /** Confidences that differ by less are the same: a log writes all digits. */
    private static final double ROUNDING = 1e-9;

    /**
     * Votes of a run, counted again, and what other votes, weights or rules would have decided.
     *
     * @param recount the votes that count, ready for further questions
     * @param departures where the recount differs from the log, each a sentence; none when both agree, or when the log
     *        says nothing to compare
     * @param ballots the votes that count with what their weight is made of, in the order of casting
     * @param weighings results of the same votes under other weights, by name
     * @param whatIf changes that would have changed the decision
     * @param trail the probability of the leader vote by vote; empty for a run of before the fourth version of the loop
     */
    public record CountedVotes(VoteRecount recount, List<String> departures, List<Ballot> ballots,
            Map<String, Weighing> weighings, WhatIfAnalysis whatIf, Optional<PosteriorTrail> trail) {}

    /**
     * Course of a run.
     *
     * @param rounds the state of the votes after each round
     * @param tree causes and effects of the leading proposal
     * @param acts findings of lenses and their effects
     * @param story interventions and changed votes
     * @param lensReplay the run as lenses see it
     */
    public record RunCourse(List<DeliberationReplay.Round> rounds, Optional<CauseTree.Node> tree,
            List<FindingEffects.FindingEffect> acts, RunTimeline story, LensReplayResult lensReplay) {}

    /**
     * A vote that counts.
     *
     * @param vote the vote with its counted weight
     * @param entry the signal that cast it
     * @param stated its stated weight, cut to the maximum
     * @param ofAgent the factor by the weight of its agent
     * @param attention the factor by mathematics
     */
    public record Ballot(VoteRecord vote, LogEntry entry, double stated, double ofAgent, double attention) {}

    /**
     * Result of the same votes under other weights.
     *
     * @param differs whether any vote has another weight
     * @param outcome the result of the votes then
     */
    public record Weighing(boolean differs, VoteOutcome outcome) {}

    /**
     * Explains a run of a journal.
     *
     * @throws IllegalArgumentException when the journal holds no entry of the run
     */
    public static Explanation of(Journal journal, String run) {
        List<LogEntry> entries = journal.entriesOf(run);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("the journal holds no entry of run " + run
                    + "\nMaybe it is the id of a solve in another journal.");
        }
        return of(run, entries, DEFAULT_DEPTH, List.of());
    }

    /**
     * Explains a run.
     *
     * @param entries the entries of the run, in order
     * @param depth levels of the tree of causes, 0..{@value CauseTree#MAX_DEPTH}
     * @param more further notes for the reader, each a sentence
     */
    public static Explanation of(String run, List<LogEntry> entries, int depth, List<String> more) {
        RunDeliberation deliberation = RunDeliberation.of(run, entries);
        RunLog log = deliberation.log();
        LensReplayResult lensReplay = deliberation.lensReplay().orElseThrow();
        DecisionRules rules = deliberation.rules();
        DeliberationReplay course = deliberation.course();
        VoteRecount recount = deliberation.recount();
        Set<String> counted = new HashSet<>();
        recount.counted().forEach(vote -> counted.add(vote.signalId()));
        List<String> notes = new ArrayList<>(notes(log, rules, course, lensReplay));
        notes.addAll(more);
        CountedVotes votes = new CountedVotes(recount, departures(log, recount.outcome()),
                ballots(log, rules, course, recount), weighings(rules, course, recount),
                WhatIfAnalysis.of(recount, rules.weights().largest()),
                rules.confidence().map(model -> PosteriorTrail.of(course.input(), rules.consensus(), model,
                        recount.outcome().leader())));
        return new Explanation(log, rules, votes, new RunCourse(course.rounds(),
                CauseTree.of(log, recount.outcome().leader(), counted, depth),
                FindingEffects.of(log, lensReplay, deliberation.steered()),
                RunTimeline.of(log), lensReplay), notes);
    }

    /** The votes that count, ready for further questions. */
    public VoteRecount recount() {
        return votes.recount();
    }

    /** The learned weights of the votes; empty for a run by another strategy. */
    public Optional<LearnedVotes> learned() {
        return rules.consensus().strategy() instanceof LearnedStrategy strategy
                ? Optional.of(LearnedVotes.of(strategy, recount()))
                : Optional.empty();
    }

    /** The effects of recalled memories, as far as the log shows them; without memories in a run without them. */
    public MemoryEffects memories() {
        return MemoryEffects.of(log, recount());
    }

    /** Differences between the recount and the log, each a sentence. */
    public List<String> departures() {
        return votes.departures();
    }

    /** Changes that would have changed the decision. */
    public WhatIfAnalysis whatIf() {
        return votes.whatIf();
    }

    /** True if the log holds a result to compare with. */
    public boolean isComparable() {
        return log.decision().isPresent() || log.endedDecided().isPresent();
    }

    private static List<String> departures(RunLog log, VoteOutcome rebuilt) {
        List<String> departures = new ArrayList<>();
        Optional<Payload.ConsensusReached> logged = log.decided();
        if (logged.isPresent()) {
            Payload.ConsensusReached decision = logged.get();
            if (!decision.proposalId().equals(rebuilt.winner())) {
                departures.add("the log decides on " + decision.proposalId() + ", the votes in it "
                        + (rebuilt.winner() == null ? "do not decide" : "on " + rebuilt.winner()));
            } else if (!(Math.abs(decision.confidence() - rebuilt.agreement()) <= ROUNDING)) {
                departures.add(String.format(PlainLocale.NONE,
                        "the log says an agreement of %s, the votes in it come to %s",
                        decision.confidence(), rebuilt.agreement()));
            }
        } else if (log.endedDecided().isPresent()) {
            boolean decided = log.endedDecided().get();
            if (decided) {
                departures.add("the log says that it ended with a decision and holds none");
            } else if (rebuilt.decided()) {
                departures.add("the log ends without a decision, the votes in it decide on " + rebuilt.winner());
            }
        }
        return departures;
    }

    private static List<Ballot> ballots(RunLog log, DecisionRules rules, DeliberationReplay course,
            VoteRecount recount) {
        Map<String, LogEntry> cast = new LinkedHashMap<>();
        log.statements().forEach(entry -> cast.putIfAbsent(entry.signal().id(), entry));
        List<Ballot> ballots = new ArrayList<>();
        for (VoteRecord vote : recount.counted()) {
            LogEntry entry = cast.get(vote.signalId());
            if (entry != null && entry.signal().payload() instanceof Payload.Vote said) {
                ballots.add(new Ballot(vote, entry, Math.min(said.weight(), rules.weights().largest()),
                        rules.weights().ofAgents().getOrDefault(vote.agentId(), 1.0),
                        course.attention(vote.agentId())));
            }
        }
        return ballots;
    }

    private static Map<String, Weighing> weighings(DecisionRules rules, DeliberationReplay course,
            VoteRecount recount) {
        boolean byAgent = rules.weights().ofAgents().values().stream().anyMatch(weight -> weight != 1);
        Map<String, Weighing> weighings = new LinkedHashMap<>();
        weighings.put("withoutAttention",
                weighing(rules, course.hasAttention(), course.withoutAttention(), recount));
        weighings.put("withoutAgentWeights", weighing(rules, byAgent, course.withoutAgentWeights(), recount));
        weighings.put("asStated", weighing(rules, byAgent || course.hasAttention(), course.asStated(), recount));
        return weighings;
    }

    private static Weighing weighing(DecisionRules rules, boolean differs, ConsensusInput input, VoteRecount recount) {
        return new Weighing(differs,
                differs ? new VoteRecount(input, rules.consensus(), rules.confidence()).outcome() : recount.outcome());
    }

    private static List<String> notes(RunLog log, DecisionRules rules, DeliberationReplay course,
            LensReplayResult lensReplay) {
        List<String> notes = new ArrayList<>(rules.assumed());
        if (!log.isClosed()) {
            notes.add(log.opened().isEmpty()
                    ? "the log holds neither the beginning nor the end of the run"
                    : "the log holds no end of the run: it is explained as far as it goes");
        }
        if (course.skippedRounds() > 0) {
            notes.add("of " + log.rounds() + " rounds the last " + DeliberationReplay.MAX_ROUNDS + " were asked again");
        }
        boolean departs = lensReplay.rounds().stream().anyMatch(round -> !round.differences().isEmpty());
        if (departs) {
            notes.add("some lenses recorded otherwise than they see now: waggle lens shows where");
        }
        return notes;
    }
}
