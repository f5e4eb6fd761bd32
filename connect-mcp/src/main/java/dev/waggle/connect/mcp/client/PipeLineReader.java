package dev.waggle.connect.mcp.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** The lines of a pipe, however long they are: of longer ones the beginning. For one thread. */
final class PipeLineReader {

    private final InputStream in;
    private final int max;
    private final byte[] block = new byte[8192];
    private int next;
    private int end;

    PipeLineReader(InputStream in, int max) {
        this.in = in;
        this.max = max;
    }

    /**
     * A line without its end.
     *
     * @param text the written text, with a replacement character for invalid UTF-8
     * @param isWhole whether that is all of it
     */
    record Line(String text, boolean isWhole) {}

    /** The next line, or {@code null} when the pipe is closed. The text behind the last line end counts as one. */
    @Nullable Line next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        boolean isWhole = true;
        boolean isAny = false;
        while (next < end || fill()) {
            isAny = true;
            int from = next;
            while (next < end && block[next] != '\n') {
                next++;
            }
            int kept = Math.min(next - from, max - line.size());
            line.write(block, from, kept);
            isWhole &= kept == next - from;
            if (next < end) {
                next++;
                return of(line, isWhole);
            }
        }
        return isAny ? of(line, isWhole) : null;
    }

    private static Line of(ByteArrayOutputStream line, boolean isWhole) {
        return new Line(line.toString(StandardCharsets.UTF_8), isWhole);
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, in.read(block));
        return end > 0;
    }
}
