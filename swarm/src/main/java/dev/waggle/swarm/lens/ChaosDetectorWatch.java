package dev.waggle.swarm.lens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.math.dynamics.RosensteinExponent;
import dev.waggle.math.dynamics.SymbolicPeriod;
import dev.waggle.math.dynamics.SymbolicPeriodMonitor;
import dev.waggle.swarm.lens.ChaosDetectorLens.ChaosReading;
import dev.waggle.swarm.lens.ChaosDetectorLens.Risk;

/** Follows who leads through one solve. */
final class ChaosDetectorWatch implements Probe<ChaosReading> {

    /** The longest period that is looked for: three of them are 24 rounds. */
    static final int MOST_PERIOD = 8;

    /** Who takes turns is at least two. */
    static final int LEAST_LEADERS = 2;

    /** Share of shuffles that may repeat as well as the leaders did. */
    static final double LEVEL = 0.05;

    /** The smallest share that these can show is 0.005, a tenth of the level. */
    static final int SHUFFLES = 199;

    /** Changes of the lead within the longest period that are more than two sides finding out who is right. */
    static final int RESTLESS = 3;

    /** In the place of a leader. */
    private static final int TIE = 0;

    /** The last leaders: three of the longest periods, and some of what was before. */
    private static final int WINDOW = 32;

    /** Enough for an exponent, and few enough for its pairs. */
    private static final int ORBIT = 400;

    /** A line that explains less of how neighbours part is none. */
    private static final double LEAST_FIT = 0.9;

    private final Function<String, RandomGenerator> chance;
    private final SymbolicPeriodMonitor monitor = new SymbolicPeriodMonitor(MOST_PERIOD);
    private final LastValues leaders = new LastValues(WINDOW);
    private final LastValues orbit = new LastValues(ORBIT);
    private int period = SymbolicPeriod.NONE;
    private int lastPeriod = SymbolicPeriod.NONE;
    private boolean hasDoubled;
    private OptionalDouble pValue = OptionalDouble.empty();
    private Risk risk = Risk.NONE;
    private int rounds;

    ChaosDetectorWatch(Function<String, RandomGenerator> chance) {
        this.chance = chance;
    }

    @Override
    public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
        if (chronicle.proposalCount() < LEAST_LEADERS
                || chronicle.changes().stream().noneMatch(change -> change.evidence() != 0)) {
            return List.of();
        }
        int label = chronicle.leader().isPresent() ? chronicle.leader().getAsInt() + 1 : TIE;
        rounds++;
        leaders.add(label);
        orbit.add(Arrays.stream(chronicle.distribution()).max().orElseThrow());
        period = monitor.next(label);
        if (period != SymbolicPeriod.NONE) {
            hasDoubled |= period == 2 * lastPeriod;
            lastPeriod = period;
        }
        pValue = takesTurns() ? OptionalDouble.of(significance()) : OptionalDouble.empty();
        risk = risk();
        return findings();
    }

    /** Whether at least two proposals share the lead within a period. */
    private boolean takesTurns() {
        return period >= LEAST_LEADERS && Arrays.stream(leaders.last(period)).filter(label -> label != TIE).distinct()
                .count() >= LEAST_LEADERS;
    }

    private double significance() {
        int[] labels = Arrays.stream(leaders.all()).mapToInt(label -> (int) label).toArray();
        return SymbolicPeriod.significance(labels, SHUFFLES, chance.apply(ChaosDetectorLens.CARD.name())).pValue();
    }

    private Risk risk() {
        if (pValue.isPresent()) {
            return pValue.getAsDouble() <= LEVEL ? Risk.CRITICAL : Risk.MODERATE;
        }
        int changes = 0;
        for (int back = 0; back < Math.min(MOST_PERIOD, leaders.size()) - 1; back++) {
            changes += leaders.back(back) != leaders.back(back + 1) ? 1 : 0;
        }
        return period != 1 && changes >= RESTLESS ? Risk.LOW : Risk.NONE;
    }

    private List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        if (risk.compareTo(Risk.MODERATE) >= 0) {
            String because = String.format(Locale.ROOT,
                    "the lead has been passed around with the period %d for three periods, shuffled p = %.3f", period,
                    pValue.orElse(1));
            found.add(new Finding.Settle(ChaosDetectorLens.CARD.name(), StopReason.ALGEDONIC_EMERGENCY, because));
            if (risk == Risk.CRITICAL) {
                found.add(new Finding.Settle(ChaosDetectorLens.CARD.name(), StopReason.CHAOS_CRITICAL, because));
            }
        }
        return found;
    }

    @Override
    public Optional<ChaosReading> reading() {
        if (rounds == 0) {
            return Optional.empty();
        }
        OptionalDouble exponent = RosensteinExponent.of(orbit.all()) instanceof RosensteinExponent.Estimate estimate
                && estimate.fit() >= LEAST_FIT ? OptionalDouble.of(estimate.exponent()) : OptionalDouble.empty();
        return Optional.of(new ChaosReading(period, hasDoubled, risk, pValue, exponent, rounds));
    }
}
