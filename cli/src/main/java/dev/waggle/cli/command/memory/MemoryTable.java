package dev.waggle.cli.command.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.StoredMemory;

/** Table of memories for people. Owned by one thread. */
final class MemoryTable implements AutoCloseable {

    /** Length of the beginning of an id that tables show, enough for millions of memories. */
    static final int SHORT_ID = 16;

    private static final int NAME = 16;
    private static final int TEXT = 60;

    private final TextTable table;
    private final Instant now;
    private final boolean isRelevance;

    /** A table of memories; with their relevance to a query if that is asked for. */
    MemoryTable(TerminalScreen screen, Instant now, boolean isRelevance) {
        this.now = now;
        this.isRelevance = isRelevance;
        List<Column> columns = new ArrayList<>(List.of(new Column("id", Side.LEFT)));
        if (isRelevance) {
            columns.add(new Column("relevance", Side.RIGHT));
        }
        columns.addAll(List.of(new Column("strength", Side.RIGHT), new Column("importance", Side.RIGHT),
                new Column("age", Side.RIGHT), new Column("author", Side.LEFT), new Column("outcome", Side.LEFT),
                new Column("text", Side.LEFT)));
        table = new TextTable(screen.out(), screen.style(), columns);
    }

    void row(StoredMemory memory, OptionalDouble relevance) {
        List<Cell> cells = new ArrayList<>(List.of(new Cell(shortId(memory.id()), Ink.DIM)));
        if (isRelevance) {
            cells.add(Cell.of(relevance.isPresent() ? number(relevance.getAsDouble()) : "-"));
        }
        cells.addAll(List.of(Cell.of(number(memory.strength())), Cell.of(number(memory.importance())),
                Cell.of(age(memory.origin().time(), now)), Cell.of(TextTable.clip(memory.origin().author(), NAME)),
                outcome(memory.outcome()), Cell.of(TextTable.clip(beginning(memory.content()), TEXT))));
        table.row(cells);
    }

    /** The beginning of a text, so that a long one costs no time. */
    private static String beginning(String text) {
        return text.length() <= 4 * TEXT ? text : text.substring(0, 4 * TEXT);
    }

    private static Cell outcome(MemoryOutcome outcome) {
        return switch (outcome) {
            case UNKNOWN -> Cell.of("-");
            case RIGHT -> new Cell(outcome.wireName(), Ink.GREEN);
            case WRONG -> new Cell(outcome.wireName(), Ink.RED);
        };
    }

    /** The beginning of an id, which commands take in its place. */
    static String shortId(String id) {
        return id.substring(0, Math.min(SHORT_ID, id.length()));
    }

    static String number(double value) {
        return String.format(PlainLocale.NONE, "%.2f", value);
    }

    /** Number of memories in words, for example {@code 2,665 memories}. */
    static String count(long number, String adjective) {
        return String.format(PlainLocale.NONE, "%,d %s%s", number, adjective, number == 1 ? "memory" : "memories");
    }

    /** Age in words; a time that lies ahead is now. */
    static String age(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        if (age.toMinutes() < 1) {
            return "now";
        }
        return age.toHours() < 1
                ? age.toMinutes() + " min"
                : age.toDays() < 1
                        ? age.toHours() + " h"
                        : String.format(PlainLocale.NONE, "%,d d", age.toDays());
    }

    @Override
    public void close() {
        table.close();
    }
}
