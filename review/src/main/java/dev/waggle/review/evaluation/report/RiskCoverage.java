package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.review.evaluation.RuleOutcomes;

/**
 * Risk against coverage: the error among the most confident predictions, for each share of all (El-Yaniv and Wiener
 * 2010). Equally confident predictions enter together, in all their orders on average, so the order of items does not
 * matter.
 *
 * @param area mean risk over all coverages, 0..1, 0 is best (AURC, Geifman, Uziel and El-Yaniv 2019); 0 without
 *        predictions
 * @param points points of the curve with rising coverage, at most {@value #MAX_POINTS}
 */
public record RiskCoverage(double area, List<Point> points) {

    /** Largest number of points that are kept. */
    public static final int MAX_POINTS = 100;

    public RiskCoverage {
        points = List.copyOf(points);
    }

    /**
     * Point of the curve.
     *
     * @param coverage share of the predictions that are accepted, above 0, at most 1
     * @param risk error among them, 0..1
     * @param confidence least probability of a leader among them
     */
    public record Point(double coverage, double risk, double confidence) {}

    static RiskCoverage of(RuleOutcomes outcomes) {
        int n = outcomes.size();
        int[] order = IntStream.range(0, n).boxed()
                .sorted((one, other) -> Double.compare(outcomes.confidence(other), outcomes.confidence(one)))
                .mapToInt(Integer::intValue).toArray();
        List<Point> points = new ArrayList<>();
        double credit = 0;
        double risks = 0;
        int accepted = 0;
        double kept = 0;
        while (accepted < n) {
            double confidence = outcomes.confidence(order[accepted]);
            int end = accepted;
            double gained = 0;
            while (end < n && outcomes.confidence(order[end]) == confidence) {
                gained += outcomes.credit(order[end++]);
            }
            int group = end - accepted;
            for (int j = 1; j <= group; j++) {
                risks += 1 - (credit + gained * j / group) / (accepted + j);
            }
            credit += gained;
            accepted = end;
            double coverage = (double) accepted / n;
            if (accepted == n || coverage >= kept + 1.0 / (MAX_POINTS - 1)) {
                points.add(new Point(coverage, Math.clamp(1 - credit / accepted, 0, 1), confidence));
                kept = coverage;
            }
        }
        return new RiskCoverage(n == 0 ? 0 : Math.clamp(risks / n, 0, 1), points);
    }
}
