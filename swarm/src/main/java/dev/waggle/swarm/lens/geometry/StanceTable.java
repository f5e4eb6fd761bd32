package dev.waggle.swarm.lens.geometry;

import java.util.Map;
import java.util.Optional;

import dev.waggle.math.geometry.StanceGramMatrix;
import dev.waggle.math.geometry.StanceSpectrum;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.PooledProposals;
import org.jspecify.annotations.Nullable;

/**
 * Table of the stances of agents on proposals, updated vote by vote for their spectra. A change costs O(p), for any
 * number of agents. The {@value PooledProposals#MAX_SINGLE} first proposals have a column each. Stances on later ones
 * are summed in one more column, because columns that change hands every round would have to be filled anew each
 * time. Owned by one thread.
 */
final class StanceTable {

    private static final int FIRST_ROOM = 8;

    private final StanceGramMatrix gram;
    private final int roomForAgents;
    private final int roomForProposals;
    private final int[] stancesOf;
    private final int[] stancesOn;
    private final double[] later;
    private int proposals;
    private int voters;

    private StanceTable(int roomForAgents, int roomForProposals) {
        this.roomForAgents = roomForAgents;
        this.roomForProposals = roomForProposals;
        gram = new StanceGramMatrix(roomForAgents, roomForProposals);
        stancesOf = new int[roomForAgents];
        stancesOn = new int[roomForProposals];
        later = new double[roomForAgents];
    }

    /** Table of the ballots that count now, with room for more. */
    static StanceTable of(DeliberationData deliberation) {
        int room = FIRST_ROOM;
        while (room < deliberation.proposalCount() && room <= PooledProposals.MAX_SINGLE) {
            room *= 2;
        }
        StanceTable table = new StanceTable(Integer.highestOneBit(Math.max(1, deliberation.agentCount() - 1)) * 2,
                Math.min(room, PooledProposals.MAX_SINGLE + 1));
        table.proposals = deliberation.proposalCount();
        for (int agent = 0; agent < deliberation.agentCount(); agent++) {
            for (Map.Entry<Integer, Ballot> ballot : deliberation.ballotsOf(agent).entrySet()) {
                table.set(agent, ballot.getKey(), 0, ballot.getValue().strength());
            }
        }
        return table;
    }

    /** True if there is room for all agents and proposals; records the number of proposals. */
    boolean hasRoomFor(DeliberationData deliberation) {
        proposals = deliberation.proposalCount();
        return deliberation.agentCount() <= roomForAgents
                && Math.min(proposals, PooledProposals.MAX_SINGLE + 1) <= roomForProposals;
    }

    /** True if that changes a stance; an abstention without an earlier stance does not. */
    static boolean isChange(BallotChange change) {
        return strength(change.before()) != strength(change.after());
    }

    void apply(BallotChange change) {
        set(change.agent(), change.proposal(), strength(change.before()), strength(change.after()));
    }

    /** Number of agents with a stance. */
    int voters() {
        return voters;
    }

    /** Number of proposals with a stance, the pooled ones counted as one. */
    int votedOn() {
        int count = 0;
        for (int stances : stancesOn) {
            count += stances > 0 ? 1 : 0;
        }
        return count;
    }

    /** True if proposals are pooled. */
    boolean isPooled() {
        return proposals > PooledProposals.MAX_SINGLE;
    }

    /** Spectrum of the stances; at least one agent must have one. O(p³). */
    StanceSpectrum spectrum() {
        return gram.spectrum(voters, columns());
    }

    /** Spectrum of their differences from the means. O(p³). */
    StanceSpectrum centredSpectrum() {
        return gram.centredSpectrum(voters, columns());
    }

    /** {@link #centredSpectrum}, if it is one-dimensional; if it cannot be, O(p²) decides. */
    Optional<StanceSpectrum> oneAxisOfDifference() {
        return gram.mostOfCentredFirst(voters, columns()) <= StanceSpectrum.ONE_DIMENSIONAL_SHARE
                ? Optional.empty()
                : Optional.of(centredSpectrum()).filter(StanceSpectrum::oneDimensional);
    }

    /** Share of the stances that is difference from their means, 0..1. O(p). */
    double contested() {
        return gram.contested(voters, columns());
    }

    private int columns() {
        return Math.min(proposals, PooledProposals.MAX_SINGLE + 1);
    }

    private void set(int agent, int proposal, double before, double after) {
        int column = Math.min(proposal, PooledProposals.MAX_SINGLE);
        int more = (after == 0 ? 0 : 1) - (before == 0 ? 0 : 1);
        stancesOn[column] += more;
        voters -= stancesOf[agent] > 0 ? 1 : 0;
        stancesOf[agent] += more;
        voters += stancesOf[agent] > 0 ? 1 : 0;
        if (column == PooledProposals.MAX_SINGLE) {
            later[agent] += after - before;
        }
        gram.set(agent, column, column == PooledProposals.MAX_SINGLE ? later[agent] : after);
    }

    private static double strength(@Nullable Ballot ballot) {
        return ballot == null ? 0 : ballot.strength();
    }
}
