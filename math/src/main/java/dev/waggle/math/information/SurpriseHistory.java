package dev.waggle.math.information;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * The mean surprises of past rounds. A round with nothing measured has none and is never taken for a quiet one.
 * Immutable; a new round costs O({@value #KEPT}) at most.
 *
 * @param measured the latest rounds with a measurement, oldest first, at most {@value #KEPT}
 * @param rounds number of rounds, measured or not
 */
public record SurpriseHistory(List<RoundSurprise> measured, int rounds) {

    /** Number of stored rounds; more than any trend or collapse uses. */
    public static final int KEPT = 64;

    /** Rounds that a trend is drawn through: enough to outvote one outlier. */
    public static final int TREND_WINDOW = 5;

    /** Consecutive measured rounds that make a collapse. */
    public static final int COLLAPSE_ROUNDS = 5;

    /** A mean below this many bits is a quiet round: an even belief of two that moves to 0.63 is about as quiet. */
    public static final double COLLAPSE_BITS = 0.05;

    /**
     * A round with a measurement.
     *
     * @param round its number, from 0
     * @param mean its mean surprise in bits, at least 0 or +Infinity
     */
    public record RoundSurprise(int round, double mean) {

        public RoundSurprise {
            DomainCheck.atLeast("round", round, 0);
            DomainCheck.between("mean", mean, 0, Double.POSITIVE_INFINITY);
        }
    }

    public SurpriseHistory {
        measured = List.copyOf(measured);
        DomainCheck.atLeast("rounds", rounds, 0);
        if (measured.size() > KEPT) {
            throw new IllegalArgumentException("measured must be at most " + KEPT + ", got " + measured.size());
        }
        int min = 0;
        for (RoundSurprise one : measured) {
            if (one.round() < min || one.round() >= rounds) {
                throw new IllegalArgumentException("measured must be in order and below round " + rounds + ", got "
                        + measured);
            }
            min = one.round() + 1;
        }
    }

    /** Before the first round. */
    public static SurpriseHistory none() {
        return new SurpriseHistory(List.of(), 0);
    }

    /** After one more round, with the mean of its measurements in bits. */
    public SurpriseHistory after(double mean) {
        List<RoundSurprise> next = new ArrayList<>(
                measured.size() < KEPT ? measured : measured.subList(1, measured.size()));
        next.add(new RoundSurprise(rounds, mean));
        return new SurpriseHistory(next, rounds + 1);
    }

    /** After one more round in which nothing was measured. */
    public SurpriseHistory afterUnmeasured() {
        return new SurpriseHistory(measured, rounds + 1);
    }

    /** The mean of the last measured round in bits; empty before the first. */
    public OptionalDouble latest() {
        return measured.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(measured.getLast().mean());
    }

    /** The mean over the stored rounds in bits, +Infinity if one is; empty without one. O({@value #KEPT}). */
    public OptionalDouble mean() {
        return measured.stream().mapToDouble(RoundSurprise::mean).average();
    }

    /**
     * The slope of a least-squares line through the last measured rounds, in bits per round; rounds in between that
     * were not measured count as time. Empty with fewer than two measured rounds and while one of them is infinite.
     * O(window).
     *
     * @param window measured rounds, 2..{@value #KEPT}
     */
    public OptionalDouble trend(int window) {
        window("window", window, 2);
        SimpleRegression line = new SimpleRegression();
        for (RoundSurprise one : last(window)) {
            if (Double.isInfinite(one.mean())) {
                return OptionalDouble.empty();
            }
            line.addData(one.round() - (double) rounds, one.mean());
        }
        return line.getN() < 2 ? OptionalDouble.empty() : OptionalDouble.of(line.getSlope());
    }

    /**
     * True if the last measured rounds all stayed below a threshold, which means that learning has ended. False while
     * fewer were measured. O(atLeast).
     *
     * @param atLeast measured rounds, 1..{@value #KEPT}
     * @param bits above 0; a mean of exactly that is not below it
     */
    public boolean collapsed(int atLeast, double bits) {
        window("atLeast", atLeast, 1);
        DomainCheck.positive("bits", bits);
        return measured.size() >= atLeast
                && last(atLeast).stream().allMatch(one -> TieComparison.exceeds(bits, one.mean()));
    }

    private List<RoundSurprise> last(int max) {
        return measured.subList(Math.max(0, measured.size() - max), measured.size());
    }

    private static void window(String name, int value, int min) {
        DomainCheck.between(name, value, min, KEPT);
    }
}
