package dev.waggle.lab.memory;

import java.util.List;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;

/**
 * Recorded question with the last answers of its agents.
 *
 * @param id name in the recording
 * @param question text of the question
 * @param options texts of the possible answers
 * @param truth place of the right answer
 * @param answers one for each agent that said something
 */
record RecordedDebate(String id, String question, List<String> options, int truth, List<RecordedAnswer> answers) {

    RecordedDebate {
        options = List.copyOf(options);
        answers = List.copyOf(answers);
    }

    /** Posterior of the answers of the agents. */
    AnswerPosterior posterior() {
        AnswerPosterior posterior = new AnswerPosterior(options.size());
        for (RecordedAnswer answer : answers) {
            if (answer.option() >= 0) {
                posterior.cast(AnswerBallot.of(answer.option(), 1));
            }
        }
        return posterior;
    }

    /** Place of the decided answer: the most probable one, the first of equals. */
    int decided() {
        double[] probabilities = posterior().probabilities(VoterModel.READERS, 0);
        int best = 0;
        for (int option = 1; option < probabilities.length; option++) {
            best = probabilities[option] > probabilities[best] ? option : best;
        }
        return best;
    }

    /** Reasons of agents, in their order, those for the right answer or those for others. */
    List<String> reasons(boolean isRight) {
        return answers.stream().filter(answer -> answer.option() >= 0 && !answer.text().isEmpty()
                && (answer.option() == truth) == isRight).map(RecordedAnswer::text).distinct().toList();
    }
}
