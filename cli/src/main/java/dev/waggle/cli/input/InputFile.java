package dev.waggle.cli.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;

/**
 * A text file from outside, or the standard input: opened as gzip or plain by its first bytes. Other data is refused
 * with a remedy. Its name does not matter.
 */
public final class InputFile implements AutoCloseable {

    private static final String STANDARD_INPUT = "-";
    private static final int SNIFFED = 1 << 12;
    private static final int BUFFER = 1 << 16;

    /** Below this many bytes a file is read before a person could see a bar. */
    private static final long LONG_FILE = 1 << 18;

    private final String name;
    private final String start;
    private final Reader text;

    private InputFile(String name, String start, Reader text) {
        this.name = name;
        this.start = start;
        this.text = text;
    }

    /**
     * Opens the file with that path; "-" is the standard input. A long file moves a bar on the screen.
     *
     * @param maxLine the most bytes that a line may have
     */
    public static InputFile open(String path, InputStream standardInput, TerminalScreen screen, int maxLine) {
        boolean standard = path.equals(STANDARD_INPUT);
        return of(name(path), standard ? standardInput : openWithProgress(path, screen), maxLine);
    }

    /** Reads an open stream, which is closed with this. */
    public static InputFile of(String name, InputStream raw, int maxLine) {
        try {
            InputStream plain = unpacked(raw);
            byte[] head = head(plain);
            refuseForeign(name, head);
            int mark = byteOrderMark(head);
            plain.skipNBytes(mark);
            return new InputFile(name, start(head, mark), new StrictTextReader(name, plain, maxLine));
        } catch (IOException failure) {
            throw closed(raw, StrictTextReader.unreadable(name, failure));
        } catch (UserException refusal) {
            throw closed(raw, refusal);
        }
    }

    /** Name of the file with that path in messages. */
    public static String name(String path) {
        return path.equals(STANDARD_INPUT) ? "standard input" : path;
    }

    /** Name of the file in messages. */
    public String name() {
        return name;
    }

    /** The first two characters that are not blank, or fewer. */
    public String start() {
        return start;
    }

    /** All of it, from the first character. */
    public Reader text() {
        return text;
    }

    @Override
    public void close() {
        try {
            text.close();
        } catch (IOException failure) {
            throw StrictTextReader.unreadable(name, failure);
        }
    }

    private static InputStream openWithProgress(String name, TerminalScreen screen) {
        try {
            Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                throw new UserException(name + " is a directory", "Name a file in it.");
            }
            BoundedFile.requireEnd(path);
            long size = Files.size(path);
            InputStream bytes = Files.newInputStream(path);
            return size < LONG_FILE
                    ? bytes
                    : new ProgressInputStream(bytes, ProgressBar.on(screen, "reading " + path.getFileName(), size));
        } catch (NoSuchFileException | InvalidPathException absent) {
            throw new UserException("no such file: " + name, "Check the path.");
        } catch (IOException failure) {
            throw StrictTextReader.unreadable(name, failure);
        }
    }

    private static InputStream unpacked(InputStream raw) throws IOException {
        InputStream buffered = new BufferedInputStream(raw, BUFFER);
        buffered.mark(2);
        byte[] magic = buffered.readNBytes(2);
        buffered.reset();
        boolean gzip = magic.length == 2 && magic[0] == (byte) 0x1f && magic[1] == (byte) 0x8b;
        return gzip ? new BufferedInputStream(new GZIPInputStream(buffered, BUFFER), BUFFER) : buffered;
    }

    private static byte[] head(InputStream plain) throws IOException {
        plain.mark(SNIFFED);
        byte[] head = plain.readNBytes(SNIFFED);
        plain.reset();
        return head;
    }

    private static void refuseForeign(String name, byte[] head) {
        for (ForeignFormat format : ForeignFormat.values()) {
            if (startsWith(head, format.magic)) {
                throw new UserException(name + " is " + format.what, format.remedy);
            }
        }
        for (byte b : head) {
            if (b == 0) {
                throw new UserException(name + " is a binary file", "Give it as UTF-8 text.");
            }
        }
    }

    private static int byteOrderMark(byte[] head) {
        return startsWith(head, "\u00EF\u00BB\u00BF") ? 3 : 0;
    }

    private static String start(byte[] head, int from) {
        StringBuilder start = new StringBuilder(2);
        for (int i = from; i < head.length && start.length() < 2; i++) {
            if (!Character.isWhitespace(head[i])) {
                start.append((char) (head[i] & 0xff));
            }
        }
        return start.toString();
    }

    /** True if the bytes start with the magic, one byte a character. */
    private static boolean startsWith(byte[] head, String magic) {
        for (int i = 0; i < magic.length(); i++) {
            if (i >= head.length || (head[i] & 0xff) != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static UserException closed(InputStream raw, UserException refusal) {
        try {
            raw.close();
        } catch (IOException failure) {
            refusal.addSuppressed(failure);
        }
        return refusal;
    }

    /** File formats that users pass instead of text. */
    private enum ForeignFormat {
        ZIP("PK\u0003\u0004", "a zip archive or a spreadsheet", "Unpack it, or save the sheet as CSV."), //
        ZSTD("(\u00B5/\u00FD", "a zstd file", "Unpack it first: zstd -d FILE"), //
        XZ("\u00FD7zXZ", "an xz file", "Unpack it first: xz -d FILE"), //
        BZIP2("BZh", "a bzip2 file", "Unpack it first: bzip2 -d FILE"), //
        PARQUET("PAR1", "a Parquet file", "Export it as text: CSV or JSON lines."), //
        UTF16_LITTLE("\u00FF\u00FE", "UTF-16 text", "Save it as UTF-8."), //
        UTF16_BIG("\u00FE\u00FF", "UTF-16 text", "Save it as UTF-8.");

        private final String magic;
        private final String what;
        private final String remedy;

        ForeignFormat(String magic, String what, String remedy) {
            this.magic = magic;
            this.what = what;
            this.remedy = remedy;
        }
    }
}
