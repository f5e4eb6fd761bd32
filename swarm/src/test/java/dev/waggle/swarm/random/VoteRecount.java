package dev.waggle.swarm.random;

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
        List<String> recorded = record.stream().map(VoteRecord::signalId).toList();
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
        Map<String, Stance> stances = new LinkedHashMap<>();
        Map<String, VoteRecord> lastAgreement = new LinkedHashMap<>();
        for (VoteRecord vote : record) {
            if (isKnown(vote.proposalId())) {
                if (vote.proposalId().equals(proposal)) {
                    stances.put(vote.agentId(), vote.vote().stance());
                }
                if (vote.vote().stance() == Stance.AGREE) {
                    lastAgreement.put(vote.agentId(), vote);
                }
            }
        }
        if (run.config().consensus().ballots() == BallotRule.EXCLUSIVE) {
            lastAgreement.forEach((agent, ballot) -> exclude(stances, agent, ballot, proposal));
        }
        return stances;
    }

    /** Removes the agreement of an agent with a ballot elsewhere, which counts against this where it holds. */
    private void exclude(Map<String, Stance> stances, String agent, VoteRecord ballot, String proposal) {
        if (ballot.proposalId().equals(proposal)) {
            return;
        }
        boolean isAbandoned = stances.get(agent) == Stance.AGREE;
        if (isAbandoned) {
            stances.remove(agent);
        }
        boolean ballotHolds = record.stream().filter(vote -> vote.agentId().equals(agent)
                && vote.proposalId().equals(ballot.proposalId())).reduce((earlier, later) -> later)
                .filter(ballot::equals).isPresent();
        if (ballotHolds) {
            stances.putIfAbsent(agent, Stance.DISAGREE);
        }
    }

    private boolean isKnown(String proposal) {
        return run.result().consensus().standings().stream()
                .anyMatch(standing -> standing.proposal().id().equals(proposal));
    }
}
