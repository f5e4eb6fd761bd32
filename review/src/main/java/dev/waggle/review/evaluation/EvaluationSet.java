package dev.waggle.review.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

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
    private final SetAbstentions abstentions;
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

    /** Agents that were asked and gave no answer, grouped by item. */
    static final class SetAbstentions {

        final int[] starts;
        final int[] agents;

        SetAbstentions(int[] starts, int[] agents) {
            this.starts = starts;
            this.agents = agents;
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

    EvaluationSet(String name, SetNames names, SetBallots ballots, SetAbstentions abstentions, SetItems items) {
        this.name = name;
        this.names = names;
        this.ballots = ballots;
        this.abstentions = abstentions;
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

    /** Number of abstentions: agents with rows of an item and no answer to it. */
    public int abstentions() {
        return abstentions.agents.length;
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
     * Set of the ballots and abstentions of these agents. Items of which none of them has any are omitted.
     *
     * @param panel ids of agents; others than {@link #agents()} are ignored
     */
    public EvaluationSet ofAgents(String panelName, List<String> panel) {
        int[] numberOf = new int[names.agents().size()];
        Arrays.fill(numberOf, UNKNOWN);
        List<String> kept = new ArrayList<>();
        for (String agent : panel) {
            int number = names.agents().indexOf(agent);
            if (number >= 0 && numberOf[number] == UNKNOWN) {
                numberOf[number] = kept.size();
                kept.add(agent);
            }
        }
        int[] keptItems = IntStream.range(0, size())
                .filter(item -> hasAny(ballots.agents, ballots.starts, item, numberOf)
                        || hasAny(abstentions.agents, abstentions.starts, item, numberOf))
                .toArray();
        SetNames keptNames = new SetNames(Arrays.stream(keptItems).mapToObj(names.items()::get).toList(), kept,
                names.answers(), names.categories(), names.confidences());
        SetItems facts = new SetItems(picked(items.truths, keptItems), picked(items.categories, keptItems),
                picked(items.options, keptItems));
        return new EvaluationSet(panelName, keptNames, ballotsOf(numberOf, keptItems),
                abstentionsOf(numberOf, keptItems), facts);
    }

    private static boolean hasAny(int[] agents, int[] starts, int item, int[] numberOf) {
        for (int i = starts[item]; i < starts[item + 1]; i++) {
            if (numberOf[agents[i]] != UNKNOWN) {
                return true;
            }
        }
        return false;
    }

    /** Places of the entries of these items that are of agents with a number, and where each item begins. */
    private static int[] entries(int[] agents, int[] from, int[] numberOf, int[] keptItems, int[] starts) {
        int[] entries = new int[agents.length];
        int next = 0;
        for (int item = 0; item < keptItems.length; item++) {
            for (int i = from[keptItems[item]]; i < from[keptItems[item] + 1]; i++) {
                if (numberOf[agents[i]] != UNKNOWN) {
                    entries[next++] = i;
                }
            }
            starts[item + 1] = next;
        }
        return Arrays.copyOf(entries, next);
    }

    private static int[] picked(int[] values, int[] places) {
        int[] picked = new int[places.length];
        Arrays.setAll(picked, i -> values[places[i]]);
        return picked;
    }

    private static int[] numbers(int[] agents, int[] entries, int[] numberOf) {
        int[] numbers = new int[entries.length];
        Arrays.setAll(numbers, i -> numberOf[agents[entries[i]]]);
        return numbers;
    }

    private SetBallots ballotsOf(int[] numberOf, int[] keptItems) {
        int[] starts = new int[keptItems.length + 1];
        int[] entries = entries(ballots.agents, ballots.starts, numberOf, keptItems, starts);
        double[][] confidences = new double[ballots.confidences.length][entries.length];
        for (int kind = 0; kind < confidences.length; kind++) {
            double[] stated = ballots.confidences[kind];
            Arrays.setAll(confidences[kind], i -> stated[entries[i]]);
        }
        return new SetBallots(starts, numbers(ballots.agents, entries, numberOf), picked(ballots.answers, entries),
                picked(ballots.firsts, entries), confidences, ballots.isDebate);
    }

    private SetAbstentions abstentionsOf(int[] numberOf, int[] keptItems) {
        int[] starts = new int[keptItems.length + 1];
        int[] entries = entries(abstentions.agents, abstentions.starts, numberOf, keptItems, starts);
        return new SetAbstentions(starts, numbers(abstentions.agents, entries, numberOf));
    }
}
