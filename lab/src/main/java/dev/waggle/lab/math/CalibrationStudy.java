package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.Locale;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensThresholds;

/** Calibration of the leading proposal's probability, over debates of known truth, at their end. */
final class CalibrationStudy {

    private static final int BINS = 10;

    private int debates;
    private double right;
    private double sure;
    private double brier;
    private int certain;
    private final double[] sureInBin = new double[BINS];
    private final double[] rightInBin = new double[BINS];
    private final int[] inBin = new int[BINS];

    /** Adds debates of a regime, with that dependence assumed. */
    void add(DebateRegime regime, int agents, double dependence, int trials) {
        LensThresholds defaults = LensThresholds.defaults();
        LensThresholds thresholds = new LensThresholds(defaults.entropy(), defaults.minInformationGain(),
                defaults.redundancy(), dependence);
        for (int trial = 0; trial < trials; trial++) {
            SimulatedDebate debate = new SimulatedDebate(regime, agents, trial);
            DeliberationData deliberation = new DeliberationData(debate.setting(thresholds), BallotRule.APPROVAL);
            for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
                deliberation.beginRound(round);
                for (Signal signal : debate.next()) {
                    deliberation.accept(signal);
                }
            }
            note(deliberation.distribution(), debate.truth());
        }
    }

    /** Adds the same debates with all votes so far counted again in every round, as a mistake that is often made. */
    void addRecounted(DebateRegime regime, int agents, int trials) {
        for (int trial = 0; trial < trials; trial++) {
            SimulatedDebate debate = new SimulatedDebate(regime, agents, trial);
            double[] votes = new double[SimulatedDebate.PROPOSALS];
            double[] nats = new double[SimulatedDebate.PROPOSALS];
            for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
                for (Signal signal : debate.next()) {
                    if (signal.payload() instanceof Payload.Vote vote) {
                        double evidence = signal.confidence() * Math.log1p(vote.weight());
                        votes[Integer.parseInt(vote.proposalId().substring(1))] += switch (vote.stance()) {
                            case AGREE -> evidence;
                            case DISAGREE -> -evidence;
                            case ABSTAIN -> 0;
                        };
                    }
                }
                for (int i = 0; i < nats.length; i++) {
                    nats[i] += votes[i];
                }
            }
            double largest = Arrays.stream(nats).max().orElse(0);
            double[] odds = Arrays.stream(nats).map(value -> Math.exp(value - largest)).toArray();
            double sum = Arrays.stream(odds).sum();
            note(Arrays.stream(odds).map(value -> value / sum).toArray(), debate.truth());
        }
    }

    private void note(double[] distribution, int truth) {
        int best = 0;
        double error = 0;
        for (int i = 0; i < distribution.length; i++) {
            best = distribution[i] > distribution[best] ? i : best;
            double wanted = i == truth ? 1 : 0;
            error += (distribution[i] - wanted) * (distribution[i] - wanted);
        }
        double hit = best == truth ? 1 : 0;
        debates++;
        right += hit;
        sure += distribution[best];
        brier += error;
        certain += distribution[best] > 0.95 ? 1 : 0;
        int bin = Math.min(BINS - 1, (int) (distribution[best] * BINS));
        inBin[bin]++;
        sureInBin[bin] += distribution[best];
        rightInBin[bin] += hit;
    }

    /** Mean distance between what is said and what is right, over ten bins (Naeini, Cooper & Hauskrecht 2015). */
    double calibrationError() {
        double error = 0;
        for (int bin = 0; bin < BINS; bin++) {
            error += Math.abs(sureInBin[bin] - rightInBin[bin]);
        }
        return error / debates;
    }

    double brier() {
        return brier / debates;
    }

    /** A row of figures: right, said, over 95 %, Brier score, calibration error. */
    String row(String title) {
        return String.format(Locale.ROOT, "| %s | %.1f %% | %.1f %% | %.1f %% | %.3f | %.3f |", title,
                100 * right / debates, 100 * sure / debates, 100.0 * certain / debates, brier(),
                calibrationError());
    }
}
