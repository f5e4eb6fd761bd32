package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import org.jspecify.annotations.Nullable;

/**
 * Hypothetical rules and votes of a run, all at once. A part that is absent stays as it was. The proposals stay, also
 * those of an agent that is left out.
 *
 * @param strategy the id of another strategy; {@code null} for the one of the run
 * @param threshold another agreement that decides, 0..1; {@code null} for the one of the run
 * @param minVoters another number of agents that must have voted; {@code null} for the one of the run
 * @param without agents whose votes are left out
 * @param changes changes of single votes that count
 * @param weights factors of the weight and evidence of each vote of an agent, 0..{@value #MAX_FACTOR}; 1 changes nothing,
 *        and 0 leaves the agent out
 */
public record VoteScenario(@Nullable String strategy, @Nullable Double threshold, @Nullable Integer minVoters,
        Set<String> without, List<ChangedVote> changes, Map<String, Double> weights) {

    /** Largest factor of an agent. */
    public static final double MAX_FACTOR = 10;

    /** Scenario in which everything stays as it was. */
    public static final VoteScenario UNCHANGED = new VoteScenario(null, null, null, Set.of(), List.of(), Map.of());

    /** Maximum number of names in a message. */
    private static final int MAX_LISTED = 10;

    public VoteScenario {
        without = Set.copyOf(without);
        changes = List.copyOf(changes);
        weights = Map.copyOf(weights);
        Set<List<String>> places = new HashSet<>();
        for (ChangedVote change : changes) {
            if (!places.add(List.of(change.agent(), change.proposal()))) {
                throw new IllegalArgumentException("the vote of " + QuotedValue.of(change.agent()) + " on "
                        + QuotedValue.of(change.proposal()) + " is changed twice\nMaybe name it once.");
            }
            if (without.contains(change.agent())) {
                throw new IllegalArgumentException("the agent " + QuotedValue.of(change.agent())
                        + " is left out, so that its votes cannot be changed\nMaybe omit one of both.");
            }
        }
        for (Map.Entry<String, Double> weight : weights.entrySet()) {
            requireFactor(weight.getKey(), weight.getValue());
            if (without.contains(weight.getKey())) {
                throw new IllegalArgumentException("the agent " + QuotedValue.of(weight.getKey())
                        + " is left out, so that its votes have no weight\nMaybe omit one of both.");
            }
        }
    }

    private static void requireFactor(String agent, double factor) {
        if (!(factor >= 0 && factor <= MAX_FACTOR)) {
            throw new IllegalArgumentException("the weight of " + QuotedValue.of(agent)
                    + " must be a factor between 0 and " + MAX_FACTOR + ", got " + factor);
        }
    }

    /** Ids of the strategies that decide the votes of a run, its own first; {@code learned} only with its weights. */
    static List<String> strategies(VoteRecount recount) {
        return Stream.concat(Stream.of(recount.config().strategy().id()), StrategyCatalog.builtIn().stream()
                .filter(strategy -> !(strategy instanceof LearnedStrategy)).map(ConsensusStrategy::id)).distinct()
                .toList();
    }

    /** The same scenario by another strategy. */
    public VoteScenario withStrategy(String newStrategy) {
        return new VoteScenario(newStrategy, threshold, minVoters, without, changes, weights);
    }

    /** The same scenario with another threshold, 0..1. */
    public VoteScenario withThreshold(double newThreshold) {
        return new VoteScenario(strategy, newThreshold, minVoters, without, changes, weights);
    }

    /** The same scenario with another quorum, at least 1. */
    public VoteScenario withMinVoters(int newMinVoters) {
        return new VoteScenario(strategy, threshold, newMinVoters, without, changes, weights);
    }

    /** The same scenario without the votes of these agents only. */
    public VoteScenario leavingOut(Set<String> agents) {
        return new VoteScenario(strategy, threshold, minVoters, agents, changes, weights);
    }

    /** The same scenario with these changes of votes only. */
    public VoteScenario changing(List<ChangedVote> newChanges) {
        return new VoteScenario(strategy, threshold, minVoters, without, newChanges, weights);
    }

    /** The same scenario with these factors of agents only. */
    public VoteScenario weighing(Map<String, Double> factors) {
        return new VoteScenario(strategy, threshold, minVoters, without, changes, factors);
    }

    /**
     * Change of a vote that counts.
     *
     * @param agent the voter
     * @param proposal the id of its proposal
     * @param stance the other stance; {@code null} removes the vote
     */
    public record ChangedVote(String agent, String proposal, @Nullable Stance stance) {}

    /**
     * Counts the votes of a run in this scenario.
     *
     * @param participants the agents of the run beside its voters
     * @throws IllegalArgumentException for an unknown agent, vote or strategy, and for a value out of range
     */
    public ConsensusResult apply(VoteRecount recount, List<String> participants) {
        requireKnown(recount, participants);
        return decide(recount);
    }

    /** Counts the votes of a run in this scenario, whose agents and proposals are known to be those of the run. */
    ConsensusResult decide(VoteRecount recount) {
        return recount.under(changed(recount), config(recount.config()));
    }

    private ConsensusConfig config(ConsensusConfig config) {
        ConsensusConfig other = strategy == null || strategy.equals(config.strategy().id())
                ? config
                : config.withStrategy(StrategyCatalog.named(strategy));
        other = threshold == null ? other : other.withThreshold(threshold);
        other = minVoters == null ? other : other.withMinVoters(minVoters);
        return isRaising()
                ? other.withMaxWeight(Math.min(config.maxWeight() * largestFactor(), ConsensusConfig.WEIGHT_LIMIT))
                : other;
    }

    private List<VoteRecord> changed(VoteRecount recount) {
        Map<VotePlace, ChangedVote> unused = new HashMap<>();
        changes.forEach(change -> unused.put(new VotePlace(change.agent(), change.proposal()), change));
        double most = recount.config().maxWeight();
        List<VoteRecord> votes = new ArrayList<>();
        for (VoteRecord vote : recount.counted()) {
            ChangedVote change = unused.remove(new VotePlace(vote.agentId(), vote.proposalId()));
            double factor = without.contains(vote.agentId()) ? 0 : weights.getOrDefault(vote.agentId(), 1.0);
            VoteRecord turned = change == null ? vote : turned(vote, change.stance());
            if (turned != null && factor > 0) {
                votes.add(weighed(turned, factor, most));
            }
        }
        changes.stream().filter(unused::containsValue).findFirst().ifPresent(change -> {
            throw new IllegalArgumentException("no vote of " + QuotedValue.of(change.agent()) + " on "
                    + QuotedValue.of(change.proposal()) + " counts\nMaybe see the votes of its explanation.");
        });
        return votes;
    }

    /** Place of a vote that counts. */
    private record VotePlace(String agent, String proposal) {}

    /** A factor applies to the weight that counted, which is cut to the maximum. */
    private VoteRecord weighed(VoteRecord vote, double factor, double most) {
        double weight = vote.vote().weight();
        double kept = weight > most ? most / weight : 1;
        return (isRaising() && kept < 1) || factor != 1
                ? vote.withWeight(Math.min(weight, most) * factor)
                        .withEvidence(Math.min(vote.evidence() * kept * factor, VoteRecord.MAX_EVIDENCE))
                : vote;
    }

    private boolean isRaising() {
        return largestFactor() > 1;
    }

    private double largestFactor() {
        return weights.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
    }

    private static @Nullable VoteRecord turned(VoteRecord vote, @Nullable Stance stance) {
        return stance == null ? null : VoteChange.turned(vote, stance);
    }

    private void requireKnown(VoteRecount recount, List<String> participants) {
        Set<String> agents = new LinkedHashSet<>(participants);
        recount.result().votingRecord().forEach(vote -> agents.add(vote.agentId()));
        Stream.concat(without.stream(), weights.keySet().stream()).sorted()
                .forEach(agent -> requireAgent(agent, agents));
        Set<String> proposals = new LinkedHashSet<>();
        recount.result().standings().forEach(standing -> proposals.add(standing.proposal().id()));
        for (ChangedVote change : changes) {
            requireAgent(change.agent(), agents);
            if (!proposals.contains(change.proposal())) {
                throw new IllegalArgumentException("the run has no proposal " + QuotedValue.of(change.proposal())
                        + "\nMaybe one of " + listed(proposals) + '.');
            }
        }
    }

    private static void requireAgent(String agent, Set<String> agents) {
        if (!agents.contains(agent)) {
            throw new IllegalArgumentException("the run has no agent " + QuotedValue.of(agent) + "\nMaybe one of "
                    + listed(agents) + '.');
        }
    }

    /** The first ones, as a run may have thousands. */
    private static String listed(Set<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names.stream().limit(MAX_LISTED)
                .map(QuotedValue::of).toList());
    }
}
