package dev.waggle.lab.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reading files from beginning to end, as fast as a simple loop can. */
final class SequentialRead {

    private static final int BUFFER = 1 << 20;

    private SequentialRead() {}

    /** Takes the bytes of a line, without its end. */
    interface Line {
        void take(byte[] buffer, int from, int to);
    }

    /** Returns the number of bytes. */
    static long bytes(List<Path> files) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long bytes = 0;
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    bytes += read;
                }
            }
        }
        return bytes;
    }

    /** Returns the number of lines, and passes each to the callback. */
    static long lines(List<Path> files, Line line) throws IOException {
        long lines = 0;
        for (Path file : files) {
            lines += lines(file, line);
        }
        return lines;
    }

    private static long lines(Path file, Line line) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int kept = 0;
        long lines = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer, kept, buffer.length - kept)) {
                int end = kept + read;
                int from = 0;
                for (int at = kept; at < end; at++) {
                    if (buffer[at] == '\n') {
                        line.take(buffer, from, at);
                        lines++;
                        from = at + 1;
                    }
                }
                kept = end - from;
                System.arraycopy(buffer, from, buffer, 0, kept);
                if (kept == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * kept);
                }
            }
        }
        return lines;
    }
}
