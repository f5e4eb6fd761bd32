package dev.waggle.swarm.reliability;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

import dev.waggle.math.inference.logit.ChoiceSet;
import dev.waggle.math.inference.logit.LogitFilter;

/**
 * One step of learning: the terms of a panel as one normal distribution, learned from, and written back. Terms that do not
 * enter keep their means, and their correlations with those that do.
 */
final class PanelStep implements CaseFeatures.Sink {

    /** Maximum number of terms that enter a step. */
    static final int MAX_TERMS = 1_500;

    /** Times that correlations between agents are halved until the covariance is positive; then they are dropped. */
    private static final int HALVINGS = 3;

    private final LearnedTerms terms;
    private final int category;
    private final ToIntFunction<String> answers;
    private final int[] members;
    private final int[][] columns;
    private final int size;
    private final ChoiceSet choice;

    /**
     * A step for a panel.
     *
     * @param agents the numbers of the agents with a ballot
     * @param category the term of the category, negative without one
     * @param answers the term of each answer, negative without one
     */
    PanelStep(LearnedTerms terms, List<Integer> agents, int category, ToIntFunction<String> answers,
            DecisionCase decision, double[] offsets) {
        this.terms = terms;
        this.category = category;
        this.answers = answers;
        members = new int[agents.size() + 1];
        for (int i = 0; i < agents.size(); i++) {
            members[i + 1] = agents.get(i);
        }
        Arrays.sort(members);
        columns = new int[members.length][];
        size = place();
        choice = new ChoiceSet(offsets);
        CaseFeatures.write(decision, this);
    }

    /** Gives the terms their places: as many as fit, those that matter most for the case first. */
    private int place() {
        for (int level = 0;; level++) {
            int next = 0;
            for (int i = 0; i < members.length; i++) {
                MemberState member = terms.member(members[i]);
                columns[i] = new int[member.size()];
                for (int term = 0; term < columns[i].length; term++) {
                    boolean isIn = members[i] == LearnedTerms.COMMON || enters(member.term(term), level, next);
                    columns[i][term] = isIn ? next++ : -1;
                }
            }
            if (next <= MAX_TERMS) {
                return next;
            }
        }
    }

    private boolean enters(int term, int level, int before) {
        return switch (level) {
            case 0 -> true;
            case 1 -> term < ModelTerm.CATEGORY || term == ModelTerm.DEBATER || term == category;
            case 2 -> term == ModelTerm.AGENT || term == ModelTerm.DEBATER;
            default -> (term == ModelTerm.AGENT || term == ModelTerm.DEBATER) && before < MAX_TERMS;
        };
    }

    /** Learns the truth, and writes the members and pairs back. The answer that nobody named comes after the options. */
    void learn(CaseTruth truth, long outcome) {
        double[] mean = new double[size];
        double[][] covariance = new double[size][size];
        double kept = 1;
        for (int halving = 0;; halving++) {
            read(mean, covariance, kept);
            if (learn(new LogitFilter(mean, covariance), truth)) {
                break;
            }
            if (kept == 0) {
                return;
            }
            kept = halving < HALVINGS ? kept / 2 : 0;
        }
        write(mean, covariance, outcome);
    }

    private boolean learn(LogitFilter filter, CaseTruth truth) {
        return switch (truth) {
            case CaseTruth.Right(int option) -> filter.learn(choice, option);
            case CaseTruth.Unnamed _ -> filter.learn(choice, choice.options() - 1);
            case CaseTruth.Wrong(int option) -> filter.learnWrong(choice, option);
        };
    }

    private void read(double[] mean, double[][] covariance, double kept) {
        for (int i = 0; i < members.length; i++) {
            MemberState first = terms.member(members[i]);
            for (int term = 0; term < columns[i].length; term++) {
                if (columns[i][term] >= 0) {
                    mean[columns[i][term]] = first.mean(term);
                }
            }
            for (int j = i; j < members.length; j++) {
                readPair(i, j, i == j ? 1 : kept, covariance);
            }
        }
    }

    private void readPair(int i, int j, double kept, double[][] covariance) {
        PairState pair = terms.find(members[i], members[j]);
        MemberState first = terms.member(members[i]);
        MemberState second = terms.member(members[j]);
        double held = pair == null || i == j ? 1 : kept * pair.kept(first, second);
        for (int a = 0; a < columns[i].length; a++) {
            for (int b = 0; b < columns[j].length; b++) {
                int row = columns[i][a];
                int column = columns[j][b];
                if (row >= 0 && column >= 0) {
                    double variance = first.deviation(a) * first.deviation(a);
                    double link = pair == null ? 0 : held * pair.link(a, b);
                    double value = i == j && a == b
                            ? variance
                            : link * variance * (second.deviation(b) * second.deviation(b));
                    covariance[row][column] = value;
                    covariance[column][row] = value;
                }
            }
        }
    }

    private void write(double[] mean, double[][] covariance, long outcome) {
        for (int i = 0; i < members.length; i++) {
            MemberState member = terms.member(members[i]);
            for (int term = 0; term < columns[i].length; term++) {
                int at = columns[i][term];
                if (at >= 0) {
                    member.set(term, mean[at], Math.sqrt(covariance[at][at]));
                }
            }
        }
        int paired = terms.paired(members);
        for (int i = 0; i < members.length; i++) {
            for (int j = i; j < members.length; j++) {
                if (i == 0 || i == j || j < paired) {
                    writePair(i, j, covariance, outcome);
                } else {
                    terms.drop(members[i], members[j]);
                }
            }
        }
    }

    private void writePair(int i, int j, double[][] covariance, long outcome) {
        PairState pair = terms.pair(members[i], members[j]);
        pair.see(outcome, terms.member(members[i]).steps() + 1, terms.member(members[j]).steps() + 1);
        for (int a = 0; a < columns[i].length; a++) {
            for (int b = 0; b < columns[j].length; b++) {
                int row = columns[i][a];
                int column = columns[j][b];
                if (row >= 0 && column >= 0 && (i != j || a != b)) {
                    double scale = covariance[row][row] * covariance[column][column];
                    pair.set(a, b, scale > 0 ? covariance[row][column] / scale : 0);
                }
            }
        }
    }

    @Override
    public void common(int option, int term, double value) {
        add(option, 0, term, value);
    }

    @Override
    public void own(int option, String agent, int term, double value) {
        add(option, Arrays.binarySearch(members, terms.find(agent)), term, value);
    }

    private void add(int option, int at, int term, double value) {
        MemberState member = terms.member(members[at]);
        int place = member.find(term);
        if (place >= 0) {
            if (columns[at][place] >= 0) {
                choice.add(option, columns[at][place], value);
            } else {
                choice.shift(option, value * member.mean(place));
            }
        }
    }

    @Override
    public double usual(String agent, int kind) {
        return terms.member(terms.find(agent)).usual(kind);
    }

    @Override
    public int categoryTerm() {
        return category;
    }

    @Override
    public int answerTerm(String answer) {
        return answers.applyAsInt(answer);
    }
}
