package dev.waggle.swarm.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calibration of one agent's stated confidence: its claims and their outcomes, in ten ranges of confidence. It stores
 * sums and no samples, so its size is constant after any number of claims.
 *
 * <pre>
 *   error           sum over ranges of n_b / n x |share that was right - mean confidence|   (expected calibration error)
 *   overconfidence  share of claims whose confidence exceeded their outcome
 *   factor          share that was right / mean confidence, held to 0.3..1.5; 1 while the mean is at most 0.01
 *   adjusted        raw x factor, held to 0.05..0.99; raw while there are fewer than 5 claims
 * </pre>
 *
 * <p>Naeini, Cooper and Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015.
 *
 * @param bins the ranges, ten of them: the first holds confidences below 0.1, the last those from 0.9 on
 * @param tooSure wrong claims with a confidence above 0, at most all claims
 */
public record AgentCalibration(List<ConfidenceBin> bins, long tooSure) {

    private static final int BINS = 10;

    /** Number of claims below which they do not predict the next one. */
    private static final long ENOUGH = 5;

    /** Mean confidence up to which there is no factor: an agent that was never sure gives no measure. */
    private static final double MIN_MEAN = 0.01;

    private static final double MIN_FACTOR = 0.3;
    private static final double MAX_FACTOR = 1.5;

    /** Least adjusted confidence: calibration never makes an agent quite unheard or quite certain. */
    private static final double MIN_ADJUSTED = 0.05;
    private static final double MAX_ADJUSTED = 0.99;

    /** Calibration without claims. */
    public static final AgentCalibration NONE = new AgentCalibration(Collections.nCopies(BINS, ConfidenceBin.EMPTY), 0);

    public AgentCalibration {
        bins = List.copyOf(bins);
        if (bins.size() != BINS) {
            throw new IllegalArgumentException("a calibration has " + BINS + " bins, got " + bins.size());
        }
        long claims = bins.stream().mapToLong(ConfidenceBin::claims).sum();
        if (tooSure < 0 || tooSure > claims) {
            throw new IllegalArgumentException("tooSure must be between 0 and the " + claims + " claims, got "
                    + tooSure);
        }
    }

    /** Copy with one more claim. */
    AgentCalibration with(double confidence, boolean correct) {
        int place = Math.min(BINS - 1, (int) (confidence * BINS));
        List<ConfidenceBin> more = new ArrayList<>(bins);
        more.set(place, bins.get(place).with(confidence, correct));
        return new AgentCalibration(more, tooSure + (!correct && confidence > 0 ? 1 : 0));
    }

    /** Number of claims. */
    public long sampleCount() {
        return bins.stream().mapToLong(ConfidenceBin::claims).sum();
    }

    /** The expected calibration error, 0..1; 0 without claims. */
    public double calibrationError() {
        long all = sampleCount();
        double sum = bins.stream().mapToDouble(bin -> Math.abs(bin.correct() - bin.confidence())).sum();
        return all == 0 ? 0 : sum / all;
    }

    /** Share of claims whose confidence exceeded their outcome, 0..1; 0 without claims. */
    public double overconfidenceRatio() {
        long all = sampleCount();
        return all == 0 ? 0 : (double) tooSure / all;
    }

    /** Factor by which its confidence is multiplied, 0.3..1.5. */
    public double adjustmentFactor() {
        double confidence = bins.stream().mapToDouble(ConfidenceBin::confidence).sum();
        long correct = bins.stream().mapToLong(ConfidenceBin::correct).sum();
        return confidence <= MIN_MEAN * sampleCount()
                ? 1
                : Math.clamp(correct / confidence, MIN_FACTOR, MAX_FACTOR);
    }

    /** True if there are enough claims to correct the agent. */
    public boolean isKnown() {
        return sampleCount() >= ENOUGH;
    }

    /** Adjusted confidence; the stated one while there are too few claims. */
    public double adjust(double stated) {
        return isKnown() ? adjust(stated, adjustmentFactor()) : stated;
    }

    /** Adjusted confidence under that factor, 0.05..0.99. */
    public static double adjust(double stated, double factor) {
        return Math.clamp(stated * factor, MIN_ADJUSTED, MAX_ADJUSTED);
    }

    /**
     * Claims of one range of confidence.
     *
     * @param claims the number of claims
     * @param confidence the sum of their confidences, between 0 and their number
     * @param correct the number of correct ones
     */
    public record ConfidenceBin(long claims, double confidence, long correct) {

        static final ConfidenceBin EMPTY = new ConfidenceBin(0, 0, 0);

        public ConfidenceBin {
            if (claims < 0 || correct < 0 || correct > claims || !(confidence >= 0 && confidence <= claims)) {
                throw new IllegalArgumentException("of " + claims + " claims between none and all can be correct, and"
                        + " their confidences sum to at most their number, got " + correct + " and " + confidence);
            }
        }

        ConfidenceBin with(double stated, boolean right) {
            return new ConfidenceBin(claims + 1, Math.min(claims + 1.0, confidence + stated),
                    correct + (right ? 1 : 0));
        }
    }

    /**
     * Snapshot of the calibrations of all agents at one moment. It is the form that is stored between processes.
     *
     * @param agents the calibrations by the id of the agent, in the order of ids
     * @param runs the runs that were learned from last, the newest at the end; at most {@value #MAX_RUNS}
     */
    public record CalibrationSnapshot(Map<String, AgentCalibration> agents, List<String> runs) {

        /** Maximum number of stored runs; they prevent learning twice from a resumed run. */
        public static final int MAX_RUNS = 64;

        /** Snapshot without data. */
        public static final CalibrationSnapshot NONE = new CalibrationSnapshot(Map.of());

        public CalibrationSnapshot {
            agents = Collections.unmodifiableMap(new TreeMap<>(agents));
            runs = List.copyOf(runs.subList(Math.max(0, runs.size() - MAX_RUNS), runs.size()));
        }

        /** Snapshot without a record of the runs that it learned from. */
        public CalibrationSnapshot(Map<String, AgentCalibration> agents) {
            this(agents, List.of());
        }

        /** Calibration of that agent. */
        public AgentCalibration of(String agentId) {
            return agents.getOrDefault(agentId, AgentCalibration.NONE);
        }

        /** Factors of the agents with enough claims to correct them. */
        public Map<String, Double> factors() {
            Map<String, Double> factors = new TreeMap<>();
            agents.forEach((agent, known) -> {
                if (known.isKnown()) {
                    factors.put(agent, known.adjustmentFactor());
                }
            });
            return Collections.unmodifiableMap(factors);
        }

        /** Copy with the outcomes of a run; the same snapshot when that run was learned from before. */
        public CalibrationSnapshot with(String run, List<ClaimOutcome> outcomes) {
            if (runs.contains(run)) {
                return this;
            }
            List<String> taught = new ArrayList<>(runs);
            taught.add(run);
            return new CalibrationSnapshot(with(outcomes).agents, taught);
        }

        /** Copy with these outcomes. */
        public CalibrationSnapshot with(List<ClaimOutcome> outcomes) {
            Map<String, AgentCalibration> more = new TreeMap<>(agents);
            for (ClaimOutcome outcome : outcomes) {
                AgentCalibration known = more.getOrDefault(outcome.agentId(), AgentCalibration.NONE);
                more.put(outcome.agentId(), known.with(outcome.confidence(), outcome.correct()));
            }
            return new CalibrationSnapshot(more, runs);
        }
    }

    /**
     * Outcome of a claim of an agent.
     *
     * @param agentId the claiming agent
     * @param confidence its stated confidence, before any correction, 0..1
     * @param correct whether it was right
     */
    public record ClaimOutcome(String agentId, double confidence, boolean correct) {

        public ClaimOutcome {
            if (agentId.isBlank()) {
                throw new IllegalArgumentException("an outcome needs the id of an agent, got \"" + agentId + "\"");
            }
            SelectionConfig.requireUnit("confidence of an outcome of agent " + agentId, confidence);
        }
    }
}
