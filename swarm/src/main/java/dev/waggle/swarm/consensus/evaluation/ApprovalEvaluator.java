package dev.waggle.swarm.consensus.evaluation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ApprovalStatus.Veto;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/**
 * Applies an {@link ApprovalRule} to the verdict of any strategy. Without a rule the verdict stays as it is. Pure,
 * O(proposals + votes) beside the strategy, which is asked once more when its leader is vetoed.
 */
final class ApprovalEvaluator {

    private final ApprovalRule rule;

    ApprovalEvaluator(ApprovalRule rule) {
        this.rule = rule;
    }

    /**
     * Verdict under the rule. A vetoed leader gives way to the leader of the other proposals; it stays the leader,
     * undecided, when no agent agrees with another proposal.
     */
    ConsensusVerdict evaluate(VoteTally tally, Function<VoteTally, ConsensusVerdict> byVotes) {
        ConsensusVerdict first = byVotes.apply(tally);
        if (rule.isNone()) {
            return first;
        }
        List<Veto> vetoes = vetoes(tally);
        Set<String> vetoed = vetoes.stream().map(Veto::proposalId).collect(Collectors.toCollection(HashSet::new));
        if (!vetoed.contains(first.leader())) {
            return approved(first, tally, vetoes, "");
        }
        String blocked = "; " + first.leader() + " led the votes and is vetoed by " + vetoers(vetoes, first.leader());
        VoteTally others = tally.without(vetoed);
        ConsensusVerdict next = others.size() == 0 ? first : byVotes.apply(others);
        if (next.leader() == null || vetoed.contains(next.leader())) {
            return withheld(first, approved(first, tally, vetoes, blocked));
        }
        return withheld(first, approved(next, tally, vetoes, blocked));
    }

    /** Verdict on a leader by itself: decided only when every required voter agrees with it. */
    private ConsensusVerdict approved(ConsensusVerdict verdict, VoteTally tally, List<Veto> vetoes, String blocked) {
        Map<String, Stance> stances = stances(tally, verdict.leader());
        List<String> approvedBy = rule.requiredVoters().stream()
                .filter(agent -> stances.get(agent) == Stance.AGREE).toList();
        List<String> missing = rule.requiredVoters().stream().filter(agent -> !approvedBy.contains(agent)).toList();
        boolean decided = verdict.decided() && missing.isEmpty();
        String words = verdict.leader() == null ? "" : words(approvedBy, missing, stances);
        return new ConsensusVerdict(decided, verdict.leader(), verdict.confidence(),
                verdict.reasoning() + blocked + words,
                new ApprovalStatus(verdict.decided() && !decided, approvedBy, missing, vetoes));
    }

    /** The same verdict; withheld if the votes decided on a vetoed leader and now decide on nothing. */
    private static ConsensusVerdict withheld(ConsensusVerdict vetoed, ConsensusVerdict verdict) {
        ApprovalStatus status = verdict.approval();
        boolean decided = verdict.decided() && !status.isVetoed(Objects.requireNonNull(verdict.leader()));
        return new ConsensusVerdict(decided, verdict.leader(), verdict.confidence(), verdict.reasoning(),
                new ApprovalStatus(!decided && (vetoed.decided() || status.withheld()), status.approvedBy(),
                        status.missing(), status.vetoes()));
    }

    private List<Veto> vetoes(VoteTally tally) {
        Map<String, Map<String, Veto>> byProposal = new TreeMap<>();
        for (VoteRecord vote : tally.votes()) {
            if (vote.vote().stance() == Stance.DISAGREE && rule.vetoers().contains(vote.agentId())) {
                byProposal.computeIfAbsent(vote.proposalId(), _ -> new TreeMap<>()).put(vote.agentId(),
                        new Veto(vote.proposalId(), vote.agentId(),
                                Objects.requireNonNullElse(vote.vote().reasoning(), "")));
            }
        }
        List<Veto> vetoes = new ArrayList<>();
        byProposal.values().forEach(byAgent -> rule.vetoers().stream()
                .flatMap(agent -> Optional.ofNullable(byAgent.get(agent)).stream()).forEach(vetoes::add));
        return vetoes;
    }

    /** The counted stance of each agent on that proposal; none without a proposal. */
    private static Map<String, Stance> stances(VoteTally tally, @Nullable String proposal) {
        Map<String, Stance> stances = new TreeMap<>();
        for (VoteRecord vote : tally.votes()) {
            if (vote.proposalId().equals(proposal)) {
                stances.put(vote.agentId(), vote.vote().stance());
            }
        }
        return stances;
    }

    private static String vetoers(List<Veto> vetoes, @Nullable String proposal) {
        return vetoes.stream().filter(veto -> veto.proposalId().equals(proposal)).map(Veto::agentId)
                .collect(Collectors.joining(", "));
    }

    private static String words(List<String> approvedBy, List<String> missing, Map<String, Stance> stances) {
        String approved = approvedBy.isEmpty() ? "" : "; approved by " + String.join(", ", approvedBy);
        return missing.isEmpty() ? approved : approved + missing.stream()
                .map(agent -> agent + " (" + word(stances.get(agent)) + ')')
                .collect(Collectors.joining(", ", "; not approved by ", ""));
    }

    private static String word(@Nullable Stance stance) {
        return stance == null ? "no vote on it" : stance.name().toLowerCase(Locale.ROOT);
    }
}
