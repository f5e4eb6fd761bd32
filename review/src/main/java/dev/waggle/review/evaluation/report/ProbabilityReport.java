package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.review.evaluation.RuleOutcomes;

/**
 * Quality of the probabilities of a rule.
 *
 * @param brier mean over predictions of the sum over all answers of (p - [answer is right])^2, 0..2, 0 is best (Brier
 *        1950)
 * @param logLoss mean of -ln p(truth) in nats, with p at least {@link RuleOutcomes#FLOOR}; 0 is best
 * @param calibrationError expected calibration error (Naeini, Cooper and Hauskrecht 2015): mean over predictions of the
 *        gap
 *        of their bin, 0..1, 0 is best
 * @param bins {@value #BINS} bins of equal width over the probability of the leader
 */
public record ProbabilityReport(double brier, double logLoss, double calibrationError, List<ReliabilityBin> bins) {

    /** Number of bins. */
    public static final int BINS = 15;

    public ProbabilityReport {
        bins = List.copyOf(bins);
    }

    static ProbabilityReport of(RuleOutcomes outcomes) {
        int[] cases = new int[BINS];
        double[] confidence = new double[BINS];
        double[] credit = new double[BINS];
        double brier = 0;
        double logLoss = 0;
        for (int i = 0; i < outcomes.size(); i++) {
            int bin = Math.min(BINS - 1, (int) (outcomes.confidence(i) * BINS));
            cases[bin]++;
            confidence[bin] += outcomes.confidence(i);
            credit[bin] += outcomes.credit(i);
            brier += outcomes.brier(i);
            logLoss += outcomes.logLoss(i);
        }
        int all = Math.max(1, outcomes.size());
        double gaps = 0;
        List<ReliabilityBin> bins = new ArrayList<>();
        for (int bin = 0; bin < BINS; bin++) {
            gaps += Math.abs(credit[bin] - confidence[bin]);
            int count = Math.max(1, cases[bin]);
            bins.add(new ReliabilityBin((double) bin / BINS, (bin + 1.0) / BINS, cases[bin], confidence[bin] / count,
                    credit[bin] / count));
        }
        return new ProbabilityReport(brier / all, logLoss / all, gaps / all, bins);
    }
}
