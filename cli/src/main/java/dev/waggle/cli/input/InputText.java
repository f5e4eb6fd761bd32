package dev.waggle.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.text.PlainLocale;

/**
 * A whole text from a file or the standard input.
 *
 * @param name the name of its origin in messages
 * @param content the text without blanks at its end; not blank
 */
public record InputText(String name, String content) {

    /** The standard input as a path. */
    public static final String STANDARD_INPUT = "-";

    private static final int KILO = 1_000;

    /** Most bytes of a character in UTF-8. */
    private static final int MAX_BYTES = 4;

    /** More than the bytes of a byte order mark. */
    private static final int MARK = 4;

    /**
     * Reads a text.
     *
     * @param path a file; {@value #STANDARD_INPUT} for the standard input
     * @param max the most characters
     * @throws UserException when it is missing, empty, longer or no text
     */
    public static InputText read(String path, InputStream standardInput, TerminalScreen screen, int max) {
        boolean isStandard = path.equals(STANDARD_INPUT);
        if (isStandard && screen.interactive()) {
            throw new UserException("- reads the standard input, which is this terminal",
                    "Pipe a text into it, such as git diff | waggle ..., or name a file.");
        }
        try (InputFile file = InputFile.open(path, standardInput, screen, MAX_BYTES * max + MARK)) {
            String text = read(file, max).stripTrailing();
            if (text.isEmpty()) {
                throw new UserException(file.name() + " is empty", isStandard
                        ? "Check the program before the pipe: git diff prints nothing without a change."
                        : "Name a file with text.");
            }
            return new InputText(file.name(), text);
        }
    }

    /**
     * Reads the rest of an open file.
     *
     * @param max the most characters
     * @throws UserException when there are more
     */
    public static String read(InputFile file, int max) {
        StringBuilder all = new StringBuilder();
        char[] part = new char[1 << 14];
        try {
            Reader reader = file.text();
            for (int length = reader.read(part); length >= 0; length = reader.read(part)) {
                all.append(part, 0, length);
                if (all.length() > max) {
                    throw new UserException(
                            String.format(PlainLocale.NONE, "%s has more than %,d characters", file.name(), max),
                            "Give an excerpt, or a summary.");
                }
            }
        } catch (IOException failure) {
            throw StrictTextReader.unreadable(file.name(), failure);
        }
        return all.toString();
    }

    /** Bytes of the text in UTF-8. */
    public long bytes() {
        return content.getBytes(StandardCharsets.UTF_8).length;
    }

    /** So many bytes for people: "812 bytes", "14 KB", "2.5 MB". */
    public static String size(long bytes) {
        if (bytes < KILO) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        return bytes < KILO * KILO
                ? Math.round(bytes / (double) KILO) + " KB"
                : String.format(PlainLocale.NONE, "%.1f MB", bytes / (double) (KILO * KILO));
    }
}
