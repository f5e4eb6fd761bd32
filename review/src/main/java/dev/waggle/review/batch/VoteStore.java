package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.swarm.reliability.CaseBallot;

/**
 * Recorded votes on many items, 20 bytes each beside the texts, which are held once, and 8 for each further kind of
 * confidence. Filled by one thread, then read.
 */
public final class VoteStore {

    /** Maximum number of rows: 4 GB of numbers, far beyond any panel, and still inside an array. */
    public static final int MAX_ROWS = 200_000_000;

    /** 20 bytes in the arrays, 30 in the longer ones when they grow. */
    private static final int MAX_ROW_BYTES = 50;

    /** Bytes of a further confidence: 8, and 12 when it grows. */
    private static final int MAX_FURTHER_BYTES = 20;

    /** Mean number of items of an answer from which the answers of a file are taken as all that are possible. */
    private static final int MIN_ITEMS_OF_ANSWER = 4;

    /** The answer of a row without one. */
    static final int ABSTAINED = -1;

    private final TextIndex items = new TextIndex();
    private final TextIndex agents = new TextIndex();
    private final BitSet outsiders = new BitSet();
    private final AnswerIndex answers = new AnswerIndex();
    /** Answers with a vote, by meaning. */
    private final BitSet voted = new BitSet();
    private final TruthIndex truths = new TruthIndex(items, answers);

    private int size;
    private int[] itemOf = new int[1024];
    private int[] agentOf = new int[1024];
    private int[] answerOf = new int[1024];
    private double[] confidenceOf = new double[1024];
    /** Further kinds of confidence. */
    private final double[][] furtherOf;
    private final Map<Integer, String> categories = new HashMap<>();
    private long rowsOfOthers;
    private int truthsWithoutVotes;

    /** Votes with one kind of confidence. */
    public VoteStore() {
        this(1);
    }

    /**
     * Votes with several kinds of confidence.
     *
     * @param kinds 1..{@value CaseBallot#MAX_CONFIDENCES}; the first is the weight of a vote
     */
    public VoteStore(int kinds) {
        if (kinds < 1 || kinds > CaseBallot.MAX_CONFIDENCES) {
            throw new IllegalArgumentException("kinds of confidence must be 1 to " + CaseBallot.MAX_CONFIDENCES
                    + ", got " + kinds);
        }
        furtherOf = new double[kinds - 1][itemOf.length];
    }

    /**
     * Adds a row.
     *
     * @param answer empty for an abstention
     * @param confidence 0..1, or NaN when none was stated
     * @param further the further kinds of confidence, alike
     * @throws IllegalStateException when there are {@value #MAX_ROWS} already
     */
    public void add(String item, String agent, String answer, double confidence, double... further) {
        if (further.length != furtherOf.length) {
            throw new IllegalArgumentException("a row has " + (furtherOf.length + 1) + " confidences, got "
                    + (further.length + 1));
        }
        if (size == itemOf.length) {
            grow();
        }
        itemOf[size] = items.number(item);
        agentOf[size] = agents.number(agent);
        answerOf[size] = answer.isEmpty() ? ABSTAINED : vote(answer);
        confidenceOf[size] = confidence;
        for (int kind = 0; kind < further.length; kind++) {
            furtherOf[kind][size] = further[kind];
        }
        size++;
    }

    /** The number of the spelling of an answer that has a vote from now on. */
    private int vote(String answer) {
        int spelling = answers.spelling(answer);
        voted.set(answers.meaning(spelling));
        return spelling;
    }

    /** Counts a row of an agent with excluded votes. */
    public void addOutsider(String agent) {
        outsiders.set(agents.number(agent));
        rowsOfOthers++;
    }

    /**
     * Records the right answer of an item that has votes. Answers of other items are only counted.
     *
     * @param answer empty if unknown
     * @return another right answer that was recorded before, and stays
     */
    public Optional<String> addTruth(String item, String answer) {
        int number = items.find(item);
        if (number == TextIndex.UNKNOWN) {
            truthsWithoutVotes++;
            return Optional.empty();
        }
        return answer.isEmpty() ? Optional.empty() : truths.add(number, answer);
    }

    /** Records the kind of task of an item, such as its subject; of several the first counts. */
    public void addCategory(String item, String category) {
        int number = items.find(item);
        if (number != TextIndex.UNKNOWN && !category.isEmpty()) {
            categories.putIfAbsent(number, category);
        }
    }

    /** The kind of task of an item; empty if none is known. */
    String category(int item) {
        return categories.getOrDefault(item, "");
    }

    /** True if an item has a kind of task. */
    public boolean hasCategories() {
        return !categories.isEmpty();
    }

    /** Number of rows added. */
    public int size() {
        return size;
    }

    /** Bytes on the heap that the rows need until they are decided, an estimate from above. */
    public long bytes() {
        return (MAX_ROW_BYTES + (long) MAX_FURTHER_BYTES * furtherOf.length) * size + items.bytes() + agents.bytes()
                + answers.bytes();
    }

    /** All agents with a row, outsiders too, in the order of their first. */
    public List<String> agentNames() {
        return agents.all();
    }

    /** True if an agent has a row. */
    public boolean knowsAgent(String agent) {
        return agents.find(agent) != TextIndex.UNKNOWN;
    }

    /** Number of items with a known right answer. */
    public int knownTruths() {
        return truths.known();
    }

    /** Number of different answers with a vote. */
    int votedAnswers() {
        return voted.cardinality();
    }

    /** True if the answers with a vote are taken as all that are possible: each has four items on average. */
    boolean sharesAnswers() {
        return votedAnswers() > 0 && items.size() >= (long) MIN_ITEMS_OF_ANSWER * votedAnswers();
    }

    /** True if an answer has a vote. */
    boolean isVoted(int meaning) {
        return voted.get(meaning);
    }

    /** Number of agents with a row that counts. */
    int countedAgents() {
        return agents.size() - outsiders.cardinality();
    }

    /** Number of rows of agents outside the panel. */
    long rowsOfOthers() {
        return rowsOfOthers;
    }

    /** Number of truths about items without votes. */
    int truthsWithoutVotes() {
        return truthsWithoutVotes;
    }

    int agent(int row) {
        return agentOf[row];
    }

    int answer(int row) {
        return answerOf[row];
    }

    double confidence(int row) {
        return confidenceOf[row];
    }

    /** The further kinds of confidence of a row; NaN where none was stated. */
    List<Double> further(int row) {
        List<Double> further = new ArrayList<>(furtherOf.length);
        for (double[] ofKind : furtherOf) {
            further.add(ofKind[row]);
        }
        return further;
    }

    TextIndex items() {
        return items;
    }

    TextIndex agents() {
        return agents;
    }

    AnswerIndex answers() {
        return answers;
    }

    TruthIndex truths() {
        return truths;
    }

    /** The rows of each item, in the order of the file: a stable counting sort, O(rows + items). */
    ByItem byItem() {
        int[] starts = new int[items.size() + 1];
        for (int row = 0; row < size; row++) {
            starts[itemOf[row] + 1]++;
        }
        for (int item = 0; item < items.size(); item++) {
            starts[item + 1] += starts[item];
        }
        int[] next = starts.clone();
        int[] rows = new int[size];
        for (int row = 0; row < size; row++) {
            rows[next[itemOf[row]]++] = row;
        }
        return new ByItem(rows, starts);
    }

    private void grow() {
        if (size >= MAX_ROWS) {
            throw new IllegalStateException("more than " + MAX_ROWS + " votes\nMaybe decide them item by item.");
        }
        int larger = Math.min(MAX_ROWS, size + (size >> 1));
        itemOf = Arrays.copyOf(itemOf, larger);
        agentOf = Arrays.copyOf(agentOf, larger);
        answerOf = Arrays.copyOf(answerOf, larger);
        confidenceOf = Arrays.copyOf(confidenceOf, larger);
        for (int kind = 0; kind < furtherOf.length; kind++) {
            furtherOf[kind] = Arrays.copyOf(furtherOf[kind], larger);
        }
    }

    /** Rows grouped by item. */
    static final class ByItem {

        private final int[] rows;
        private final int[] starts;

        private ByItem(int[] rows, int[] starts) {
            this.rows = rows;
            this.starts = starts;
        }

        /** The rows of that item, oldest first. */
        int[] rows(int item) {
            return Arrays.copyOfRange(rows, starts[item], starts[item + 1]);
        }
    }
}
