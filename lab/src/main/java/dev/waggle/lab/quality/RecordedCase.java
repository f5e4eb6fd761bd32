package dev.waggle.lab.quality;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

import dev.waggle.swarm.reliability.CaseVotes;
import dev.waggle.swarm.reliability.DecisionCase;

/**
 * A recorded decision with its truth.
 *
 * @param id its name in the recording
 * @param decision the votes on the answers that somebody named
 * @param right the right one; empty if nobody named it
 * @param options the number of possible answers
 * @param truthText the right answer as it was recorded
 */
record RecordedCase(String id, DecisionCase decision, OptionalInt right, int options, String truthText) {

    /** An answer with what its agent stated about it. */
    record Stated(String answer, List<Double> confidences) {

        Stated {
            confidences = List.copyOf(confidences);
        }
    }

    /**
     * A case from the answers of a question.
     *
     * @param last the last answer of each agent
     * @param first the first answer of each agent of a debate; empty if they answered alone
     * @param sharesAnswers whether the questions share their answers
     */
    static RecordedCase of(String id, String category, int panel, int options, Map<String, Stated> last,
            Map<String, String> first, String truth, boolean sharesAnswers) {
        Map<String, Integer> places = new TreeMap<>();
        last.values().forEach(stated -> places.put(stated.answer(), 0));
        first.values().forEach(answer -> places.put(answer, 0));
        List<String> named = List.copyOf(places.keySet());
        for (int place = 0; place < named.size(); place++) {
            places.put(named.get(place), place);
        }
        CaseVotes votes = first.isEmpty() ? CaseVotes.alone(named.size()) : CaseVotes.ofReaders(named.size());
        last.forEach(
                (agent, stated) -> votes.cast(agent, places.getOrDefault(stated.answer(), 0), stated.confidences()));
        first.values().forEach(answer -> votes.addFirst(places.getOrDefault(answer, 0), 1));
        int others = Math.max(0, Math.max(options, named.size() + (named.contains(truth) ? 0 : 1)) - named.size());
        List<String> answers = sharesAnswers ? named : List.of();
        return new RecordedCase(id,
                first.isEmpty()
                        ? votes.alone(category, panel, others, answers)
                        : votes.debate(category, panel, others, answers),
                named.contains(truth) ? OptionalInt.of(named.indexOf(truth)) : OptionalInt.empty(),
                named.size() + others, truth);
    }

    /** Probabilities of all options: of the named ones, then equal shares of the rest. */
    double[] spread(double[] probabilities) {
        int named = decision.options();
        double[] all = new double[options];
        for (int option = 0; option < options; option++) {
            all[option] = option < named ? probabilities[option] : probabilities[named] / (options - named);
        }
        return all;
    }

    /** The place of the right answer among all options. */
    int truth() {
        return right.orElse(decision.options());
    }

    /** Number of voters for each named option. */
    double[] votes() {
        double[] votes = new double[decision.options()];
        Map<Integer, Double> sums = new LinkedHashMap<>();
        decision.ballots().forEach(ballot -> ballot.stances().forEach((option, part) -> sums.merge(option, part,
                Double::sum)));
        sums.forEach((option, sum) -> votes[option] = sum);
        return votes;
    }
}
