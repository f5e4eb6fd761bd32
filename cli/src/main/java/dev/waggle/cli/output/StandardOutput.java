package dev.waggle.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Standard output as UTF-8, which knows whether its reader has closed the pipe. Any thread may write. */
public final class StandardOutput extends PrintWriter {

    private final PipeStream pipe;

    private StandardOutput(PipeStream pipe) {
        super(pipe, false, StandardCharsets.UTF_8);
        this.pipe = pipe;
    }

    /** Writes to that stream. */
    public static StandardOutput to(OutputStream stream) {
        return new StandardOutput(new PipeStream(stream));
    }

    /** True if that writer is a standard output and its reader has closed the pipe: head has its lines, for example. */
    public static boolean isClosedByReader(PrintWriter writer) {
        return writer instanceof StandardOutput standard && standard.pipe.isClosedByReader;
    }

    /** Stream that remembers a closed pipe. */
    private static final class PipeStream extends FilterOutputStream {

        private volatile boolean isClosedByReader;

        PipeStream(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException failed) {
                isClosedByReader |= String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
                throw failed;
            }
        }
    }
}
