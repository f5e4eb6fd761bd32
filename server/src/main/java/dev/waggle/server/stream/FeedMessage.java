package dev.waggle.server.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A message of a topic, encoded once for all clients (WHATWG, HTML Living Standard, section 9.2).
 *
 * @param sequence the number of the log entry; 0 for a message that is live only
 * @param bytes the encoded message, read only
 * @param isLast whether the topic ends with it
 */
public record FeedMessage(long sequence, ByteBuffer bytes, boolean isLast) {

    /** A comment that keeps a connection open. */
    static final FeedMessage HEARTBEAT = new FeedMessage(0, encode(":\n\n"), false);

    /** A message of a log entry. The data is one line of JSON. */
    public static FeedMessage entry(long sequence, String event, String data) {
        return new FeedMessage(sequence, encode(text(sequence, event, data)), false);
    }

    /** A message that no log holds. */
    public static FeedMessage live(String event, String data) {
        return new FeedMessage(0, encode(text(0, event, data)), false);
    }

    /** The last message of a topic. */
    public static FeedMessage last(String event, String data) {
        return new FeedMessage(0, encode(text(0, event, data)), true);
    }

    /**
     * A message of data without names of events, as clients of other protocols expect it.
     *
     * @param sequence the number of the log entry; 0 for none. The last message is sent to all, also to a client that
     *        has the entry.
     * @param data lines of JSON, each of which is an event of its own
     */
    public static FeedMessage unnamed(long sequence, List<String> data, boolean isLast) {
        StringBuilder text = new StringBuilder();
        for (String line : data) {
            text.append(sequence > 0 ? "id: " + sequence + '\n' : "").append("data: ").append(line).append("\n\n");
        }
        return new FeedMessage(isLast ? 0 : sequence, encode(text.toString()), isLast);
    }

    /** The bytes, to be read independently of other readers. */
    ByteBuffer view() {
        return bytes.duplicate();
    }

    private static String text(long sequence, @Nullable String event, String data) {
        return (sequence > 0 ? "id: " + sequence + '\n' : "") + "event: " + event + "\ndata: " + data + "\n\n";
    }

    private static ByteBuffer encode(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }
}
