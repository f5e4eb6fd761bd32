package dev.waggle.cli.explain;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.GlyphSet;
import dev.waggle.cli.terminal.ProposalLabels;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.signal.text.PlainLocale;

/** Writer of an explanation: titled parts, wrapped texts, bars. Makes foreign texts safe to show. */
final class ReportWriter {

    private static final int LABEL = 18;
    private static final int NAME = 28;

    /** Length above any word of the engine. */
    private static final Pattern LONG_ID = Pattern.compile("[^\\s,;:]{" + (NAME + 1) + ",}");

    private final TerminalScreen screen;
    private final int width;
    private final ProposalLabels labels;

    ReportWriter(TerminalScreen screen, int width, ProposalLabels labels) {
        this.screen = screen;
        this.width = width;
        this.labels = labels;
    }

    int width() {
        return width;
    }

    GlyphSet glyphs() {
        return screen.glyphs();
    }

    String paint(Ink ink, String text) {
        return screen.style().paint(ink, text);
    }

    void line(String text) {
        screen.out().println(text);
    }

    /** A title between two parts. */
    void part(String name) {
        String left = "── " + name + " ";
        line("");
        line(paint(Ink.BOLD, left + "─".repeat(Math.max(3, width - DisplayWidth.of(left)))));
        line("");
    }

    /** A text in lines of its own. */
    void block(Ink ink, String text) {
        TextWrap.keepingLines(text, width - 4).forEach(one -> line("  " + paint(ink, one)));
    }

    /** A note on the run, in which a long path stays whole. */
    void remark(String text) {
        String label = "note: ";
        List<String> lines = TextWrap.keepingPaths(text, width - label.length());
        for (int i = 0; i < lines.size(); i++) {
            line((i == 0 ? paint(Ink.DIM, label) : " ".repeat(label.length())) + lines.get(i));
        }
    }

    /** A remark below a title. */
    void note(String text) {
        TextWrap.lines(text, width - 2).forEach(one -> line("  " + paint(Ink.DIM, one)));
    }

    /** A name, cut to its column, with its wrapped text beside it. */
    void fact(String name, String text) {
        printColumns("  " + paint(Ink.DIM, pad(TextTable.clip(name, LABEL - 1), LABEL)), LABEL + 2, text);
    }

    /** A text wrapped beside the text to the left of it. */
    void printColumns(String left, int leftWidth, String text) {
        TextWrap.beside(left, leftWidth, text, width).forEach(this::line);
    }

    /** Name of a proposal. */
    String name(String proposal) {
        return labels.name(proposal);
    }

    /** Name of a proposal with the beginning of its content. */
    String label(String proposal) {
        return labels.label(proposal, NAME);
    }

    /** A sentence of the engine with names in place of ids. */
    String plain(String sentence) {
        return LONG_ID.matcher(labels.sentence(sentence))
                .replaceAll(id -> Matcher.quoteReplacement(TextTable.clip(id.group(), NAME)));
    }

    static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.1f %%", 100 * share);
    }

    static String number(double value) {
        return String.format(PlainLocale.NONE, "%.2f", value);
    }

    static String plural(long count, String word) {
        return plural(count, word, word + "s");
    }

    static String plural(long count, String one, String many) {
        return String.format(PlainLocale.NONE, "%,d %s", count, count == 1 ? one : many);
    }

    /** Filled up with blanks to that width. */
    static String pad(String text, int width) {
        return DisplayWidth.padded(text, width);
    }

    String bar(double share, int cells, Ink ink) {
        int full = Math.clamp(Math.round(share * cells), 0, cells);
        boolean blocks = screen.glyphs() == GlyphSet.BLOCKS;
        return paint(ink, (blocks ? "█" : "#").repeat(full))
                + paint(Ink.DIM, (blocks ? "░" : ".").repeat(cells - full));
    }

    /** A bar with a mark at the threshold. */
    String bar(double share, double threshold, int cells, Ink ink) {
        int mark = Math.clamp(Math.round(threshold * cells), 0, cells);
        double below = mark == 0 ? 0 : Math.min(1, share * cells / mark);
        double above = mark == cells ? 0 : (share * cells - mark) / (cells - mark);
        return bar(below, mark, ink) + mark() + bar(above, cells - mark, ink);
    }

    /** The mark of a threshold. */
    String mark() {
        return screen.glyphs() == GlyphSet.BLOCKS ? "│" : "|";
    }

    static String safe(String text) {
        return TextStyle.printable(text);
    }
}
