package dev.waggle.review.evaluation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Recorded ballots on many items in primitive arrays, and the truths of items. Numbers of agents, answers and
 * categories begin at 0. Answers have the order of their folded texts. Immutable; {@link EvaluationSetBuilder} makes
 * it.
 */
public final class EvaluationSet {

    /** Number in place of an answer, a truth or a category that is unknown. */
    public static final int UNKNOWN = -1;

    /** Mean number of items of an answer from which the answers of a set are taken as all that are possible. */
    private static final int MIN_ITEMS_OF_ANSWER = 4;

    private final String name;
    private final SetNames names;
    private final SetBallots ballots;
    private final SetItems items;
    private final int sharedAnswers;

    /**
     * Names of a set.
     *
     * @param items ids of the items
     * @param agents ids of the agents
     * @param answers folded texts of the answers
     * @param categories names of the categories; empty when there are none
     * @param confidences names of the kinds of stated confidences; empty when none was read
     */
    record SetNames(List<String> items, List<String> agents, List<String> answers, List<String> categories,
            List<String> confidences) {

        SetNames {
            items = List.copyOf(items);
            agents = List.copyOf(agents);
            answers = List.copyOf(answers);
            categories = List.copyOf(categories);
            confidences = List.copyOf(confidences);
        }
    }

    /** Ballots, grouped by item: agent, last answer, first answer, and a confidence of each kind. */
    static final class SetBallots {

        final int[] starts;
        final int[] agents;
        final int[] answers;
        final int[] firsts;
        final double[][] confidences;
        final boolean isDebate;

        SetBallots(int[] starts, int[] agents, int[] answers, int[] firsts, double[][] confidences,
                boolean isDebate) {
            this.starts = starts;
            this.agents = agents;
            this.answers = answers;
            this.firsts = firsts;
            this.confidences = confidences;
            this.isDebate = isDebate;
        }
    }

    /** Facts of each item: its truth, its category, and its number of options, 0 where that is not known. */
    static final class SetItems {

        final int[] truths;
        final int[] categories;
        final int[] options;

        SetItems(int[] truths, int[] categories, int[] options) {
            this.truths = truths;
            this.categories = categories;
            this.options = options;
        }
    }

    EvaluationSet(String name, SetNames names, SetBallots ballots, SetItems items) {
        this.name = name;
        this.names = names;
        this.ballots = ballots;
        this.items = items;
        this.sharedAnswers = sharedAnswers(ballots, names.items().size());
    }

    /** Number of answers with a ballot when the items share their answers, else 0. Truths say nothing about it. */
    private static int sharedAnswers(SetBallots ballots, int items) {
        BitSet voted = new BitSet();
        for (int answer : ballots.answers) {
            voted.set(answer);
        }
        int answers = voted.cardinality();
        return answers > 0 && items >= (long) MIN_ITEMS_OF_ANSWER * answers ? answers : 0;
    }

    /** Name of the set. */
    public String name() {
        return name;
    }

    /** True if agents read each other before their last answers. */
    public boolean isDebate() {
        return ballots.isDebate;
    }

    /** Number of items, with and without a known truth. */
    public int size() {
        return names.items().size();
    }

    /** Number of ballots on all items. */
    public int ballots() {
        return ballots.agents.length;
    }

    /** Ids of the agents. */
    public List<String> agents() {
        return names.agents();
    }

    /** Folded texts of the answers. */
    public List<String> answers() {
        return names.answers();
    }

    /** Names of the categories; empty when there are none. */
    public List<String> categories() {
        return names.categories();
    }

    /** Names of the kinds of stated confidences; empty when none was read. */
    public List<String> confidences() {
        return names.confidences();
    }

    /** Number of answers if all items share them, 0 if they do not. */
    public int sharedAnswers() {
        return sharedAnswers;
    }

    /** Number of the right answer of an item, or {@link #UNKNOWN}. */
    public int truth(int item) {
        return items.truths[item];
    }

    /** Places of the items with a known truth, ascending; a new array. */
    public int[] known() {
        int[] known = new int[size()];
        int count = 0;
        for (int item = 0; item < known.length; item++) {
            if (items.truths[item] != UNKNOWN) {
                known[count++] = item;
            }
        }
        return Arrays.copyOf(known, count);
    }

    SetNames names() {
        return names;
    }

    SetBallots cast() {
        return ballots;
    }

    SetItems facts() {
        return items;
    }

    /**
     * Set of the ballots of these agents on the same items.
     *
     * @param panel ids of agents; others than {@link #agents()} are ignored
     */
    public EvaluationSet ofAgents(String panelName, List<String> panel) {
        int[] numberOf = new int[names.agents().size()];
        Arrays.fill(numberOf, UNKNOWN);
        int agents = 0;
        for (String agent : panel) {
            int number = names.agents().indexOf(agent);
            if (number >= 0 && numberOf[number] == UNKNOWN) {
                numberOf[number] = agents++;
            }
        }
        String[] kept = new String[agents];
        for (int agent = 0; agent < numberOf.length; agent++) {
            if (numberOf[agent] != UNKNOWN) {
                kept[numberOf[agent]] = names.agents().get(agent);
            }
        }
        SetNames keptNames = new SetNames(names.items(), List.of(kept), names.answers(), names.categories(),
                names.confidences());
        return new EvaluationSet(panelName, keptNames, ballotsOf(numberOf), items);
    }

    private SetBallots ballotsOf(int[] numberOf) {
        int size = 0;
        for (int agent : ballots.agents) {
            size += numberOf[agent] == UNKNOWN ? 0 : 1;
        }
        int[] starts = new int[ballots.starts.length];
        int[] agents = new int[size];
        int[] answers = new int[size];
        int[] firsts = new int[size];
        double[][] confidences = new double[ballots.confidences.length][size];
        int next = 0;
        for (int item = 0; item + 1 < starts.length; item++) {
            for (int i = ballots.starts[item]; i < ballots.starts[item + 1]; i++) {
                if (numberOf[ballots.agents[i]] != UNKNOWN) {
                    agents[next] = numberOf[ballots.agents[i]];
                    answers[next] = ballots.answers[i];
                    firsts[next] = ballots.firsts[i];
                    for (int kind = 0; kind < confidences.length; kind++) {
                        confidences[kind][next] = ballots.confidences[kind][i];
                    }
                    next++;
                }
            }
            starts[item + 1] = next;
        }
        return new SetBallots(starts, agents, answers, firsts, confidences, ballots.isDebate);
    }
}
