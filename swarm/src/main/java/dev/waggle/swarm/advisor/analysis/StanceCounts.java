package dev.waggle.swarm.advisor.analysis;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.advisor.AdvisorReport.GroupthinkReport;
import org.jspecify.annotations.Nullable;

/**
 * Counts of agreements and objections by agent. The latest vote of an agent on a proposal counts, an objection counts
 * each time. Owned by one thread.
 */
final class StanceCounts {

    private record BallotKey(String agent, String proposal) {}

    private final Map<BallotKey, Stance> standing = new HashMap<>();
    private final Set<String> agreed = new LinkedHashSet<>();
    private final Set<String> against = new LinkedHashSet<>();
    private int agreements;
    private int rejections;
    private int objections;

    void accept(String agent, Payload payload) {
        if (payload instanceof Payload.Vote vote) {
            count(standing.put(new BallotKey(agent, vote.proposalId()), vote.stance()), -1);
            count(vote.stance(), 1);
            switch (vote.stance()) {
                case AGREE -> agreed.add(agent);
                case DISAGREE -> against.add(agent);
                case ABSTAIN -> {}
            }
        } else if (CycleDetector.isObjection(payload)) {
            objections++;
            against.add(agent);
        }
    }

    GroupthinkReport groupthink() {
        int sides = agreements + rejections + objections;
        List<String> conformists = agreed.stream().filter(agent -> !against.contains(agent)).toList();
        return GroupthinkReport.of(sides == 0 ? 0 : (double) agreements / sides, conformists, List.copyOf(against));
    }

    private void count(@Nullable Stance stance, int by) {
        agreements += stance == Stance.AGREE ? by : 0;
        rejections += stance == Stance.DISAGREE ? by : 0;
    }
}
