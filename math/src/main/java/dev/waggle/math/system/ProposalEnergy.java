package dev.waggle.math.system;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Energy (support) and momentum of each proposal. Energy is a stock: agreement flows in and disagreement flows out.
 * An {@link EnergyLaw} takes its loss each round; an abstention moves nothing. Momentum is the smoothed change (Brown
 * 1959): M' = 0.3 (E' - E) + 0.7 M. A project convention; energy is in the unit of the strengths.
 *
 * <p>Proposals are numbers from 0 in the order of their arrival. Each enters with energy and momentum 0 and takes its
 * first loss in the round in which it enters. Of proposals that tie the first on the table counts.
 *
 * <p>Immutable; a round costs O(proposals on the table + votes of the round).
 */
public final class ProposalEnergy {

    /** The weight of the newest change in the momentum. */
    public static final double SMOOTHING = 0.3;

    /** A momentum beyond it, in either direction, is a trend. */
    public static final double TREND = 0.05;

    /** Energy that a clear leader exceeds. */
    public static final double CLEAR_ENERGY = 0.5;

    /** Multiple of the energy of the second that a clear leader exceeds. */
    public static final double CLEAR_RATIO = 2;

    /** Largest strength, such that sums fit in a double. */
    public static final double MAX_STRENGTH = 1e100;

    /** Stance of an agent on a proposal. */
    public enum Stance { AGREE, DISAGREE, ABSTAIN }

    /** Trend of the energy of a proposal. */
    public enum Trend { RISING, STABLE, DECLINING }

    /**
     * A vote.
     *
     * @param proposal the number of the proposal
     * @param stance its stance
     * @param strength strength of the vote, 0..{@value #MAX_STRENGTH}; usually a confidence, 0..1
     */
    public record Vote(int proposal, Stance stance, double strength) {
        public Vote {
            DomainCheck.atLeast("proposal", proposal, 0);
            DomainCheck.between("strength", strength, 0, MAX_STRENGTH);
        }
    }

    private final EnergyLaw law;
    private final double[] energy;
    private final double[] delta;
    private final double[] momentum;

    private ProposalEnergy(EnergyLaw law, double[] energy, double[] delta, double[] momentum) {
        this.law = law;
        this.energy = energy;
        this.delta = delta;
        this.momentum = momentum;
    }

    /** An empty table. */
    public static ProposalEnergy under(EnergyLaw law) {
        return new ProposalEnergy(law, new double[0], new double[0], new double[0]);
    }

    /**
     * After one more round.
     *
     * @param proposals current number of proposals, at least as many as before; new ones come last
     * @param votes the votes of this round only, in any order
     */
    public ProposalEnergy after(int proposals, List<Vote> votes) {
        DomainCheck.atLeast("proposals", proposals, energy.length);
        double[] inflow = new double[proposals];
        double[] outflow = new double[proposals];
        for (Vote vote : votes) {
            DomainCheck.index("proposal", vote.proposal(), proposals);
            switch (vote.stance()) {
                case AGREE -> inflow[vote.proposal()] += vote.strength();
                case DISAGREE -> outflow[vote.proposal()] += vote.strength();
                case ABSTAIN -> {}
            }
        }
        double[] nextEnergy = Arrays.copyOf(energy, proposals);
        double[] nextDelta = new double[proposals];
        double[] nextMomentum = Arrays.copyOf(momentum, proposals);
        for (int i = 0; i < proposals; i++) {
            double before = nextEnergy[i];
            nextEnergy[i] = law.next(before, inflow[i], outflow[i]);
            nextDelta[i] = nextEnergy[i] - before;
            nextMomentum[i] = SMOOTHING * nextDelta[i] + (1 - SMOOTHING) * nextMomentum[i];
        }
        return new ProposalEnergy(law, nextEnergy, nextDelta, nextMomentum);
    }

    /** The same table under another law from now on, for example when the number of agents changed. */
    public ProposalEnergy withLaw(EnergyLaw next) {
        return new ProposalEnergy(next, energy, delta, momentum);
    }

    /** Number of proposals on the table. */
    public int proposals() {
        return energy.length;
    }

    /** The energy of a proposal, at least 0. */
    public double energy(int proposal) {
        return energy[index(proposal)];
    }

    /** The change of its energy in the last round; not below minus the energy that it had. */
    public double delta(int proposal) {
        return delta[index(proposal)];
    }

    /** Its smoothed change per round. */
    public double momentum(int proposal) {
        return momentum[index(proposal)];
    }

    /** Rising when its momentum is above {@value #TREND}, declining when it is below -{@value #TREND}. */
    public Trend trend(int proposal) {
        double speed = momentum[index(proposal)];
        return TieComparison.exceeds(speed, TREND) ? Trend.RISING
                : TieComparison.exceeds(-TREND, speed) ? Trend.DECLINING : Trend.STABLE;
    }

    /** The energy of all. */
    public double total() {
        return CompensatedSum.of(energy);
    }

    /** The proposal with the most energy, even if that is 0; absent when there is none on the table. */
    public OptionalInt leader() {
        return first(energy);
    }

    /**
     * The proposal with the largest momentum; absent when there is none on the table. It need not rise: see its
     * {@link #trend}.
     */
    public OptionalInt risingFastest() {
        return first(momentum);
    }

    /**
     * True if the leader has more than {@value #CLEAR_RATIO} times the energy of the second and more than {@value
     * #CLEAR_ENERGY}. A single proposal is no clear leader.
     */
    public boolean clearLeader() {
        if (energy.length < 2) {
            return false;
        }
        double[] sorted = energy.clone();
        Arrays.sort(sorted);
        double max = sorted[sorted.length - 1];
        double second = sorted[sorted.length - 2];
        return TieComparison.exceeds(max, CLEAR_RATIO * second) && TieComparison.exceeds(max, CLEAR_ENERGY);
    }

    private int index(int proposal) {
        return DomainCheck.index("proposal", proposal, energy.length);
    }

    /** The first value that is the largest or ties with it. */
    private static OptionalInt first(double[] values) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        for (int i = 0; i < values.length; i++) {
            if (TieComparison.atMost(largest, values[i])) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }
}
