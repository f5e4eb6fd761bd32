package dev.waggle.swarm.engine.loop;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Votes that are missing, at their worst for a leader. All of them are for one rival with the largest weight, and against
 * the leader or silent about it. A rival is any other proposal, or one that nobody has made yet.
 *
 * @param input the votes that were cast
 * @param heaviest the largest weight of a vote
 * @param missing the agents that have not voted
 */
record WorstCase(ConsensusInput input, double heaviest, Set<String> missing) {

    /** Id that wins ties, which the smaller id does. */
    private static final String SMALLEST_ID = " !";

    /** True if that leader is decided against each rival too. */
    boolean keeps(Proposal leader, Function<ConsensusInput, ConsensusResult> evaluation) {
        if (missing.isEmpty()) {
            return true;
        }
        Set<String> rivals = input.proposals().stream().map(Proposal::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        String unmade = SMALLEST_ID;
        while (!rivals.add(unmade)) {
            unmade = " " + unmade;
        }
        return rivals.stream().filter(rival -> !rival.equals(leader.id()))
                .flatMap(rival -> Stream.of(against(leader, rival, true), against(leader, rival, false)))
                .map(evaluation)
                .allMatch(result -> result.decided()
                        && result.leader().filter(found -> found.id().equals(leader.id())).isPresent());
    }

    private ConsensusInput against(Proposal leader, String rival, boolean rejects) {
        List<Proposal> proposals = new ArrayList<>(input.proposals());
        if (proposals.stream().noneMatch(proposal -> proposal.id().equals(rival))) {
            proposals.add(new Proposal(rival, "", "", "", "", 1, Instant.EPOCH));
        }
        List<VoteRecord> votes = new ArrayList<>(input.votes());
        for (String agent : missing.stream().sorted().toList()) {
            if (rejects) {
                votes.add(vote(agent, leader.id(), Stance.DISAGREE));
            }
            votes.add(vote(agent, rival, Stance.AGREE));
        }
        return new ConsensusInput(proposals, votes, input.objections());
    }

    private VoteRecord vote(String agent, String proposal, Stance stance) {
        return new VoteRecord(agent, new Payload.Vote(proposal, stance, "", heaviest), Instant.MAX, null, "");
    }
}
