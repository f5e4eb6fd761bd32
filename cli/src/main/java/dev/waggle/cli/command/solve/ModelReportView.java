package dev.waggle.cli.command.solve;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

import dev.waggle.cli.models.CheckFinding;
import dev.waggle.cli.models.CheckOutcome;
import dev.waggle.cli.models.CheckReport;
import dev.waggle.cli.models.FamilyTable;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.connect.llm.family.FamilyFact;
import dev.waggle.journal.JsonText;

/** View of the reports about models: checks, and known facts. */
final class ModelReportView {

    private static final int NAME = 15;
    private static final int OUTCOME = 10;
    private static final int FACT = 16;
    private static final int MIN_TEXT = 30;

    private final TerminalScreen screen;
    private final PrintWriter out;
    private final TextStyle style;
    private final int width;

    ModelReportView(TerminalScreen screen, int width) {
        this.screen = screen;
        this.width = width;
        out = screen.out();
        style = screen.style();
    }

    /** The line above the reports: what was run, and when. */
    void header(Instant now, boolean isMarkdown) {
        String line = "waggle models --check, " + version() + ", Java " + Runtime.version().feature() + ", "
                + System.getProperty("os.name", "unknown system") + ", " + now.atZone(ZoneOffset.UTC).toLocalDate();
        out.println(isMarkdown ? line + "\n" : style.paint(Ink.DIM, TextStyle.printable(line)));
        out.flush();
    }

    void show(CheckReport report, boolean isMarkdown) {
        if (isMarkdown) {
            report.markdown().forEach(line -> out.println(TextStyle.printable(line)));
        } else {
            out.println(style.paint(Ink.BOLD, TextStyle.printable(report.model())) + "  "
                    + style.paint(Ink.DIM, report.provider()));
            report.findings().forEach(this::finding);
        }
        out.flush();
    }

    private void finding(CheckFinding finding) {
        int indent = 2 + NAME + OUTCOME;
        List<String> lines = TextWrap.lines(finding.fact(), Math.max(MIN_TEXT, width - indent));
        out.println("  " + padded(finding.capability(), NAME)
                + style.paint(ink(finding.outcome()), padded(finding.outcome().title(), OUTCOME))
                + lines.getFirst());
        lines.stream().skip(1).forEach(line -> out.println(" ".repeat(indent) + line));
    }

    private static Ink ink(CheckOutcome outcome) {
        return switch (outcome) {
            case YES -> Ink.GREEN;
            case FAILED -> Ink.RED;
            case NOT_SEEN -> Ink.YELLOW;
            case NOT_TRIED, FIGURE -> Ink.DIM;
        };
    }

    void families(FamilyTable table, boolean isJson) {
        if (isJson) {
            out.println(JsonText.write(table.toJson()));
        } else {
            table.rows().forEach(this::family);
        }
        screen.out().flush();
    }

    private void family(FamilyTable.FactRow row) {
        out.println(style.paint(Ink.BOLD, TextStyle.printable(row.name())));
        for (FamilyFact fact : row.known()) {
            out.println("  " + padded(fact.name(), FACT) + "  " + TextStyle.printable(fact.text()) + "  "
                    + style.paint(Ink.DIM, TextStyle.printable(fact.source() + ", " + fact.date())));
        }
        if (!row.unknown().isEmpty()) {
            String unknown = "unknown: " + row.unknown();
            TextWrap.lines(unknown, Math.max(MIN_TEXT, width - 2))
                    .forEach(line -> out.println("  " + style.paint(Ink.DIM, line)));
        }
    }

    private static String padded(String text, int width) {
        return DisplayWidth.padded(text, width);
    }

    private static String version() {
        String version = ModelReportView.class.getPackage().getImplementationVersion();
        return version == null ? "Waggle 0.1.0" : "Waggle " + version;
    }
}
