package dev.waggle.review.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.review.effort.AskableItem;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.CaseVotes;
import dev.waggle.swarm.reliability.DecisionCase;

/** Reads an item as a case of the learned strategy. Its options are answers of agents, in the order of their places. */
public final class ItemCase {

    private ItemCase() {}

    /** The case of all ballots; the option of an answer is its place. */
    public static DecisionCase of(EvaluationItem item) {
        return of(item, IntStream.range(0, item.ballots()).toArray(), IntStream.range(0, item.voiced()).toArray(),
                item.set().agents().size());
    }

    /** The item as one whose agents answered alone and can be asked one after the other. */
    public static AskedItem asked(EvaluationItem item) {
        return new AskedItem(item);
    }

    private static DecisionCase of(EvaluationItem item, int[] ballots, int[] places, int panel) {
        EvaluationSet set = item.set();
        int[] optionOf = new int[item.voiced()];
        for (int option = 0; option < places.length; option++) {
            optionOf[places[option]] = option;
        }
        CaseVotes votes = set.isDebate() ? CaseVotes.ofReaders(places.length) : CaseVotes.alone(places.length);
        for (int ballot : ballots) {
            votes.cast(set.agents().get(item.agent(ballot)), optionOf[item.answer(ballot)], stated(item, ballot));
            votes.addFirst(optionOf[item.firstAnswer(ballot)], 1);
        }
        List<String> answers = new ArrayList<>();
        for (int option = 0; option < places.length && set.sharedAnswers() > 0; option++) {
            answers.add(set.answers().get(item.answerNumber(places[option])));
        }
        int others = item.others() + (item.options() == 0 ? 0 : item.voiced() - places.length);
        return set.isDebate()
                ? votes.debate(category(item), panel, others, answers)
                : votes.alone(category(item), panel, others, answers);
    }

    private static List<Double> stated(EvaluationItem item, int ballot) {
        int kinds = Math.min(CaseBallot.MAX_CONFIDENCES, item.set().confidences().size());
        List<Double> stated = new ArrayList<>(kinds);
        for (int kind = 0; kind < kinds; kind++) {
            stated.add(item.confidence(ballot, kind));
        }
        return stated;
    }

    private static String category(EvaluationItem item) {
        return item.category() < 0 ? "" : item.set().categories().get(item.category());
    }

    /** Item whose agents can be asked one after the other. */
    public static final class AskedItem implements AskableItem {

        private final EvaluationItem item;
        private final List<Integer> ballots;

        private AskedItem(EvaluationItem item) {
            this.item = item;
            ballots = IntStream.range(0, item.ballots()).boxed()
                    .sorted((one, other) -> agent(item, one).compareTo(agent(item, other))).toList();
        }

        private static String agent(EvaluationItem item, int ballot) {
            return item.set().agents().get(item.agent(ballot));
        }

        @Override
        public List<String> agents() {
            return ballots.stream().map(ballot -> agent(item, ballot)).toList();
        }

        @Override
        public String category() {
            return ItemCase.category(item);
        }

        @Override
        public DecisionCase decision(List<Integer> places) {
            return of(item, places.stream().mapToInt(ballots::get).toArray(), answers(places), places.size());
        }

        /** Place of the answer of the agent at a place. */
        public int answer(int place) {
            return item.answer(ballots.get(place));
        }

        /** Places of the answers of some agents, ascending: that of each option of their case. */
        public int[] answers(List<Integer> places) {
            return places.stream().mapToInt(this::answer).sorted().distinct().toArray();
        }
    }
}
