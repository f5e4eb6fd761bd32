package dev.waggle.math.inference.crowd;

import java.util.Arrays;

/**
 * Columns of the confusion matrices of all agents: an agent has a column for each label that it used. Those of an agent
 * stand together. Immutable.
 */
final class AnswerColumns {

    private final int[] columnOf;
    private final int[] firstOf;
    private final int[] labelOf;

    /** The columns of these answers; O(answers log answers). */
    AnswerColumns(CrowdAnswers answers) {
        long[] keys = new long[answers.size()];
        for (int place = 0; place < keys.length; place++) {
            keys[place] = (long) answers.agent(place) << Integer.SIZE | answers.label(place);
        }
        long[] columns = Arrays.stream(keys).sorted().distinct().toArray();
        columnOf = new int[keys.length];
        for (int place = 0; place < keys.length; place++) {
            columnOf[place] = Arrays.binarySearch(columns, keys[place]);
        }
        firstOf = new int[answers.agents() + 1];
        labelOf = new int[columns.length];
        for (int column = 0; column < columns.length; column++) {
            firstOf[(int) (columns[column] >>> Integer.SIZE) + 1]++;
            labelOf[column] = (int) columns[column];
        }
        Arrays.parallelPrefix(firstOf, Integer::sum);
    }

    /** Number of columns. */
    int size() {
        return labelOf.length;
    }

    /** The column of the answer at that place. */
    int column(int place) {
        return columnOf[place];
    }

    /** The first column of an agent; those of the agent before end there. */
    int first(int agent) {
        return firstOf[agent];
    }

    /** The label of a column. */
    int label(int column) {
        return labelOf[column];
    }
}
