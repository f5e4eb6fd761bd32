package dev.waggle.server.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Feed that first sends what the log holds after a number, and then follows a topic. Nothing is sent twice and nothing
 * is left out, because the topic says which entries it has.
 *
 * @param topic the topic
 * @param after the number of the last entry that the client has; 0 for none
 * @param log the entries before those of the topic
 * @param isAdmitted whether the client may go on
 * @param onEnd runs once at the end
 */
public record TopicFeed(EventTopic topic, long after, LogPages log, BooleanSupplier isAdmitted, Runnable onEnd)
        implements
        EventFeed {

    /** Told to a client that was too slow. */
    private static final String CUT = "{\"reason\":\"the client reads slower than events happen\","
            + "\"remedy\":\"Connect again with the last id; nothing is lost.\"}";

    /** The feed of a client whose right does not end. */
    public TopicFeed(EventTopic topic, long after, LogPages log, Runnable onEnd) {
        this(topic, after, log, () -> true, onEnd);
    }

    /** Source of the messages of log entries. */
    @FunctionalInterface
    public interface LogPages {

        /**
         * Some messages of entries after that number, in order.
         *
         * @return the messages, and the number up to which the log was searched
         */
        Page after(long sequence);
    }

    /**
     * Messages of a part of the log.
     *
     * @param messages in order; may be empty although more follow
     * @param through the number of the last entry that was looked at
     * @param isEnd whether the log has no entry after that
     */
    public record Page(List<FeedMessage> messages, long through, boolean isEnd) {

        public Page {
            messages = List.copyOf(messages);
        }
    }

    @Override
    public void start(FeedOutput out) throws IOException, InterruptedException {
        boolean isHandedOver = false;
        try {
            out.writeNow(FeedMessage.HEARTBEAT.view());
            long sent = after;
            long position = topic.positionAfter(sent);
            while (position < 0) {
                Page page = log.after(sent);
                for (FeedMessage message : page.messages()) {
                    out.writeNow(message.view());
                    if (message.isLast()) {
                        out.end();
                        return;
                    }
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException("the server ends");
                }
                sent = Math.max(sent, page.through());
                position = topic.positionAfter(sent);
                if (page.isEnd() && position < 0) {
                    throw new IOException("the log ends before entry " + sent);
                }
            }
            TopicClient client = new TopicClient(topic, out, position, sent, CUT, isAdmitted, onEnd);
            isHandedOver = true;
            topic.join(client);
            client.wake();
        } finally {
            if (!isHandedOver) {
                onEnd.run();
            }
        }
    }

    /** A comment for every client, so that proxies leave connections open and the server notices lost ones. */
    public static FeedMessage heartbeat() {
        return FeedMessage.HEARTBEAT;
    }

    /** A message in one buffer of its own, for feeds without a topic. */
    public static ByteBuffer bytes(FeedMessage message) {
        return message.view();
    }
}
