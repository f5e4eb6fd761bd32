package dev.waggle.connect.mcp.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/** Messages of stdin, one a line. A line that is too long is skipped and not stored. Owned by one thread. */
final class MessageLineReader {

    private static final int END = -1;

    private final InputStream in;

    MessageLineReader(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * The next line that is not empty, without its end; {@code null} at the end of the stream. A last line without an
     * end is a line.
     *
     * @throws InvalidMessageException when it is longer than {@link MessageParser#MAX_BYTES}; the next call continues
     *        behind it
     */
    byte @Nullable [] next() throws IOException, InvalidMessageException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long length = 0;
        for (int read = in.read(); read != END; read = in.read()) {
            if (read == '\n') {
                if (length > MessageParser.MAX_BYTES) {
                    throw new InvalidMessageException(RpcError.NO_MESSAGE, "a message must have at most "
                            + MessageParser.MAX_BYTES + " bytes, got " + length);
                }
                if (!isBlank(line)) {
                    return line.toByteArray();
                }
                line.reset();
                length = 0;
            } else {
                length++;
                if (length <= MessageParser.MAX_BYTES) {
                    line.write(read);
                }
            }
        }
        return isBlank(line) || length > MessageParser.MAX_BYTES ? null : line.toByteArray();
    }

    private static boolean isBlank(ByteArrayOutputStream line) {
        return line.size() == 0 || (line.size() == 1 && line.toByteArray()[0] == '\r');
    }
}
