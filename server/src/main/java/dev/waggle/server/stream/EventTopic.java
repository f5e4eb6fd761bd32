package dev.waggle.server.stream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * The latest messages of one stream, and the clients that follow it. Each message is encoded once; a client is a
 * position. The memory is bounded by a number of messages and of bytes: a client whose position leaves it is cut, and
 * no other client notices. May be used by many threads.
 */
public final class EventTopic {

    /** Messages in memory, a minute of a busy solve. */
    static final int MAX_MESSAGES = 4_096;

    /** Bytes in memory. */
    static final long MAX_BYTES = 8L << 20;

    private final FeedMessage[] ring;
    private final long maxBytes;
    private final List<Follower> clients = new CopyOnWriteArrayList<>();
    private long first;
    private long next;
    private long bytes;
    private long missing = Long.MAX_VALUE;
    private boolean ended;
    private @Nullable Batch latest;

    /** A topic that has nothing until it {@link #begin begins}. */
    public EventTopic() {
        this(MAX_MESSAGES, MAX_BYTES);
    }

    EventTopic(int maxMessages, long maxBytes) {
        this.ring = new FeedMessage[maxMessages];
        this.maxBytes = maxBytes;
    }

    /** States that all entries of the log after that number come here; only the first call counts. */
    public synchronized void begin(long after) {
        if (missing == Long.MAX_VALUE) {
            missing = after;
        }
    }

    /** A client of a topic. */
    @FunctionalInterface
    interface Follower {

        /** Sends what is new; called after each message. */
        void wake();
    }

    /** Adds a message and sends it to all clients. */
    public void publish(FeedMessage message) {
        publish(List.of(message));
    }

    /** Adds messages in order and sends them to all clients. */
    public void publish(List<FeedMessage> messages) {
        synchronized (this) {
            for (FeedMessage message : messages) {
                if (!ended) { // Nothing follows the last one, also not in the same list.
                    add(message);
                }
            }
        }
        clients.forEach(Follower::wake);
    }

    /** Forgets all messages, because an entry of that number will not come here. */
    synchronized void miss(long sequence) {
        missing = Math.max(missing, sequence);
        while (first < next) {
            drop();
        }
        first++; // A client that has everything until now is behind, too.
        next = first;
    }

    /** Number of clients. */
    public int clients() {
        return clients.size();
    }

    /**
     * The position after the entry of that number.
     *
     * @return a negative number when an entry after it is not in memory any more
     */
    synchronized long positionAfter(long sequence) {
        if (sequence < missing) {
            return -1;
        }
        long position = next;
        while (position > first && !isThrough(slot(position - 1), sequence)) {
            position--;
        }
        return position;
    }

    void join(Follower client) {
        clients.add(client);
    }

    void leave(Follower client) {
        clients.remove(client);
    }

    /**
     * Some messages from a position on, in one buffer. Most clients are at the same position and share it.
     *
     * @param after the number of the last entry that the client has from the log; it gets no entry up to it twice
     * @return {@code null} when the position is not in memory any more
     */
    synchronized @Nullable Batch batch(long position, long after, int limit) {
        if (position < first) {
            return null;
        }
        Batch known = latest;
        if (known != null && known.isSame(position, after, limit, next)) {
            return known;
        }
        List<ByteBuffer> some = new ArrayList<>();
        int size = 0;
        long lowest = Long.MAX_VALUE;
        long at = position;
        while (at < next && (size == 0 || size + slot(at).bytes().remaining() <= limit)) {
            FeedMessage message = slot(at);
            if (!isThrough(message, after)) {
                size += message.bytes().remaining();
                some.add(message.view());
            }
            lowest = message.sequence() > 0 ? Math.min(lowest, message.sequence()) : lowest;
            at++;
        }
        Batch batch = new Batch(joined(some, size), at, ended && at == next,
                new BatchKey(position, lowest, limit, next));
        if (at > position && lowest > after) { // Nothing is left out, so all clients there get the same.
            latest = batch;
        }
        return batch;
    }

    /**
     * Some consecutive messages.
     *
     * @param bytes all of them, shared by many clients
     * @param next the position after them
     * @param isEnd whether none will follow
     * @param key the request that it answers
     */
    record Batch(ByteBuffer bytes, long next, boolean isEnd, BatchKey key) {

        /** The bytes, to be read independently of other readers. */
        ByteBuffer view() {
            return bytes.duplicate();
        }

        boolean isEmpty() {
            return !bytes.hasRemaining();
        }

        private boolean isSame(long position, long after, int limit, long last) {
            return key.position() == position && key.lowest() > after && key.limit() == limit && key.last() == last;
        }
    }

    /**
     * Request of a batch.
     *
     * @param position the position of its first message
     * @param lowest the lowest number of an entry in it
     * @param limit the largest size in bytes
     * @param last the position after the newest message of the topic
     */
    record BatchKey(long position, long lowest, int limit, long last) {}

    private static ByteBuffer joined(List<ByteBuffer> parts, int size) {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        ByteBuffer all = ByteBuffer.allocate(size);
        parts.forEach(all::put);
        return all.flip();
    }

    private void add(FeedMessage message) {
        if (next - first == ring.length) {
            drop();
        }
        ring[(int) (next % ring.length)] = message;
        next++;
        bytes += message.bytes().remaining();
        while (bytes > maxBytes && next - first > 1) {
            drop();
        }
        ended = message.isLast();
    }

    private void drop() {
        latest = null;
        FeedMessage oldest = slot(first);
        bytes -= oldest.bytes().remaining();
        missing = missing == Long.MAX_VALUE ? missing : Math.max(missing, oldest.sequence());
        first++;
    }

    private FeedMessage slot(long position) {
        return ring[(int) (position % ring.length)];
    }

    private static boolean isThrough(FeedMessage message, long sequence) {
        return message.sequence() > 0 && message.sequence() <= sequence;
    }
}
