package dev.waggle.swarm.lens.belief;

import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import org.jspecify.annotations.Nullable;

/**
 * Count of the agents with an informative ballot. An abstention is not informative, and neither is a vote without
 * weight or confidence. A change costs O(1). Owned by one thread.
 */
public final class VoterCounter {

    private int[] ballotsOf = new int[16];
    private int count;

    /** Applies the changes of ballots in a round. */
    public void accept(List<BallotChange> changes) {
        for (BallotChange change : changes) {
            int more = (isInformative(change.after()) ? 1 : 0) - (isInformative(change.before()) ? 1 : 0);
            if (more != 0) {
                accept(change.agent(), more);
            }
        }
    }

    /** Number of agents with an informative ballot that still counts. */
    public int count() {
        return count;
    }

    /** True if these are more than half of all agents. */
    public boolean areMost(DeliberationData deliberation) {
        return 2 * count > deliberation.electorate();
    }

    /** True if a ballot is informative. */
    static boolean isInformative(@Nullable Ballot ballot) {
        return isFor(ballot) || isAgainst(ballot);
    }

    /** True if a ballot supports its proposal. */
    public static boolean isFor(@Nullable Ballot ballot) {
        return ballot != null && ballot.stance() == Stance.AGREE && ballot.strength() > 0;
    }

    /** True if a ballot opposes its proposal. */
    public static boolean isAgainst(@Nullable Ballot ballot) {
        return ballot != null && ballot.stance() == Stance.DISAGREE && ballot.strength() < 0;
    }

    private void accept(int agent, int more) {
        if (agent >= ballotsOf.length) {
            ballotsOf = Arrays.copyOf(ballotsOf, Math.max(agent + 1, 2 * ballotsOf.length));
        }
        boolean spoke = ballotsOf[agent] > 0;
        ballotsOf[agent] += more;
        boolean speaks = ballotsOf[agent] > 0;
        count += (speaks ? 1 : 0) - (spoke ? 1 : 0);
    }
}
