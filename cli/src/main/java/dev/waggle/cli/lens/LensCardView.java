package dev.waggle.cli.lens;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.LensCard;

/** View of the cards of lenses. */
public final class LensCardView {

    /** Mark of a lens that has no findings. */
    static final String READING_ONLY = "reading only";

    private static final int NAME = 14;

    private LensCardView() {}

    /** A table with one row a lens. */
    public static void list(List<LensCard> cards, TerminalScreen screen) {
        List<Column> columns = List.of(new Column("lens", Side.LEFT), new Column("question", Side.LEFT),
                new Column("finds", Side.LEFT), new Column("unit", Side.LEFT));
        try (TextTable table = new TextTable(screen.out(), screen.style(), columns)) {
            for (LensCard card : cards) {
                table.row(List.of(new Cell(card.name(), Ink.CYAN), Cell.of(card.question()), Cell.of(finds(card)),
                        new Cell(unit(card), Ink.DIM)));
            }
        }
    }

    /** Everything that is on a card. */
    public static void explain(LensCard card, TerminalScreen screen) {
        title(card, screen);
        row("fed with", card.feed(), screen);
        row("needs", card.needs(), screen);
        row("headline", card.headline(), screen);
        row("formula", card.formula(), screen);
        if (!unit(card).isEmpty()) {
            row("unit", unit(card), screen);
        }
        row("range", card.range(), screen);
        row("source", card.source(), screen);
        row(card.findings().isEmpty() ? READING_ONLY : "when", card.meaning(), screen);
        for (Finding.Kind kind : kinds(card)) {
            row("can find", kind.wireName() + ", acted on by: " + kind.actor(), screen);
        }
    }

    /** The same for programs. */
    public static JsonValue json(LensCard card) {
        return new JsonObjectBuilder().with("name", card.name())
                .with("field", card.field())
                .with("question", card.question())
                .with("feed", card.feed())
                .with("needs", card.needs())
                .with("headline", card.headline())
                .with("unit", card.unit())
                .with("range", card.range())
                .with("formula", card.formula())
                .with("source", card.source())
                .with("meaning", card.meaning())
                .with("findings", kinds(card).stream().map(LensCardView::json).toList()).json();
    }

    /** The kinds that it can find, always in the same order. */
    static List<Finding.Kind> kinds(LensCard card) {
        return card.findings().stream().sorted().toList();
    }

    /** The unit of its headline; empty if it has none. */
    static String unit(LensCard card) {
        return card.unit().equals("none") ? "" : card.unit();
    }

    private static JsonValue json(Finding.Kind kind) {
        return new JsonObjectBuilder().with("finding", kind.wireName())
                .with("actor", kind.actor()).json();
    }

    private static String finds(LensCard card) {
        return card.findings().isEmpty()
                ? READING_ONLY
                : kinds(card).stream().map(Finding.Kind::wireName).collect(Collectors.joining(", "));
    }

    private static void row(String name, String text, TerminalScreen screen) {
        TextWrap.beside("  " + screen.style().paint(Ink.DIM, TextTable.padded(name, NAME)), NAME + 2, text,
                TerminalWidth.ofText()).forEach(screen.out()::println);
    }

    /** Writes the name and the question of a lens. */
    static void title(LensCard card, TerminalScreen screen) {
        TextWrap.beside(screen.style().paint(Ink.BOLD, card.name()) + "  ", card.name().length() + 2, card.question(),
                TerminalWidth.ofText()).forEach(screen.out()::println);
    }
}
