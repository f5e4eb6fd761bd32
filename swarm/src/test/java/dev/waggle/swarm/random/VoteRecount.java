package dev.waggle.swarm.random;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.equivalence.ProposalMerge;

/** The votes of a run, counted once more by hand from the record of votes cast. */
final class VoteRecount {

    private final SwarmRun run;
    private final List<VoteRecord> record;

    VoteRecount(SwarmRun run) {
        this.run = run;
        record = run.result().consensus().votingRecord();
    }

    Optional<String> complaint() {
        List<String> drafts = run.result().signalLog().stream()
                .filter(signal -> signal.payload() instanceof Payload.Vote)
                .map(Signal::id).toList();
        List<String> merges = run.result().signalLog().stream()
                .filter(signal -> signal.payload() instanceof Payload.Proposal
                        || signal.type().equals(ProposalMerge.MERGED))
                .map(Signal::id).toList();
        List<String> recorded = record.stream().map(VoteRecord::signalId).filter(id -> !merges.contains(id)).toList();
        if (recorded.size() > drafts.size() || !drafts.subList(0, recorded.size()).equals(recorded)) {
            return Optional.of("recorded were " + recorded + ", said were " + drafts);
        }
        for (ProposalStanding standing : run.result().consensus().standings()) {
            Optional<String> wrong = complaint(standing);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<String> complaint(ProposalStanding standing) {
        Map<String, Stance> stances = stances(standing.proposal().id());
        long agree = stances.values().stream().filter(stance -> stance == Stance.AGREE).count();
        return SolveInvariants.complain(agree != standing.agreeVoters() || stances.size() != standing.allVoters(),
                () -> standing + " is counted as " + stances);
    }

    /** The stances of the agents that count for that proposal. */
    private Map<String, Stance> stances(String proposal) {
        Map<String, Map<String, VoteRecord>> latest = new LinkedHashMap<>();
        Map<String, VoteRecord> lastAgreement = new LinkedHashMap<>();
        for (VoteRecord vote : inOrderOfTime()) {
            if (isKnown(vote.proposalId())) {
                latest.computeIfAbsent(vote.agentId(), _ -> new LinkedHashMap<>()).put(vote.proposalId(), vote);
                if (agrees(vote)) {
                    lastAgreement.put(vote.agentId(), vote);
                }
            }
        }
        Map<String, Stance> stances = new LinkedHashMap<>();
        latest.forEach((agent, votes) -> {
            if (votes.containsKey(proposal)) {
                stances.put(agent, votes.get(proposal).vote().stance());
            }
        });
        if (run.config().consensus().ballots() == BallotRule.EXCLUSIVE) {
            lastAgreement.forEach(
                    (agent, last) -> exclude(stances, latest.getOrDefault(agent, Map.of()).values(), last, proposal));
        }
        return stances;
    }

    /** Applies the exclusive ballot of an agent: its heaviest agreements of the turn in which it agreed last. */
    private static void exclude(Map<String, Stance> stances, Collection<VoteRecord> latest, VoteRecord last,
            String proposal) {
        List<VoteRecord> ofTurn = latest.stream().filter(vote -> agrees(vote) && isOfOneAnswer(vote, last)).toList();
        double heaviest = ofTurn.stream().mapToDouble(vote -> vote.vote().weight()).max().orElse(0);
        List<VoteRecord> ballot = ofTurn.stream().filter(vote -> vote.vote().weight() == heaviest).toList();
        boolean isSupported = ballot.stream().anyMatch(vote -> vote.proposalId().equals(proposal));
        if (!isSupported && stances.get(last.agentId()) == Stance.AGREE) {
            stances.remove(last.agentId());
        }
        if (!ballot.isEmpty()) {
            stances.putIfAbsent(last.agentId(), Stance.DISAGREE);
        }
    }

    private static boolean isOfOneAnswer(VoteRecord vote, VoteRecord last) {
        boolean isKnown = vote.turn() > 0 && last.turn() > 0;
        return isKnown ? vote.turn() == last.turn() : vote.time().equals(last.time());
    }

    private static boolean agrees(VoteRecord vote) {
        return vote.vote().stance() == Stance.AGREE;
    }

    /** A vote that waited for its proposal is recorded late and counts from when it was cast. */
    private List<VoteRecord> inOrderOfTime() {
        return record.stream().sorted(Comparator.comparing(VoteRecord::time)).toList();
    }

    private boolean isKnown(String proposal) {
        return run.result().consensus().standings().stream()
                .anyMatch(standing -> standing.proposal().id().equals(proposal));
    }
}
