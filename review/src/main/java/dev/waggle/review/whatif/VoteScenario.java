package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
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
 */
public record VoteScenario(@Nullable String strategy, @Nullable Double threshold, @Nullable Integer minVoters,
        Set<String> without, List<ChangedVote> changes) {

    /** Maximum number of names in a message. */
    private static final int MAX_LISTED = 10;

    public VoteScenario {
        without = Set.copyOf(without);
        changes = List.copyOf(changes);
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
        return recount.under(changed(recount), config(recount.config()));
    }

    private ConsensusConfig config(ConsensusConfig config) {
        ConsensusConfig other = strategy == null || strategy.equals(config.strategy().id())
                ? config
                : config.withStrategy(StrategyCatalog.named(strategy));
        other = threshold == null ? other : other.withThreshold(threshold);
        return minVoters == null ? other : other.withMinVoters(minVoters);
    }

    private List<VoteRecord> changed(VoteRecount recount) {
        List<VoteRecord> votes = new ArrayList<>();
        Set<ChangedVote> unused = new LinkedHashSet<>(changes);
        for (VoteRecord vote : recount.counted()) {
            ChangedVote change = changes.stream().filter(one -> one.agent().equals(vote.agentId())
                    && one.proposal().equals(vote.proposalId())).findFirst().orElse(null);
            if (change == null) {
                if (!without.contains(vote.agentId())) {
                    votes.add(vote);
                }
            } else {
                unused.remove(change);
                Stance stance = change.stance();
                if (stance != null) {
                    votes.add(turned(vote, stance));
                }
            }
        }
        unused.stream().findFirst().ifPresent(change -> {
            throw new IllegalArgumentException("no vote of " + QuotedValue.of(change.agent()) + " on "
                    + QuotedValue.of(change.proposal()) + " counts\nMaybe see the votes of its explanation.");
        });
        return votes;
    }

    private static VoteRecord turned(VoteRecord vote, Stance stance) {
        return new VoteRecord(vote.agentId(), new Payload.Vote(vote.proposalId(), stance, vote.vote().reasoning(),
                vote.vote().weight()), vote.time(), vote.causalLevel(), vote.signalId(), vote.turn(), vote.evidence(),
                vote.confidences());
    }

    private void requireKnown(VoteRecount recount, List<String> participants) {
        Set<String> agents = new LinkedHashSet<>(participants);
        recount.result().votingRecord().forEach(vote -> agents.add(vote.agentId()));
        without.stream().sorted().forEach(agent -> requireAgent(agent, agents));
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
