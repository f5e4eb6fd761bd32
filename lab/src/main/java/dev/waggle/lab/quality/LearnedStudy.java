package dev.waggle.lab.quality;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityState;

/** Accuracy and calibration of learned weights, prequential: each question is scored by the outcomes before it. */
final class LearnedStudy {

    private LearnedStudy() {}

    /** Score of one run over a set; ties share. */
    static ForecastScore learned(List<RecordedCase> cases) {
        ReliabilityState state = new ReliabilityState();
        ForecastScore score = new ForecastScore();
        for (RecordedCase one : cases) {
            score.add(one.spread(state.probabilities(one.decision())), one.truth());
            state.learn(one.decision(), one.right());
        }
        return score;
    }

    static ForecastScore untaught(List<RecordedCase> cases) {
        ForecastScore score = new ForecastScore();
        for (RecordedCase one : cases) {
            score.add(one.spread(LearnedWeights.NONE.probabilities(one.decision())), one.truth());
        }
        return score;
    }

    static ForecastScore plurality(List<RecordedCase> cases) {
        ForecastScore score = new ForecastScore();
        for (RecordedCase one : cases) {
            double[] votes = one.votes();
            double all = 0;
            for (double vote : votes) {
                all += vote;
            }
            double[] shares = new double[one.options()];
            for (int option = 0; option < shares.length; option++) {
                shares[option] = all == 0 ? 1.0 / shares.length : option < votes.length ? votes[option] / all : 0;
            }
            score.add(shares, one.truth());
        }
        return score;
    }
}
