package dev.waggle.review.evaluation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.review.batch.AnswerIndex;
import dev.waggle.review.batch.TextIndex;
import dev.waggle.review.evaluation.EvaluationSet.SetAbstentions;
import dev.waggle.review.evaluation.EvaluationSet.SetBallots;
import dev.waggle.review.evaluation.EvaluationSet.SetItems;
import dev.waggle.review.evaluation.EvaluationSet.SetNames;

/**
 * Collector of recorded rows. A row that repeats an earlier one is dropped. A later answer of an agent on the same item
 * replaces its earlier one; an abstention replaces nothing. Owned by one thread.
 *
 * {@snippet :
 * EvaluationSet set = new EvaluationSetBuilder("quiz", List.of()).add("q1", "ada", "Paris").add("q1", "bob", "Lyon")
 *         .truth("q1", "Paris").build();
 * }
 */
public final class EvaluationSetBuilder {

    /** Largest number of options of an item: 2^20. */
    public static final int MAX_OPTIONS = 1 << 20;

    private static final int FIRST_CAPACITY = 1024;

    private final String name;
    private final List<String> kinds;
    private final TextIndex items = new TextIndex();
    private final TextIndex agents = new TextIndex();
    private final TextIndex categories = new TextIndex();
    private final AnswerIndex answers = new AnswerIndex();

    private int size;
    private int[] itemOf = new int[FIRST_CAPACITY];
    private int[] agentOf = new int[FIRST_CAPACITY];
    private int[] answerOf = new int[FIRST_CAPACITY];
    private int[] firstOf = new int[FIRST_CAPACITY];
    private final double[][] confidenceOf;
    private boolean isDebate;

    private int[] truths = new int[0];
    private int[] categoryOf = new int[0];
    private int[] options = new int[0];
    private int truthsWithoutItem;

    /**
     * A set of that name without rows.
     *
     * @param kinds names of the kinds of stated confidences
     */
    public EvaluationSetBuilder(String name, List<String> kinds) {
        this.name = name;
        this.kinds = List.copyOf(kinds);
        this.confidenceOf = new double[kinds.size()][FIRST_CAPACITY];
    }

    /**
     * Adds the answer of an agent that answered alone.
     *
     * @param answer empty for an abstention
     * @param confidences stated confidences 0..1, one of each kind; NaN where none was stated
     */
    public EvaluationSetBuilder add(String item, String agent, String answer, double... confidences) {
        row(item, agent, answer, confidences);
        return this;
    }

    /** Adds the first and the last answer of an agent in a debate; an empty last answer is an abstention. */
    public EvaluationSetBuilder addDebate(String item, String agent, String first, String last,
            double... confidences) {
        isDebate = true;
        row(item, agent, last, confidences);
        firstOf[size - 1] = first.isEmpty() ? EvaluationSet.UNKNOWN : answers.meaning(answers.spelling(first));
        return this;
    }

    private void row(String item, String agent, String answer, double[] confidences) {
        if (confidences.length != kinds.size()) {
            throw new IllegalArgumentException(
                    "a ballot must have " + kinds.size() + " confidences, got " + confidences.length);
        }
        for (double confidence : confidences) {
            if (confidence < 0 || confidence > 1) {
                throw new IllegalArgumentException("a confidence must be between 0 and 1 or NaN, got " + confidence);
            }
        }
        if (size == itemOf.length) {
            int larger = Math.addExact(size, size >> 1);
            itemOf = Arrays.copyOf(itemOf, larger);
            agentOf = Arrays.copyOf(agentOf, larger);
            answerOf = Arrays.copyOf(answerOf, larger);
            firstOf = Arrays.copyOf(firstOf, larger);
            Arrays.setAll(confidenceOf, kind -> Arrays.copyOf(confidenceOf[kind], larger));
        }
        itemOf[size] = items.number(item);
        agentOf[size] = agents.number(agent);
        answerOf[size] = answer.isEmpty() ? EvaluationSet.UNKNOWN : answers.meaning(answers.spelling(answer));
        firstOf[size] = EvaluationSet.UNKNOWN;
        for (int kind = 0; kind < confidences.length; kind++) {
            confidenceOf[kind][size] = confidences[kind];
        }
        size++;
    }

    /** Names the right answer of an item that has rows; throws when it had another. */
    public EvaluationSetBuilder truth(String item, String answer) {
        addTruth(item, answer).ifPresent(earlier -> {
            throw new IllegalArgumentException(
                    "item " + item + " has the truth " + answer + ", before it had " + earlier);
        });
        return this;
    }

    /**
     * Records the right answer of an item that has rows; those of other items are only counted.
     *
     * @param answer empty if unknown
     * @return another right answer that was recorded before, and stays
     */
    public Optional<String> addTruth(String item, String answer) {
        int number = items.find(item);
        if (number == TextIndex.UNKNOWN) {
            truthsWithoutItem++;
            return Optional.empty();
        }
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        truths = grown(truths, number, EvaluationSet.UNKNOWN);
        int meaning = answers.meaning(answers.spelling(answer));
        int earlier = truths[number];
        if (earlier == EvaluationSet.UNKNOWN) {
            truths[number] = meaning;
            return Optional.empty();
        }
        return earlier == meaning ? Optional.empty() : Optional.of(answers.folded(earlier));
    }

    /** Names the category of an item that has rows; an empty one is ignored. */
    public EvaluationSetBuilder category(String item, String category) {
        int number = items.find(item);
        if (number != TextIndex.UNKNOWN && !category.isEmpty()) {
            categoryOf = grown(categoryOf, number, EvaluationSet.UNKNOWN);
            categoryOf[number] = categories.number(category);
        }
        return this;
    }

    /** Sets the number of possible answers of an item that has rows, 1..{@value #MAX_OPTIONS}. */
    public EvaluationSetBuilder options(String item, int possible) {
        if (possible < 1 || possible > MAX_OPTIONS) {
            throw new IllegalArgumentException("options must be between 1 and " + MAX_OPTIONS + ", got " + possible);
        }
        int number = items.find(item);
        if (number != TextIndex.UNKNOWN) {
            options = grown(options, number, 0);
            options[number] = possible;
        }
        return this;
    }

    private static int[] grown(int[] values, int place, int absent) {
        if (place < values.length) {
            return values;
        }
        int[] larger = Arrays.copyOf(values, Math.max(place + 1, values.length + (values.length >> 1)));
        Arrays.fill(larger, values.length, larger.length, absent);
        return larger;
    }

    /** Number of rows so far, abstentions too. */
    public int rows() {
        return size;
    }

    /** Bytes on the heap that the rows need, an estimate from above. */
    public long bytes() {
        return (long) size * (4 + kinds.size()) * 16 + items.bytes() + agents.bytes() + answers.bytes();
    }

    /** Ids of the agents so far. */
    public List<String> agents() {
        return List.copyOf(agents.all());
    }

    /** True if that item has a row. */
    public boolean hasItem(String item) {
        return items.find(item) != TextIndex.UNKNOWN;
    }

    /** Number of truths of items without a row. */
    public int truthsWithoutItem() {
        return truthsWithoutItem;
    }

    /** The set of all rows. Kinds of confidences that no answer states are omitted. */
    public EvaluationSet build() {
        int[] all = heldRows();
        int[] rows = Arrays.stream(all).filter(row -> answerOf[row] != EvaluationSet.UNKNOWN).toArray();
        int[] silent = Arrays.stream(all).filter(row -> answerOf[row] == EvaluationSet.UNKNOWN).toArray();
        int[] rank = answerRanks();
        int[] starts = starts(rows);
        int[] ballotAgents = new int[rows.length];
        int[] ballotAnswers = new int[rows.length];
        int[] ballotFirsts = new int[rows.length];
        double[][] confidences = new double[kinds.size()][rows.length];
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i];
            ballotAgents[i] = agentOf[row];
            ballotAnswers[i] = rank[answerOf[row]];
            ballotFirsts[i] = firstOf[row] == EvaluationSet.UNKNOWN ? EvaluationSet.UNKNOWN : rank[firstOf[row]];
            for (int kind = 0; kind < confidences.length; kind++) {
                confidences[kind][i] = confidenceOf[kind][row];
            }
        }
        int[] stated = statedKinds(confidences);
        double[][] keptConfidences = new double[stated.length][];
        Arrays.setAll(keptConfidences, i -> confidences[stated[i]]);
        int[] ranked = grown(truths, items.size() - 1, EvaluationSet.UNKNOWN);
        int[] truthRanks = new int[items.size()];
        Arrays.setAll(truthRanks,
                item -> ranked[item] == EvaluationSet.UNKNOWN ? EvaluationSet.UNKNOWN : rank[ranked[item]]);
        return new EvaluationSet(name, new SetNames(items.all(), agents.all(), sortedAnswers(), categories.all(),
                Arrays.stream(stated).mapToObj(kinds::get).toList()),
                new SetBallots(starts, ballotAgents, ballotAnswers, ballotFirsts, keptConfidences, isDebate),
                new SetAbstentions(starts(silent), Arrays.stream(silent).map(row -> agentOf[row]).toArray()),
                new SetItems(truthRanks, grown(categoryOf, items.size() - 1, EvaluationSet.UNKNOWN),
                        grown(options, items.size() - 1, 0)));
    }

    /** Kinds with a stated confidence. */
    private static int[] statedKinds(double[][] confidences) {
        return IntStream.range(0, confidences.length)
                .filter(kind -> Arrays.stream(confidences[kind]).anyMatch(stated -> !Double.isNaN(stated))).toArray();
    }

    /** First place of each item in rows that are grouped by item, and the end. */
    private int[] starts(int[] rows) {
        int[] starts = new int[items.size() + 1];
        for (int row : rows) {
            starts[itemOf[row] + 1]++;
        }
        for (int item = 0; item < items.size(); item++) {
            starts[item + 1] += starts[item];
        }
        return starts;
    }

    /**
     * Rows that hold, grouped by item, in the order of agents: one for each agent of an item. It is an abstention if the
     * agent gave no answer.
     */
    private int[] heldRows() {
        int[] byAgent = stableSort(IntStream.range(0, size).toArray(), agentOf, agents.size());
        int[] sorted = stableSort(byAgent, itemOf, items.size());
        int count = 0;
        int from = 0;
        while (from < sorted.length) {
            int end = from + 1;
            while (end < sorted.length && itemOf[sorted[end]] == itemOf[sorted[from]]
                    && agentOf[sorted[end]] == agentOf[sorted[from]]) {
                end++;
            }
            sorted[count++] = end == from + 1 ? sorted[from] : standing(sorted, from, end);
            from = end;
        }
        return Arrays.copyOf(sorted, count);
    }

    /** The row that stands of those of an agent on an item: the last answer that repeats no earlier row, if any. */
    private int standing(int[] rows, int from, int end) {
        Set<RowContent> earlier = new HashSet<>();
        int standing = rows[from];
        for (int i = from; i < end; i++) {
            int row = rows[i];
            boolean isNew = earlier.add(new RowContent(answerOf[row], firstOf[row],
                    Arrays.stream(confidenceOf).map(kind -> kind[row]).toList()));
            standing = isNew && answerOf[row] != EvaluationSet.UNKNOWN ? row : standing;
        }
        return standing;
    }

    /** Content of a row beside its item and agent. */
    private record RowContent(int answer, int first, List<Double> confidences) {}

    /** Rows in the order of their keys, equal keys in the order given: a counting sort. */
    private static int[] stableSort(int[] rows, int[] keys, int keyCount) {
        int[] next = new int[keyCount + 1];
        for (int row : rows) {
            next[keys[row] + 1]++;
        }
        for (int key = 0; key < keyCount; key++) {
            next[key + 1] += next[key];
        }
        int[] sorted = new int[rows.length];
        for (int row : rows) {
            sorted[next[keys[row]]++] = row;
        }
        return sorted;
    }

    private int[] answerOrder() {
        return IntStream.range(0, answers.meanings()).boxed().sorted(Comparator.comparing(answers::folded))
                .mapToInt(Integer::intValue).toArray();
    }

    private int[] answerRanks() {
        int[] order = answerOrder();
        int[] rank = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
        }
        return rank;
    }

    private List<String> sortedAnswers() {
        return Arrays.stream(answerOrder()).mapToObj(answers::folded).toList();
    }
}
