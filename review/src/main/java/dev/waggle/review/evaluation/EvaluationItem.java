package dev.waggle.review.evaluation;

import java.util.Arrays;

import dev.waggle.review.evaluation.EvaluationSet.SetBallots;

/**
 * View of one item: its ballots, and the answers that agents gave, each with a place from 0 in the order of their
 * texts. In a debate the first answers have places too. The truth is no part of it, so that no rule can read it before
 * its prediction.
 */
public final class EvaluationItem {

    private final EvaluationSet set;
    private final SetBallots ballots;
    private final int index;
    private final int start;
    private final int end;
    private final int[] voiced;
    private final int[] votes;

    private EvaluationItem(EvaluationSet set, int index) {
        this.set = set;
        this.ballots = set.cast();
        this.index = index;
        this.start = ballots.starts[index];
        this.end = ballots.starts[index + 1];
        this.voiced = distinctAnswers();
        this.votes = new int[voiced.length];
        for (int ballot = start; ballot < end; ballot++) {
            votes[place(ballots.answers[ballot])]++;
        }
    }

    /** View of the item of that place of a set. */
    public static EvaluationItem of(EvaluationSet set, int index) {
        return new EvaluationItem(set, index);
    }

    private int[] distinctAnswers() {
        int size = end - start;
        int[] all = Arrays.copyOf(Arrays.copyOfRange(ballots.answers, start, end), ballots.isDebate ? 2 * size : size);
        if (ballots.isDebate) {
            System.arraycopy(ballots.firsts, start, all, size, size);
        }
        Arrays.sort(all);
        int count = 0;
        for (int answer : all) {
            if (answer != EvaluationSet.UNKNOWN && (count == 0 || all[count - 1] != answer)) {
                all[count++] = answer;
            }
        }
        return Arrays.copyOf(all, count);
    }

    /** The set that it belongs to. */
    public EvaluationSet set() {
        return set;
    }

    /** Place of the item in its set. */
    public int index() {
        return index;
    }

    /** Id of the item. */
    public String id() {
        return set.names().items().get(index);
    }

    /** Number of ballots; each is of another agent. */
    public int ballots() {
        return end - start;
    }

    /** Number of the agent of a ballot. */
    public int agent(int ballot) {
        return ballots.agents[start + ballot];
    }

    /** Place of the answer of a ballot. */
    public int answer(int ballot) {
        return place(ballots.answers[start + ballot]);
    }

    /** Place of the first answer of a ballot in a debate; its answer elsewhere. */
    public int firstAnswer(int ballot) {
        int first = ballots.firsts[start + ballot];
        return first == EvaluationSet.UNKNOWN ? answer(ballot) : place(first);
    }

    /** Confidence that an agent stated with its answer, 0..1; NaN when it stated none of that kind. */
    public double confidence(int ballot, int kind) {
        return ballots.confidences[kind][start + ballot];
    }

    /** Number of different answers that agents gave. */
    public int voiced() {
        return voiced.length;
    }

    /** Number in the set of the answer of that place. */
    public int answerNumber(int place) {
        return voiced[place];
    }

    /** Number of ballots for the answer of that place. */
    public int votes(int place) {
        return votes[place];
    }

    /** Place of the answer of that number, or {@link EvaluationSet#UNKNOWN} when no agent gave it. */
    public int place(int answerNumber) {
        int place = Arrays.binarySearch(voiced, answerNumber);
        return place < 0 ? EvaluationSet.UNKNOWN : place;
    }

    /** Number of possible answers if it is known, 0 if it is not; never less than {@link #voiced}. */
    public int options() {
        int options = set.facts().options[index];
        int known = options == 0 ? set.sharedAnswers() : options;
        return known == 0 ? 0 : Math.max(known, voiced.length);
    }

    /** Number of answers that no agent gave: at least 1 unless the options are known. */
    public int others() {
        int options = options();
        return options == 0 ? 1 : options - voiced.length;
    }

    /** Number of the category, or {@link EvaluationSet#UNKNOWN}. */
    public int category() {
        return set.facts().categories[index];
    }
}
