package dev.waggle.cli.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The standard output of a command as a stream, for writers of whole UTF-8 messages. Reports a closed reader. */
final class MessageOutputStream extends OutputStream {

    private final PrintWriter out;

    public MessageOutputStream(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void write(int oneByte) {
        throw new UnsupportedOperationException("only whole messages can be written");
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        out.write(new String(bytes, from, count, StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        if (out.checkError()) {
            throw new IOException("the output is closed");
        }
    }
}
