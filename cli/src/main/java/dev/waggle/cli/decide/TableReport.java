package dev.waggle.cli.decide;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.cli.terminal.StrategyFigures;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.CalibrationScore.Scores;
import dev.waggle.review.batch.EffortSummary;
import dev.waggle.review.batch.ItemDecision;
import dev.waggle.review.batch.ItemDecision.Share;
import dev.waggle.review.batch.LearnedPanel;
import dev.waggle.review.batch.LearnedPanel.AgentReliability;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.ConfidenceEstimate.Basis;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;

/** A table of the first items and the summary, for people. */
public final class TableReport implements DecisionReport {

    /** Places of cells in a row. */
    private static final int MEASURE = 3;
    private static final int TRUTH = 6;
    private static final int ACCEPTANCE = 7;

    private static final int WIDEST = 32;
    private static final int WIDEST_SHARE = 12;

    /** Columns of the name of a line of the summary. */
    private static final int NAME = 16;

    private static final int SHARES = 3;
    private static final int BAR = 8;

    /** Number of agents at each end of the table. */
    private static final int AGENTS = 3;

    /** Number of votes of an agent below which its reliability is mostly the prior. */
    private static final int MIN_VOTES = 5;
    private static final double EIGHTH = 1 / 8.0;
    private static final double MAJORITY = 0.5;
    private static final int MAX_DIGITS = 9;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private final PrintWriter out;
    private final TextStyle style;
    private final int top;
    private final TableColumns columns;
    private final String strategy;
    private final double threshold;
    private final TextTable table;
    private final int width = TerminalWidth.ofText();
    private int items;
    private int majorities;
    private double largestMajority;

    /**
     * A report to that writer.
     *
     * @param top the number of items that the table shows
     * @param columns the columns that not every file has
     * @param config the strategy and the threshold that bars show
     */
    public TableReport(PrintWriter out, TextStyle style, int top, TableColumns columns, ConsensusConfig config) {
        this.out = out;
        this.style = style;
        this.top = top;
        this.columns = columns;
        this.strategy = config.strategy().id();
        this.threshold = config.threshold();
        List<TextTable.Column> all = List.of(new TextTable.Column("item", Side.LEFT),
                new TextTable.Column("decision", Side.LEFT), new TextTable.Column("confidence", Side.RIGHT),
                new TextTable.Column(StrategyCatalog.measureOf(strategy), Side.RIGHT),
                new TextTable.Column("votes", Side.RIGHT), new TextTable.Column("dissent", Side.RIGHT),
                new TextTable.Column("truth", Side.LEFT), new TextTable.Column("accept", Side.LEFT),
                new TextTable.Column("distribution", Side.CHART));
        this.table = new TextTable(out, style, visibleCells(all));
    }

    @Override
    public void item(ItemDecision outcome) {
        items++;
        countMajority(outcome);
        if (items <= top) {
            table.row(visibleCells(List.of(Cell.of(TextTable.clip(outcome.item(), WIDEST)), decision(outcome),
                    Cell.of(percent(outcome.confidence())), Cell.of(percent(outcome.agreement())),
                    Cell.of(number(outcome.votes())), Cell.of(number(outcome.dissent())), truth(outcome),
                    AcceptanceText.cell(outcome.acceptance()), distribution(outcome))));
        }
    }

    @Override
    public void end(BatchSummary summary) {
        if (top > 0) {
            table.close();
            if (items > top) {
                out.println(style.paint(Ink.DIM,
                        MessageText.count(items - top, "more item") + ": --all shows every item"));
            }
            out.println();
        }
        counts(summary);
        if (majorities > 0) {
            line("majorities", MessageText.count(majorities, "undecided item") + ": a majority agrees, below the"
                    + " threshold; the largest agreement is " + percentBelow(largestMajority, threshold));
        }
        if (summary.quality() != null) {
            quality(summary.quality());
        }
        if (summary.effort() != null) {
            effort(summary.effort());
        }
        if (summary.acceptance() != null) {
            AcceptanceText.lines(summary.acceptance()).forEach(this::line);
        }
    }

    /** Counts an item that is undecided though more than half agree: few voters may never reach the threshold. */
    private void countMajority(ItemDecision outcome) {
        if (columns.measure() && !outcome.decided() && outcome.estimate().basis() != Basis.LEARNED
                && outcome.agreement() > MAJORITY && outcome.agreement() < threshold
                && StrategyFigures.isMarked(strategy, false, outcome.agreement(), threshold)) {
            majorities++;
            largestMajority = Math.max(largestMajority, outcome.agreement());
        }
    }

    /**
     * Columns that not every file has.
     *
     * @param truth of the right answers
     * @param acceptance of the split into accepted items and items for people
     * @param measure of the figure of the strategy, which no mode of learning has whose probability decides
     */
    public record TableColumns(boolean truth, boolean acceptance, boolean measure) {}

    /** The cells of a row that its columns show. */
    private <T> List<T> visibleCells(List<T> row) {
        return IntStream.range(0, row.size())
                .filter(i -> (i != TRUTH || columns.truth()) && (i != ACCEPTANCE || columns.acceptance())
                        && (i != MEASURE || columns.measure()))
                .mapToObj(row::get).toList();
    }

    private static Cell decision(ItemDecision outcome) {
        String leader = outcome.leader();
        if (leader == null) {
            return new Cell("-", Ink.DIM);
        }
        String text = TextTable.clip(leader, WIDEST);
        return outcome.decided() ? new Cell(text, Ink.BOLD) : new Cell("- (" + text + ")", Ink.DIM);
    }

    private static Cell truth(ItemDecision outcome) {
        String truth = TextTable.clip(Objects.requireNonNullElse(outcome.truth(), ""), WIDEST);
        Boolean correct = outcome.correct();
        if (correct == null) {
            return Cell.of(truth);
        }
        return correct ? new Cell(truth + " ✓", Ink.GREEN) : new Cell(truth + " ✗", Ink.RED);
    }

    /** The strategy's figures of the first answers; the bar of the leader has a mark at the threshold. */
    private Cell distribution(ItemDecision outcome) {
        List<Share> shares = outcome.shares();
        boolean isMarked = !columns.measure()
                || StrategyFigures.isMarked(strategy, outcome.decided(), outcome.agreement(), threshold);
        List<String> pieces = new ArrayList<>(shares.stream().limit(SHARES)
                .map(share -> TextTable.clip(share.answer(), WIDEST_SHARE) + " "
                        + (isMarked && share.answer().equals(outcome.leader())
                                ? marked(share.figure())
                                : bar(share.figure()))
                        + wholePercent(share))
                .toList());
        if (shares.size() > SHARES) {
            pieces.add("+" + (shares.size() - SHARES));
        }
        return new Cell(pieces, null);
    }

    private static String bar(double share) {
        int eighths = (int) Math.round(Math.max(0, share) * BAR * 8);
        String part = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        String bar = "█".repeat(eighths / 8) + part;
        return bar.isEmpty() ? "" : bar + " ";
    }

    /** The bar with a mark at the threshold: beyond it only if the figure reaches the threshold. */
    private String marked(double figure) {
        int mark = Math.clamp(Math.round(threshold * BAR), 0, BAR);
        boolean reaches = DecisionRule.reaches(figure, threshold);
        String bar = bar(reaches ? Math.max(figure, (double) mark / BAR) : Math.min(figure, (mark - EIGHTH) / BAR))
                .strip();
        String padded = bar + " ".repeat(Math.max(0, mark - bar.length()));
        return padded.substring(0, mark) + "│" + padded.substring(mark) + " ";
    }

    private static String wholePercent(Share share) {
        return Math.round(100 * share.figure()) + " %";
    }

    private void counts(BatchSummary summary) {
        BatchSummary.Rule rule = summary.rule();
        BatchSummary.Counts counts = summary.counts();
        boolean isProbability = rule.strategy().equals(LearnedStrategy.ID) && summary.outcomes() > 0;
        String voters = ", at least " + MessageText.count(rule.minVoters(), "voter") + " an item";
        LearnedPanel panel = summary.panel();
        if (panel == null) {
            line("strategy", rule.strategy() + ", " + (isProbability ? "probability" : "agreement") + " of at least "
                    + rule.threshold() + voters);
        } else {
            line("learning", rule.strategy() + ", " + panel.model().inWords() + " from all items, "
                    + MessageText.count(panel.rounds(), "round"));
            line("rule", "confidence of at least " + rule.threshold() + voters
                    + (panel.largest() < rule.threshold()
                            ? "; no answer can reach more than " + percent(panel.largest())
                            : ""));
        }
        line("votes",
                MessageText.count(counts.votes(), "vote") + " of " + MessageText.count(counts.agents(), "agent")
                        + " on "
                        + MessageText.count(counts.items(), "item"));
        line("set aside", MessageText.count(counts.duplicates(), "duplicate row") + ", "
                + MessageText.count(counts.replaced(), "replaced answer") + ", "
                + MessageText.count(counts.abstentions(), "abstention")
                + (counts.others() == 0 ? "" : ", " + MessageText.count(counts.others(), "row") + " of other agents"));
        line("confidence", "probability that the leading answer is right, "
                + (panel == null
                        ? basis(isProbability ? "learned from " : "calibrated on ", summary.outcomes())
                        : basis(panel)));
        if (panel != null && !panel.agents().isEmpty()) {
            agents(panel.agents());
        }
        line("decided", number(summary.decided()) + " of " + MessageText.count(counts.items(), "item") + ", coverage "
                + percent(summary.coverage()));
    }

    private static String basis(String source, int outcomes) {
        return outcomes == 0
                ? "assumed; of agents that answered alone"
                : source + MessageText.count(outcomes, "known truth")
                        + "; an item with one uses those before it, and is assumed without";
    }

    private static String basis(LearnedPanel panel) {
        String votes = MessageText.count(panel.votes(), "vote");
        return panel.truths() == 0
                ? "learned without truths from " + votes
                : "learned from " + votes + " with " + MessageText.count(panel.truths(), "truth")
                        + "; an item with one is decided without it";
    }

    /** The most and the least reliable agents, of those with some votes; all of them if they are few. */
    private void agents(List<AgentReliability> all) {
        List<AgentReliability> known = all.stream().filter(agent -> agent.votes() >= MIN_VOTES).toList();
        List<AgentReliability> agents = known.isEmpty() ? all : known;
        int shown = agents.size() <= 2 * AGENTS ? agents.size() : AGENTS;
        line(shown < agents.size() ? "strongest" : "reliability", reliabilities(agents.subList(0, shown)));
        if (shown < agents.size()) {
            line("weakest", reliabilities(agents.subList(agents.size() - AGENTS, agents.size())));
        }
    }

    private static String reliabilities(List<AgentReliability> agents) {
        return agents.stream().map(agent -> TextTable.clip(agent.agent(), WIDEST_SHARE) + " "
                + percent(agent.reliability()) + " of " + MessageText.count(agent.votes(), "vote"))
                .collect(Collectors.joining(", "));
    }

    private void effort(EffortSummary effort) {
        if (effort.budget().isPresent()) {
            line("effort", calls(effort.asked(), effort.answers()) + " asked, budget "
                    + percent(effort.budget().getAsDouble()) + "; agents with the best record first"
                    + (effort.asked() < effort.answers() ? "" : "; without known truths all are asked"));
        }
        line("early stop", "plurality: the rest could not change it after "
                + calls(effort.untilFixed(), effort.answers()) + " in the order of their names");
    }

    private static String calls(long some, long all) {
        return String.format(PlainLocale.NONE, "%,d of %s (%s)", some, MessageText.count(all, "answer"),
                percent(all == 0 ? 0 : (double) some / all));
    }

    private void quality(BatchSummary.Quality quality) {
        line("truth", "known for " + MessageText.count(quality.known(), "item") + (quality.withoutVotes() == 0
                ? ""
                : "; of items without votes: " + number(quality.withoutVotes())));
        scores("  decided", quality.decided(), quality.decided().cases(), quality.decided().accuracy());
        scores("  all leaders", quality.leaders(), quality.known(), quality.leaderAccuracy());
        line("  plain majority", accuracy(quality.majorityCorrect(), quality.known(), quality.majorityAccuracy())
                + "; " + MessageText.count(quality.majorityTies(), "tie") + ", where the smallest answer is taken");
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
        TextWrap.beside(style.paint(Ink.CYAN, String.format(PlainLocale.NONE, "%-16s", name)) + "  ", NAME + 2, text,
                width)
                .forEach(out::println);
    }

    private static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.1f %%", 100 * share);
    }

    /** A share with as many digits as show that it is below that limit. */
    static String percentBelow(double share, double limit) {
        int digits = 1;
        while (digits < MAX_DIGITS && percent(share, digits).equals(percent(limit, digits))) {
            digits++;
        }
        return percent(share, digits);
    }

    private static String percent(double share, int digits) {
        return String.format(PlainLocale.NONE, "%." + digits + "f %%", 100 * share);
    }

    private static String decimal(OptionalDouble value) {
        return value.isEmpty() ? "-" : String.format(PlainLocale.NONE, "%.4f", value.getAsDouble());
    }

    private static String number(long count) {
        return String.format(PlainLocale.NONE, "%,d", count);
    }
}
