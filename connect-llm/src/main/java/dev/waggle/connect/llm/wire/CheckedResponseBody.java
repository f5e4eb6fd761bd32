package dev.waggle.connect.llm.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Response body that is counted, checked to be UTF-8 and cut off at the limit, with its beginning stored for
 * messages. Read by one thread; closing it from another ends the reading and the connection.
 */
final class CheckedResponseBody extends InputStream {

    /** Length of the stored beginning, enough to identify a page and to read an error with its details. */
    private static final int HEAD = 16 * 1_024;

    private final InputStream in;
    private final long limit;
    private final Runnable onArrival;
    private final Utf8Validator utf8 = new Utf8Validator();
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private long count;
    private volatile @Nullable TransportError error;

    /**
     * @param limit maximum number of bytes
     * @param onArrival called at each arrival of bytes
     */
    CheckedResponseBody(InputStream in, long limit, Runnable onArrival) {
        this.in = in;
        this.limit = limit;
        this.onArrival = onArrival;
    }

    /** The error that ended the reading early, if any. */
    @Nullable TransportError error() {
        return error;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The beginning of the body. */
    String head() {
        return head.toString(StandardCharsets.UTF_8);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (error != null) {
            throw new IOException("reading ended early");
        }
        int got;
        try {
            got = in.read(into, from, length);
        } catch (IOException broken) {
            throw ended(new TransportError.Interruption(String.valueOf(broken.getMessage())));
        }
        if (got < 0) {
            if (!utf8.isComplete()) {
                throw ended(new TransportError.Interruption("it ended inside of a character"));
            }
            return got;
        }
        onArrival.run();
        check(into, from, got);
        return got;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void check(byte[] bytes, int from, int length) throws IOException {
        head.write(bytes, from, Math.min(length, HEAD - head.size()));
        int bad = utf8.firstBad(bytes, from, length);
        if (bad >= 0) {
            throw ended(new TransportError.InvalidEncoding(count + bad));
        }
        count += length;
        if (count > limit) {
            throw ended(new TransportError.TooLarge(limit / 1_024 + " KiB"));
        }
    }

    private IOException ended(TransportError failure) {
        error = failure;
        try {
            in.close();
        } catch (IOException alreadyGone) {
            // The connection is closed either way.
        }
        return new IOException("reading ended early");
    }
}
