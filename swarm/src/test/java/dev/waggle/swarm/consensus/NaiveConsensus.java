package dev.waggle.swarm.consensus;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import org.jspecify.annotations.Nullable;

/**
 * The five strategies, written from their definitions without regard to speed. Under exclusive ballots every implied
 * disagreement is a vote of its own, so O(proposals * voters). Sums are exact when weights are small binary fractions.
 */
final class NaiveConsensus {

    private final List<String> proposals;
    private final List<VoteRecord> stated;
    private final List<VoteRecord> all;
    private final ConsensusConfig config;

    private NaiveConsensus(List<String> proposals, List<VoteRecord> stated, List<VoteRecord> all,
            ConsensusConfig config) {
        this.proposals = proposals;
        this.stated = stated;
        this.all = all;
        this.config = config;
    }

    record Outcome(boolean decided, @Nullable String leader, double confidence) {}

    static Outcome evaluate(ConsensusInput input, ConsensusConfig config) {
        List<String> ids = input.proposals().stream().map(Proposal::id).sorted().toList();
        Map<String, List<VoteRecord>> byAgent = new LinkedHashMap<>();
        input.votes().stream().filter(vote -> ids.contains(vote.proposalId()))
                .sorted(Comparator.comparing(VoteRecord::time))
                .forEach(vote -> byAgent.computeIfAbsent(vote.agentId(), agent -> new ArrayList<>()).add(vote));
        List<VoteRecord> stated = new ArrayList<>();
        List<VoteRecord> all = new ArrayList<>();
        for (List<VoteRecord> cast : byAgent.values()) {
            Map<String, VoteRecord> last = new LinkedHashMap<>();
            for (VoteRecord vote : cast) {
                if (config.ballots() == BallotRule.EXCLUSIVE && agrees(vote)) {
                    last.values().removeIf(NaiveConsensus::agrees);
                }
                last.put(vote.proposalId(), vote);
            }
            stated.addAll(last.values());
            all.addAll(last.values());
            if (config.ballots() == BallotRule.EXCLUSIVE) {
                last.values().stream().filter(NaiveConsensus::agrees).findAny().ifPresent(ballot -> ids.stream()
                        .filter(id -> !last.containsKey(id)).forEach(id -> all.add(against(id, ballot))));
            }
        }
        return new NaiveConsensus(ids, stated, all, config).outcome(byAgent.size());
    }

    private static VoteRecord against(String proposal, VoteRecord ballot) {
        Payload.Vote implied = new Payload.Vote(proposal, Stance.DISAGREE, null, ballot.vote().weight());
        return new VoteRecord(ballot.agentId(), implied, ballot.time(), null, ballot.signalId());
    }

    private Outcome outcome(int voters) {
        if (proposals.stream().allMatch(id -> agreeing(id).isEmpty())) {
            return new Outcome(false, null, 0);
        }
        Outcome outcome = switch (config.strategy().id()) {
            case "confidence-weighted", "learned" -> quorate(this::weightRatio);
            case "voting" -> quorate(this::headRatio);
            case "entropy" -> {
                String leader = leader(this::support, true);
                yield decide(leader, proposals.size() == 1 ? weightRatio(leader) : concentration(),
                        hasQuorum(leader));
            }
            case "bayesian" -> {
                String leader = leader(proposals, id -> evidence(id).doubleValue(), false);
                yield decide(leader, posterior(leader), !agreeing(leader).isEmpty());
            }
            case "hierarchical" -> hierarchical();
            default -> throw new IllegalArgumentException(config.strategy().id());
        };
        return new Outcome(outcome.decided() && voters >= config.minVoters(), outcome.leader(), outcome.confidence());
    }

    private Outcome quorate(ToDoubleFunction<String> ratio) {
        String leader = leader(ratio, true);
        return decide(leader, ratio.applyAsDouble(leader), hasQuorum(leader));
    }

    private Outcome hierarchical() {
        double top = stated.stream().mapToDouble(this::weight).max().orElseThrow();
        Set<String> chiefs = new LinkedHashSet<>();
        stated.stream().filter(vote -> weight(vote) == top).forEach(vote -> chiefs.add(vote.agentId()));
        double best = stated.stream().filter(vote -> agrees(vote) && chiefs.contains(vote.agentId()))
                .mapToDouble(this::weight).max().orElse(-1);
        if (!(best > 0)) {
            return quorate(this::weightRatio);
        }
        String leader = leader(
                id -> stated.stream().anyMatch(vote -> vote.proposalId().equals(id) && agrees(vote)
                        && chiefs.contains(vote.agentId()) && weight(vote) == best) ? 1 : 0,
                false);
        return new Outcome(true, leader, Math.min(1, best));
    }

    private Outcome decide(String leader, double confidence, boolean quorum) {
        return new Outcome(quorum && confidence >= config.threshold() - 1e-12, leader, confidence);
    }

    private String leader(ToDoubleFunction<String> score, boolean quorumFirst) {
        return leader(proposals.stream().filter(id -> !agreeing(id).isEmpty()).toList(), score, quorumFirst);
    }

    private String leader(List<String> candidates, ToDoubleFunction<String> score, boolean quorumFirst) {
        Comparator<String> order = Comparator
                .comparing((String id) -> quorumFirst && hasQuorum(id))
                .thenComparingDouble(score).thenComparingDouble(this::support)
                .thenComparingInt(id -> agreeing(id).size()).thenComparing(Comparator.reverseOrder());
        return candidates.stream().max(order).orElseThrow();
    }

    private boolean hasQuorum(String id) {
        return on(all, id).size() >= config.minVoters() && !agreeing(id).isEmpty();
    }

    private double weightRatio(String id) {
        double total = on(all, id).stream().mapToDouble(this::weight).sum();
        return total > 0 ? support(id) / total : 0;
    }

    private double headRatio(String id) {
        return (double) agreeing(id).size() / on(all, id).size();
    }

    private double support(String id) {
        return agreeing(id).stream().mapToDouble(this::weight).sum();
    }

    private double concentration() {
        double total = proposals.stream().mapToDouble(this::support).sum();
        if (total == 0) {
            return 0;
        }
        double bits = proposals.stream().mapToDouble(id -> support(id) / total).filter(share -> share > 0)
                .map(share -> -share * Math.log(share) / Math.log(2)).sum();
        return 1 - bits / (Math.log(proposals.size()) / Math.log(2));
    }

    private BigDecimal evidence(String id) {
        return on(stated, id).stream().map(vote -> switch (vote.vote().stance()) {
            case AGREE -> new BigDecimal(Math.log(1 + weight(vote)));
            case DISAGREE -> new BigDecimal(-Math.log(1 + weight(vote)));
            case ABSTAIN -> BigDecimal.ZERO;
        }).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private double posterior(String leader) {
        double own = Math.exp(evidence(leader).doubleValue());
        double others = proposals.size() == 1
                ? 1
                : proposals.stream().filter(id -> !id.equals(leader))
                        .mapToDouble(id -> Math.exp(evidence(id).doubleValue())).sum();
        return own / (own + others);
    }

    private List<VoteRecord> agreeing(String id) {
        return on(all, id).stream().filter(NaiveConsensus::agrees).toList();
    }

    private static List<VoteRecord> on(Collection<VoteRecord> votes, String id) {
        return votes.stream().filter(vote -> vote.proposalId().equals(id)).toList();
    }

    private static boolean agrees(VoteRecord vote) {
        return vote.vote().stance() == Stance.AGREE;
    }

    private double weight(VoteRecord vote) {
        return Math.min(vote.vote().weight(), config.maxWeight());
    }
}
