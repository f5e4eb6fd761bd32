package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.swarm.reputation.ReputationSource;

/**
 * Calibration of the swarm: the reported probabilities of its answers beside their outcomes. It stores sums and no
 * outcomes, so its size is constant after any number of them.
 *
 * <pre>
 *   accuracy           correct / all
 *   partialRate        partial / all
 *   actual accuracy    mean value of the outcomes in a bucket: correct 1, partial 0.5, incorrect 0
 *   calibration error  sum over buckets of n_b / n x |actual accuracy - predicted mean|
 *   Brier score        mean of (predicted - value)^2
 * </pre>
 *
 * <p>Sources: Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78, 1950.
 * Naeini, Cooper and Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015.
 *
 * @param buckets ten buckets: the first holds confidences below 0.1, the last those from 0.9 to 1, both included
 * @param squaredErrors the sum of (predicted - value)^2
 * @param outcomesByTaskType the verdicts by type of task, in the order of types; at most {@value #MAX_TYPES} types,
 *        outcomes of further ones are among those of {@value ReputationSource#GENERAL}
 */
public record CalibrationReport(List<CalibrationBucket> buckets, double squaredErrors,
        Map<String, VerdictCounts> outcomesByTaskType) {

    /** Maximum number of types of task, and one for those beyond. */
    public static final int MAX_TYPES = 1_000;

    private static final int BUCKETS = 10;

    /** Report without outcomes. */
    public static final CalibrationReport NONE = new CalibrationReport(
            Collections.nCopies(BUCKETS, new CalibrationBucket(0, 0, 0)), 0, Map.of());

    public CalibrationReport {
        buckets = List.copyOf(buckets);
        outcomesByTaskType = Collections.unmodifiableMap(new TreeMap<>(outcomesByTaskType));
        long counted = buckets.stream().mapToLong(CalibrationBucket::count).sum();
        long judged = outcomesByTaskType.values().stream().mapToLong(VerdictCounts::total).sum();
        if (buckets.size() != BUCKETS || counted != judged || !(squaredErrors >= 0 && squaredErrors <= counted)) {
            throw new IllegalArgumentException("a report has " + BUCKETS + " buckets with as many outcomes as verdicts,"
                    + " and a squared error of at most 1 each, got " + buckets.size() + " with " + counted + ", "
                    + judged + " verdicts and " + squaredErrors);
        }
    }

    /** Copy with one more outcome. */
    public CalibrationReport with(OutcomeRecord outcome) {
        return with(outcome.predicted(), outcome.judgement().verdict(), outcome.taskType());
    }

    /** Copy with one more outcome, whose answer had that probability, 0..1. */
    public CalibrationReport with(double predicted, OutcomeVerdict verdict, String taskType) {
        if (!(predicted >= 0 && predicted <= 1)) {
            throw new IllegalArgumentException("a predicted confidence must be between 0 and 1, got " + predicted);
        }
        int place = Math.min(BUCKETS - 1, (int) (predicted * BUCKETS));
        List<CalibrationBucket> more = new ArrayList<>(buckets);
        more.set(place, buckets.get(place).with(predicted, verdict.value()));
        double miss = predicted - verdict.value();
        boolean isKept = outcomesByTaskType.containsKey(taskType) || outcomesByTaskType.size() < MAX_TYPES;
        Map<String, VerdictCounts> types = new TreeMap<>(outcomesByTaskType);
        types.merge(isKept ? taskType : ReputationSource.GENERAL, VerdictCounts.NONE.with(verdict),
                (known, _) -> known.with(verdict));
        return new CalibrationReport(more, Math.min(totalOutcomes() + 1.0, squaredErrors + miss * miss), types);
    }

    /** Number of outcomes. */
    public long totalOutcomes() {
        return buckets.stream().mapToLong(CalibrationBucket::count).sum();
    }

    /** Share of correct answers, 0..1; 0 without outcomes. */
    public double accuracy() {
        return rate((double) outcomesByTaskType.values().stream().mapToLong(VerdictCounts::correct).sum());
    }

    /** Share of partly correct answers, 0..1; 0 without outcomes. */
    public double partialRate() {
        return rate((double) outcomesByTaskType.values().stream().mapToLong(VerdictCounts::partial).sum());
    }

    /** Expected calibration error, 0..1; 0 without outcomes. */
    public double calibrationError() {
        return rate(buckets.stream().mapToDouble(bucket -> Math.abs(bucket.actualSum() - bucket.predictedSum())).sum());
    }

    /** Brier score, 0..1, less is better; 0 without outcomes. */
    public double brier() {
        return rate(squaredErrors);
    }

    private double rate(double sum) {
        long all = totalOutcomes();
        return all == 0 ? 0 : sum / all;
    }

    /**
     * Outcomes of one range of probabilities.
     *
     * @param count the number of outcomes
     * @param predictedSum the sum of their predicted probabilities
     * @param actualSum the sum of their values
     */
    public record CalibrationBucket(long count, double predictedSum, double actualSum) {

        public CalibrationBucket {
            if (count < 0 || !(predictedSum >= 0 && predictedSum <= count) || !(actualSum >= 0 && actualSum <= count)) {
                throw new IllegalArgumentException("sums of " + count + " outcomes must be between 0 and their number,"
                        + " got " + predictedSum + " and " + actualSum);
            }
        }

        CalibrationBucket with(double predicted, double value) {
            return new CalibrationBucket(count + 1, Math.min(count + 1.0, predictedSum + predicted), actualSum + value);
        }

        /** Mean predicted probability; 0 without outcomes. */
        public double predictedMean() {
            return count == 0 ? 0 : predictedSum / count;
        }

        /** Mean value of the outcomes; 0 without outcomes. */
        public double actualAccuracy() {
            return count == 0 ? 0 : actualSum / count;
        }
    }

    /**
     * Verdicts by kind.
     *
     * @param correct the number of correct answers
     * @param partial the number of partly correct ones
     * @param incorrect the number of incorrect ones
     */
    public record VerdictCounts(long correct, long partial, long incorrect) {

        static final VerdictCounts NONE = new VerdictCounts(0, 0, 0);

        public VerdictCounts {
            if (correct < 0 || partial < 0 || incorrect < 0) {
                throw new IllegalArgumentException("counts of verdicts must be at least 0, got " + correct + ", "
                        + partial + " and " + incorrect);
            }
        }

        VerdictCounts with(OutcomeVerdict verdict) {
            return switch (verdict) {
                case CORRECT -> new VerdictCounts(correct + 1, partial, incorrect);
                case PARTIAL -> new VerdictCounts(correct, partial + 1, incorrect);
                case INCORRECT -> new VerdictCounts(correct, partial, incorrect + 1);
            };
        }

        /** Number of all verdicts. */
        public long total() {
            return correct + partial + incorrect;
        }
    }
}
