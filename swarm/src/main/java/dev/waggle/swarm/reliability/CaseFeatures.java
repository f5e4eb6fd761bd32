package dev.waggle.swarm.reliability;

import java.util.List;

/**
 * Features of the options of a case: the model in one place, for learning and for deciding.
 *
 * <pre>
 *   alone   s_k = offset_k + sum over its voters of (w_a + v_a z_a + u_a,category) + t_k + g1 ln n_k + g2 (n_k/A)^2 + g3
 *   debate  s_k = offset_k + sum over its last voters of (d_a + v_a z_a + u_a,category) + t_k
 *                 + b1 last_k/sqrt(A) + b2 first_k/sqrt(A) + b3 [last_k > 0] + b4 [all last answers are k]
 * </pre>
 *
 * <p>An objection counts for its part below 0 in the sum, and not as a voter. Every w_a and v_a is the sum of a part in
 * common and one of the agent's own. t_k is the term of an answer that many questions share.
 */
final class CaseFeatures {

    /** Odds of an option nobody supports, as a number of voters. */
    private static final double LEAST_VOTERS = 0.1;

    private final DecisionCase decision;
    private final Sink sink;

    private CaseFeatures(DecisionCase decision, Sink sink) {
        this.decision = decision;
        this.sink = sink;
    }

    /** Receiver of features. */
    interface Sink {

        /** A feature of everybody together. */
        void common(int option, int term, double value);

        /** A feature of one agent's own. */
        void own(int option, String agent, int term, double value);

        /** The usual log odds of the confidences that an agent states of that kind. */
        double usual(String agent, int kind);

        /** The term of the category of the case; negative if it has none. */
        int categoryTerm();

        /** The term of an answer; negative if it has none. */
        int answerTerm(String answer);
    }

    /** Scores of the options without any weight; with others, then the one of an answer that nobody named. */
    static double[] scores(DecisionCase decision, int others) {
        double[] scores = new double[decision.options() + (others > 0 ? 1 : 0)];
        for (int option = 0; option < decision.options(); option++) {
            scores[option] = decision.offsets().get(option);
        }
        if (others > 0) {
            scores[scores.length - 1] = StrictMath.log(others);
        }
        return scores;
    }

    /** Hands over every feature of a case, option by option. */
    static void write(DecisionCase decision, Sink sink) {
        CaseFeatures features = new CaseFeatures(decision, sink);
        features.writeAnswers();
        if (decision.isDebate()) {
            features.writeDebate();
        } else {
            features.writeVotes();
        }
    }

    private void writeAnswers() {
        List<String> answers = decision.answers();
        for (int option = 0; option < answers.size(); option++) {
            int term = sink.answerTerm(answers.get(option));
            if (term >= 0) {
                sink.common(option, term, 1);
            }
        }
    }

    private void writeVotes() {
        double[] voters = new double[decision.options()];
        for (CaseBallot ballot : decision.ballots()) {
            ballot.stances().forEach((option, stance) -> {
                writeVote(ballot, option, stance);
                voters[option] += Math.max(0, stance);
            });
        }
        for (int option = 0; option < voters.length; option++) {
            if (voters[option] > 0) {
                sink.common(option, ModelTerm.COUNT, StrictMath.log(Math.max(LEAST_VOTERS, voters[option])));
                double share = voters[option] / decision.panel();
                sink.common(option, ModelTerm.SHARE, share * share);
                sink.common(option, ModelTerm.NAMED, 1);
            }
        }
    }

    private void writeVote(CaseBallot ballot, int option, double stance) {
        if (decision.isDebate()) {
            sink.own(option, ballot.agent(), ModelTerm.DEBATER, stance);
        } else {
            sink.common(option, ModelTerm.AGENT, stance);
            sink.own(option, ballot.agent(), ModelTerm.AGENT, stance);
        }
        List<Double> confidences = ballot.confidences();
        for (int kind = 0; kind < confidences.size(); kind++) {
            double stated = confidences.get(kind);
            if (!Double.isNaN(stated)) {
                double above = stance * (LogOdds.of(stated) - sink.usual(ballot.agent(), kind));
                sink.common(option, ModelTerm.CONFIDENCE + kind, above);
                sink.own(option, ballot.agent(), ModelTerm.CONFIDENCE + kind, above);
            }
        }
        if (sink.categoryTerm() >= 0) {
            sink.own(option, ballot.agent(), sink.categoryTerm(), stance);
        }
    }

    private void writeDebate() {
        double[] last = new double[decision.options()];
        double all = 0;
        for (CaseBallot ballot : decision.ballots()) {
            ballot.stances().forEach((option, stance) -> {
                writeVote(ballot, option, stance);
                last[option] += Math.max(0, stance);
            });
            all += ballot.stances().values().stream().anyMatch(stance -> stance > 0) ? 1 : 0;
        }
        double root = Math.sqrt(Math.max(1, decision.panel()));
        for (int option = 0; option < last.length; option++) {
            sink.common(option, ModelTerm.LAST, last[option] / root);
            sink.common(option, ModelTerm.FIRST, decision.first().get(option) / root);
            sink.common(option, ModelTerm.HELD, last[option] > 0 ? 1 : 0);
            sink.common(option, ModelTerm.UNANIMOUS, last[option] > 0 && last[option] == all ? 1 : 0);
        }
    }
}
