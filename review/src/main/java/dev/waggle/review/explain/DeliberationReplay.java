package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

import dev.waggle.review.RunLog;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.consensus.evaluation.ObjectionQueue;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Replay of a deliberation: the statements of a run are applied in the order of its log. After each round the engine is
 * asked with the attention of that round, as the loop asked it. Owned by one thread.
 */
public final class DeliberationReplay {

    /** Maximum number of rounds after which the engine is asked, the last ones. */
    static final int MAX_ROUNDS = 200;

    /** Attention factors by round, the first round first; none without steering. */
    private final List<Map<String, Double>> attention;
    private final int skipped;
    private final ConsensusEngine engine;
    private final ConsensusCollector table;
    /** The same votes as if all agents were alike. */
    private final ConsensusCollector alike;
    private final ObjectionQueue pending = new ObjectionQueue();
    private final List<Round> rounds = new ArrayList<>();
    private final int last;
    private final OptionalInt held;
    private final IntFunction<Optional<String>> waits;
    private final LoopVersion loop;
    private final ConflictResolution conflicts;
    private int answers;
    private int round;

    private DeliberationReplay(DecisionRules rules, List<Map<String, Double>> attention, RunLog log, int maxRounds) {
        this.attention = attention;
        last = log.rounds();
        skipped = Math.max(0, last - maxRounds);
        held = log.heldRound();
        waits = log::waitOf;
        loop = log.loop();
        conflicts = rules.consensus().conflictResolution();
        engine = new ConsensusEngine(rules.consensus(), rules.confidence());
        List<String> approvers = rules.consensus().approval().requiredVoters();
        table = new ConsensusCollector(rules.weights(), approvers);
        alike = new ConsensusCollector(new VoteWeights(rules.weights().largest(), Map.of()), approvers);
    }

    /**
     * Result of the votes after a round.
     *
     * @param number from 1
     * @param outcome standing of the votes
     * @param evaluated whether enough agents had voted for the loop to ask
     * @param held whether the loop held the end for an objection that no agent had answered
     * @param settling the reason for which a decision waited until the votes settle, if it did
     * @param figures the standing of each proposal
     */
    public record Round(int number, VoteOutcome outcome, boolean evaluated, boolean held, Optional<String> settling,
            RoundFigures figures) {}

    /**
     * Standing of each proposal after a round, by its id.
     *
     * @param shares its part of all agreeing weight, 0..1
     * @param probabilities probability that it is right, 0..1; empty without a probability of each
     */
    public record RoundFigures(Map<String, Double> shares, Map<String, Double> probabilities) {

        public RoundFigures {
            shares = Map.copyOf(shares);
            probabilities = Map.copyOf(probabilities);
        }

        private static RoundFigures of(ConsensusResult result) {
            Map<String, Double> shares = new HashMap<>();
            result.standings().forEach(standing -> shares.put(standing.proposal().id(), standing.share()));
            return new RoundFigures(shares, result.estimate().ofProposals());
        }
    }

    /**
     * Replays a deliberation.
     *
     * @param lensReplay the run as lenses see it, for attention; empty where it is not measured
     * @param maxRounds maximum number of rounds after which the engine is asked, the last ones
     */
    static DeliberationReplay of(RunLog log, DecisionRules rules, Optional<LensReplayResult> lensReplay,
            int maxRounds) {
        return new DeliberationReplay(rules, lensReplay.map(replay -> attention(rules, replay)).orElseGet(List::of),
                log, maxRounds).replayed(log);
    }

    /** Last input of the engine, without an evaluation after any round. */
    static ConsensusInput lastInput(RunLog log, DecisionRules rules, Optional<LensReplayResult> lensReplay) {
        return of(log, rules, lensReplay, 0).input();
    }

    private static List<Map<String, Double>> attention(DecisionRules rules, LensReplayResult lensReplay) {
        return rules.steered()
                ? lensReplay.rounds().stream().map(LensReplayResult.Round::attention).toList()
                : List.of();
    }

    private DeliberationReplay replayed(RunLog log) {
        long decided = log.decision().map(LogEntry::sequence).orElse(Long.MAX_VALUE);
        log.statements().stream().filter(entry -> entry.sequence() < decided).forEach(this::receive);
        advanceTo(last + 1L);
        if (loop.hearsObjections(conflicts)) {
            countPending(); // They are open at the end.
        }
        return this;
    }

    /** After each round; the last ones where there are too many. */
    public List<Round> rounds() {
        return rounds;
    }

    /** Rounds that were passed over. */
    public int skippedRounds() {
        return skipped;
    }

    /** Last input of the engine: votes with the weight of their agents and attention. */
    public ConsensusInput input() {
        return weighed(table, last);
    }

    /** The same input with equal attention for all agents. */
    ConsensusInput withoutAttention() {
        return table.input();
    }

    /** Input with equal weights for all agents. */
    ConsensusInput withoutAgentWeights() {
        return weighed(alike, last);
    }

    /** Input with the stated weights of votes. */
    ConsensusInput asStated() {
        return alike.input();
    }

    /** Attention factor of that agent's votes in the last input of the engine. */
    double attention(String agent) {
        return attention(last).getOrDefault(agent, 1.0);
    }

    boolean hasAttention() {
        return !attention(last).isEmpty();
    }

    /**
     * Receives an entry; an objection of the runtime counts from the next round on, because agents have to receive it
     * first.
     */
    private void receive(LogEntry entry) {
        Signal signal = entry.signal();
        advanceTo(RunLog.round(signal));
        String by = entry.emission().by();
        boolean isOfAgent = entry.emission().invocation() > 0 || !InfrastructureNames.contains(by);
        if (isOfAgent || !pending.take(signal, by)) {
            int answer = loop.isAtLeast(LoopVersion.SECOND) ? entry.emission().invocation() : ++answers;
            table.accept(signal, answer);
            alike.accept(signal, answer);
        }
    }

    private void advanceTo(long next) {
        for (long number = Math.max(round, 1L + skippedRounds()); number < next && number <= last; number++) {
            ConsensusInput input = weighed(table, (int) number);
            ConsensusResult result = engine.evaluate(input);
            rounds.add(new Round((int) number, VoteOutcome.of(result), engine.canEvaluate(input),
                    held.equals(OptionalInt.of((int) number)), waits.apply((int) number), RoundFigures.of(result)));
            round = (int) number + 1;
            receivePending();
        }
        if (next > round) {
            round = (int) Math.min(next, Integer.MAX_VALUE);
            if (next <= last) {
                receivePending();
            }
        }
    }

    private void receivePending() {
        if (round <= last) {
            countPending();
        }
    }

    private void countPending() {
        pending.drainTo(signal -> {
            table.accept(signal);
            alike.accept(signal);
        });
    }

    private ConsensusInput weighed(ConsensusCollector collector, int number) {
        Map<String, Double> factors = attention(number);
        return factors.isEmpty()
                ? collector.input()
                : collector.input().weighted(agent -> factors.getOrDefault(agent, 1.0));
    }

    private Map<String, Double> attention(int number) {
        return number >= 1 && number <= attention.size() ? attention.get(number - 1) : Map.of();
    }
}
