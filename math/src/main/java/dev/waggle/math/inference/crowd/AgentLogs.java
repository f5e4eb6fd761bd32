package dev.waggle.math.inference.crowd;

/**
 * Logarithms of the confusion matrix of one agent, row by row. A cell without counts costs no logarithm. Owned by one
 * thread.
 */
final class AgentLogs {

    private final ConfusionCounts counts;
    private final int agent;
    private final double reliability;
    private final int logRight;
    private final int logWrong;
    private int label;
    private double total;
    private int logTotal;

    /** Logarithms of an agent with that number of answers. */
    AgentLogs(ConfusionCounts counts, int agent, int answers) {
        this.counts = counts;
        this.agent = agent;
        reliability = EmControl.reliability(counts.right(agent), answers);
        logRight = FixedPoint.log(counts.backoff(reliability, true));
        logWrong = FixedPoint.log(counts.backoff(reliability, false));
    }

    /** Moves to the row of a right label. */
    void row(int right) {
        label = right;
        long row = counts.row(agent, right);
        total = FixedPoint.value(row) + 1;
        logTotal = row == 0 ? 0 : FixedPoint.log(total);
    }

    /** Logarithm of the probability of the label of a column in this row. */
    int cell(int column) {
        boolean isRight = counts.labelOf(column) == label;
        long units = counts.cell(column, label);
        return units == 0
                ? (isRight ? logRight : logWrong) - logTotal
                : FixedPoint.log((FixedPoint.value(units) + counts.backoff(reliability, isRight)) / total);
    }
}
