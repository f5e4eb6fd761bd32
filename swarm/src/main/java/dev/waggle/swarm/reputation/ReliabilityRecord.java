package dev.waggle.swarm.reputation;

import dev.waggle.math.inference.ShareInterval;

/**
 * Outcomes of one agent, or of its tasks of one type, as counts: its size is constant after any number of outcomes.
 *
 * <pre>
 *   weight    (prior successes + successes) / (prior successes + prior failures + total)   mean of the Beta posterior
 *   accuracy  successes / total; 0.5 without outcomes
 *   trend     successes of the last {@value #WINDOW} / {@value #WINDOW} - accuracy; 0 below {@value #WINDOW} outcomes
 * </pre>
 *
 * <p>Source of the posterior: Jøsang and Ismail, "The beta reputation system", Bled Electronic Commerce Conference,
 * 2002.
 *
 * @param successes the outcomes in which it was right
 * @param total all outcomes
 * @param recent the last {@value #WINDOW} outcomes as bits, the newest lowest, 1 for right
 */
public record ReliabilityRecord(long successes, long total, int recent) {

    /** Number of outcomes that a trend compares with all. */
    public static final int WINDOW = 10;

    private static final int MASK = (1 << WINDOW) - 1;

    private static final double NEUTRAL = 0.5;

    /** Record without outcomes. */
    public static final ReliabilityRecord NONE = new ReliabilityRecord(0, 0, 0);

    public ReliabilityRecord {
        int known = (int) Math.min(total, WINDOW);
        long older = total - known;
        int recentSuccesses = Integer.bitCount(recent);
        if (successes < 0 || successes > total || recent < 0 || recent >> known != 0 || recentSuccesses > successes
                || successes - recentSuccesses > older) {
            throw new IllegalArgumentException("of " + total + " outcomes between none and all can be right, the last "
                    + WINDOW + " among them, got " + successes + " and " + Integer.toBinaryString(recent));
        }
    }

    /** Copy with one more outcome. */
    public ReliabilityRecord with(boolean correct) {
        int bit = correct ? 1 : 0;
        return new ReliabilityRecord(successes + bit, total + 1, (recent << 1 | bit) & MASK);
    }

    /** Outcomes in which it was wrong. */
    public long failures() {
        return total - successes;
    }

    /** Score under that prior, above 0 and below 1. */
    public double weight(ReputationPrior prior) {
        return (prior.successes() + successes) / (prior.total() + total);
    }

    /** Share of right outcomes, 0..1; 0.5 without outcomes. */
    public double accuracy() {
        return total == 0 ? NEUTRAL : (double) successes / total;
    }

    /** Rate of the last {@value #WINDOW} outcomes minus the rate of all, -1..1; 0 below {@value #WINDOW} outcomes. */
    public double trend() {
        return total < WINDOW ? 0 : (double) Integer.bitCount(recent) / WINDOW - accuracy();
    }

    /**
     * Credible interval of the share of right outcomes.
     *
     * @param level its probability, above 0 and below 1, for example 0.9
     */
    public ShareInterval interval(ReputationPrior prior, double level) {
        return ShareInterval.of(prior.successes() + successes, prior.failures() + failures(), level);
    }
}
