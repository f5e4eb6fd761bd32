package dev.waggle.cli.decide;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

import dev.waggle.swarm.review.batch.Outcome.Share;
import dev.waggle.swarm.review.batch.Calibration.Scores;
import dev.waggle.cli.terminal.Style;
import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.cli.terminal.Table;
import dev.waggle.cli.terminal.Table.Cell;
import dev.waggle.cli.terminal.Table.Side;
import dev.waggle.swarm.review.batch.Outcome;
import dev.waggle.swarm.review.batch.Summary;

/** A table of the first items and the summary, for people. */
public final class TableReport implements Report {

    private static final int WIDEST = 32;
    private static final int WIDEST_SHARE = 12;
    private static final int SHARES = 3;
    private static final int BAR = 8;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private final PrintWriter out;
    private final Style style;
    private final int top;
    private final boolean truths;
    private final Table table;
    private int items;

    /**
     * A report to that writer.
     *
     * @param top how many items the table shows
     * @param truths whether it has a column for the right answers
     */
    public TableReport(PrintWriter out, Style style, int top, boolean truths) {
        this.out = out;
        this.style = style;
        this.top = top;
        this.truths = truths;
        List<Table.Column> columns = List.of(new Table.Column("item", Side.LEFT),
                new Table.Column("decision", Side.LEFT), new Table.Column("confidence", Side.RIGHT),
                new Table.Column("votes", Side.RIGHT), new Table.Column("dissent", Side.RIGHT),
                new Table.Column("truth", Side.LEFT), new Table.Column("distribution", Side.LEFT));
        this.table = new Table(out, style, shown(columns));
    }

    @Override
    public void item(Outcome outcome) {
        items++;
        if (items <= top) {
            table.row(shown(List.of(Cell.of(Table.clip(outcome.item(), WIDEST)), decision(outcome),
                    Cell.of(percent(outcome.confidence())), Cell.of(number(outcome.votes())),
                    Cell.of(number(outcome.dissent())), truth(outcome), Cell.of(distribution(outcome.shares())))));
        }
    }

    @Override
    public void end(Summary summary) {
        if (top > 0) {
            table.close();
            if (items > top) {
                out.println(style.paint(Ink.DIM,
                        Words.count(items - top, "more item") + ": --all shows every item"));
            }
            out.println();
        }
        counts(summary);
        if (summary.quality() != null) {
            quality(summary.quality());
        }
    }

    /** The cells of a row without the truth where nobody knows it. */
    private <T> List<T> shown(List<T> row) {
        int truth = 5;
        return truths ? row : List.of(row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(truth + 1));
    }

    private static Cell decision(Outcome outcome) {
        String leader = outcome.leader();
        if (leader == null) {
            return new Cell("-", Ink.DIM);
        }
        String shown = Table.clip(leader, WIDEST);
        return outcome.decided() ? new Cell(shown, Ink.BOLD) : new Cell("- (" + shown + ")", Ink.DIM);
    }

    private static Cell truth(Outcome outcome) {
        String truth = Table.clip(Objects.requireNonNullElse(outcome.truth(), ""), WIDEST);
        Boolean correct = outcome.correct();
        if (correct == null) {
            return Cell.of(truth);
        }
        return correct ? new Cell(truth + " ✓", Ink.GREEN) : new Cell(truth + " ✗", Ink.RED);
    }

    private static String distribution(List<Share> shares) {
        String first = shares.stream().limit(SHARES)
                .map(share -> Table.clip(share.answer(), WIDEST_SHARE) + " " + bar(share.share()) + wholePercent(share))
                .collect(Collectors.joining("  "));
        return shares.size() <= SHARES ? first : first + "  +" + (shares.size() - SHARES);
    }

    private static String bar(double share) {
        int eighths = (int) Math.round(share * BAR * 8);
        String part = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        String bar = "█".repeat(eighths / 8) + part;
        return bar.isEmpty() ? "" : bar + " ";
    }

    private static String wholePercent(Share share) {
        return Math.round(100 * share.share()) + " %";
    }

    private void counts(Summary summary) {
        Summary.Rule rule = summary.rule();
        Summary.Counts counts = summary.counts();
        line("strategy", rule.strategy() + ", threshold " + rule.threshold() + ", at least "
                + Words.count(rule.minVoters(), "voter") + " an item");
        line("votes", Words.count(counts.votes(), "vote") + " of " + Words.count(counts.agents(), "agent") + " on "
                + Words.count(counts.items(), "item"));
        line("set aside", Words.count(counts.duplicates(), "duplicate row") + ", "
                + Words.count(counts.replaced(), "replaced answer") + ", "
                + Words.count(counts.abstentions(), "abstention")
                + (counts.others() == 0 ? "" : ", " + Words.count(counts.others(), "row") + " of other agents"));
        line("decided", number(summary.decided()) + " of " + Words.count(counts.items(), "item") + ", coverage "
                + percent(summary.coverage()));
    }

    private void quality(Summary.Quality quality) {
        line("truth", "known for " + Words.count(quality.known(), "item") + (quality.withoutVotes() == 0
                ? ""
                : "; of items without votes: " + number(quality.withoutVotes())));
        scores("  decided", quality.decided(), quality.decided().cases(), quality.decided().accuracy());
        scores("  all leaders", quality.leaders(), quality.known(), quality.leaderAccuracy());
        line("  plain majority", accuracy(quality.majorityCorrect(), quality.known(), quality.majorityAccuracy())
                + "; " + Words.count(quality.majorityTies(), "tie") + ", where the smallest answer is taken");
    }

    private void scores(String name, Scores scores, int of, OptionalDouble accuracy) {
        line(name, accuracy(scores.correct(), of, accuracy) + "; Brier score " + decimal(scores.brier())
                + ", calibration error " + decimal(scores.calibrationError()));
    }

    private static String accuracy(int correct, int of, OptionalDouble accuracy) {
        return accuracy.isEmpty()
                ? "none"
                : percent(accuracy.getAsDouble()) + " right (" + number(correct) + " of " + number(of) + ")";
    }

    private void line(String name, String text) {
        out.println(style.paint(Ink.CYAN, String.format(Locale.ROOT, "%-16s", name)) + "  " + text);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String decimal(OptionalDouble value) {
        return value.isEmpty() ? "-" : String.format(Locale.ROOT, "%.4f", value.getAsDouble());
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
