package dev.waggle.connect.web;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;

/** Input stream that fails beyond a limit. Closing it does not read the rest. Owned by one thread. */
final class LimitedStream extends FilterInputStream {

    private final long limit;
    private long left;

    LimitedStream(InputStream in, long limit) {
        super(in);
        this.limit = limit;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) {
            count(1);
        }
        return read;
    }

    @Override
    public int read(byte[] to, int from, int max) throws IOException {
        int read = super.read(to, from, max);
        if (read > 0) {
            count(read);
        }
        return read;
    }

    @Override
    public long skip(long max) throws IOException {
        long skipped = super.skip(max);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public void close() {
        // The socket is closed instead.
    }

    private void count(long bytes) throws LimitExceededException {
        left -= bytes;
        if (left < 0) {
            throw new LimitExceededException(limit);
        }
    }

    /** There is more than the limit. */
    static final class LimitExceededException extends IOException {

        @Serial
        private static final long serialVersionUID = 1;

        private final long limit;

        LimitExceededException(long limit) {
            super("more than " + limit + " bytes");
            this.limit = limit;
        }

        long limit() {
            return limit;
        }
    }
}
