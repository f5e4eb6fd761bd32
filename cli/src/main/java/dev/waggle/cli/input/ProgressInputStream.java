package dev.waggle.cli.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import dev.waggle.cli.terminal.ProgressBar;

/** Moves a bar with every byte that is read, and closes it with the stream. */
public final class ProgressInputStream extends FilterInputStream {

    private final ProgressBar bar;
    private long done;

    public ProgressInputStream(InputStream in, ProgressBar bar) {
        super(in);
        this.bar = bar;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        done += b < 0 ? 0 : 1;
        bar.at(done);
        return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        done += Math.max(count, 0);
        bar.at(done);
        return count;
    }

    @Override
    public void close() throws IOException {
        bar.close();
        super.close();
    }
}
