package dev.waggle.lab.quality;

import java.util.List;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;

/**
 * A question with its truth, and the ballots of those who answered it.
 *
 * @param options the number of possible answers
 * @param truth the place of the right one, from 0
 * @param ballots one for each voter
 */
record RecordedQuestion(int options, int truth, List<AnswerBallot> ballots) {

    RecordedQuestion {
        if (truth < 0 || truth >= options) {
            throw new IllegalArgumentException("the truth must be one of " + options + " options, got " + truth);
        }
        ballots = List.copyOf(ballots);
    }

    /** Probability of each option. */
    double[] probabilities(VoterModel model) {
        AnswerPosterior posterior = new AnswerPosterior(options);
        ballots.forEach(posterior::cast);
        return posterior.probabilities(model, 0);
    }

    /** Share of the voters for each option; equal shares when nobody answered. */
    double[] shares() {
        double[] shares = new double[options];
        ballots.forEach(ballot -> ballot.support().keySet().forEach(option -> shares[option]++));
        double all = 0;
        for (double share : shares) {
            all += share;
        }
        for (int option = 0; option < options; option++) {
            shares[option] = all == 0 ? 1.0 / options : shares[option] / all;
        }
        return shares;
    }
}
