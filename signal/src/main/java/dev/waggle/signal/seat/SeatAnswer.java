package dev.waggle.signal.seat;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.json.JsonLine;

/**
 * Answer of a person in one turn.
 *
 * @param turn the turn that it answers
 * @param by name of the person or program that gave it, for the log
 * @param at real date of its arrival
 * @param lines what the person says, one act a line, 1 to {@value #MAX_LINES}
 */
public record SeatAnswer(SeatTurn turn, String by, Instant at, List<String> lines) {

    /** Maximum number of lines in a turn, so that a runaway pipe cannot fill the log. */
    public static final int MAX_LINES = 100;

    /** Maximum number of characters of all lines together: a long essay, and a small part of a line of a journal. */
    public static final int MAX_CHARACTERS = 100_000;

    /** Maximum number of characters of a name. */
    public static final int MAX_NAME = 200;

    public SeatAnswer {
        lines = requireLines(lines);
        requireName(by);
    }

    /**
     * Returns lines that an answer may have, as a copy.
     *
     * @throws IllegalArgumentException when there are none or too many, they are too long, or one holds a line break
     */
    public static List<String> requireLines(List<String> lines) {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an answer needs a line, got none\nMaybe pass, to say nothing.");
        }
        if (lines.size() > MAX_LINES) {
            throw new IllegalArgumentException(
                    "a turn may have at most " + MAX_LINES + " lines, got " + lines.size());
        }
        long characters = lines.stream().mapToLong(String::length).sum();
        if (characters > MAX_CHARACTERS) {
            throw new IllegalArgumentException("the lines of a turn may have at most " + MAX_CHARACTERS
                    + " characters together, got " + characters);
        }
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).lines().count() > 1 || lines.get(i).endsWith("\n") || lines.get(i).endsWith("\r")) {
                throw new IllegalArgumentException("line " + (i + 1)
                        + " holds a line break\nMaybe send each act as a line of its own.");
            }
        }
        return List.copyOf(lines);
    }

    private static void requireName(String by) {
        if (by.isBlank() || by.length() > MAX_NAME) {
            throw new IllegalArgumentException("the name of the person who answers must have 1 to " + MAX_NAME
                    + " characters, got " + JsonLine.quoted(by.length() > MAX_NAME ? by.substring(0, MAX_NAME) : by));
        }
    }
}
