package dev.waggle.server.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Streams of the entries of a log, and of events that no log holds. A topic exists while a client follows it, so a
 * server without clients does no work here. An append hands its entries over and goes on; one thread encodes them.
 */
public final class EventHub implements AutoCloseable {

    /** Time between comments, below the usual limit of a proxy for silence. */
    static final Duration HEARTBEAT = Duration.ofSeconds(15);

    /** Entries and events that wait for their encoding; when more come, clients start again from the log. */
    static final int MAX_WAITING = 100_000;

    /** Entries of the log that are read at once. */
    static final int PAGE = 256;

    private static final System.Logger LOG = System.getLogger(EventHub.class.getName());

    private final FileJournal log;
    private final World world;
    private final Map<TopicKey, LiveTopic> topics = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>(MAX_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Closeable following;
    private final Thread dispatcher;
    private final Thread heartbeat;

    private EventHub(FileJournal log, World world) {
        this.log = log;
        this.world = world;
        this.following = log.follow(this::appended);
        this.dispatcher = Thread.ofVirtual().name("waggle events").start(this::dispatch);
        this.heartbeat = Thread.ofVirtual().name("waggle heartbeat").start(this::beat);
    }

    /** Streams of that log. */
    public static EventHub open(FileJournal log, World world) {
        return new EventHub(log, world);
    }

    /**
     * Selection of a stream.
     *
     * @param name its identity; equal names select the same entries
     * @param query the entries of the log that belong to it
     * @param filter further condition on an entry
     * @param encoder the message of an entry, with its number
     * @param closing the last message after an entry that ends the stream; {@code null} for all others
     */
    public record TopicKey(String name, JournalQuery query, Predicate<LogEntry> filter,
            Function<LogEntry, FeedMessage> encoder, Function<LogEntry, @Nullable FeedMessage> closing) {

        /** A stream of whole entries, each as a message {@code entry}. */
        public static TopicKey ofEntries(String name, JournalQuery query, Predicate<LogEntry> filter,
                Function<LogEntry, @Nullable FeedMessage> closing) {
            return new TopicKey(name, query, filter, entry -> FeedMessage.entry(entry.sequence(), "entry",
                    JsonText.write(EntryCodec.encode(entry))), closing);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof TopicKey key && name.equals(key.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        boolean selects(LogEntry entry) {
            return query.matches(entry) && filter.test(entry);
        }
    }

    /** Feed of a stream for a client that has all entries up to that number. */
    public EventFeed feed(TopicKey key, long after) {
        return feed(key, after, () -> {
        });
    }

    /**
     * The same with an action for its end.
     *
     * @param onEnd runs once when the client has left
     */
    public EventFeed feed(TopicKey key, long after, Runnable onEnd) {
        return feed(key, after, () -> true, onEnd);
    }

    /**
     * The same for a client whose right may end.
     *
     * @param isAdmitted is asked before each write and each heartbeat; the stream ends when it is false
     */
    public EventFeed feed(TopicKey key, long after, BooleanSupplier isAdmitted, Runnable onEnd) {
        return out -> {
            LiveTopic live = topics.compute(key, (_, known) -> {
                LiveTopic topic = known == null ? new LiveTopic(key, new EventTopic()) : known;
                topic.users++;
                return topic;
            });
            live.topic.begin(log.lastSequence()); // Every later entry finds the topic.
            new TopicFeed(live.topic, after, sequence -> page(key, sequence), isAdmitted, () -> {
                release(key);
                onEnd.run();
            }).start(out);
        };
    }

    /** Number of clients of all streams. */
    public int clients() {
        return topics.values().stream().mapToInt(live -> live.topic.clients()).sum();
    }

    /** Entries and events that clients had to read from the log, because too many came at once. */
    public long lost() {
        return lost.get();
    }

    /**
     * Sends an event that no log holds to the followers of a stream, after all entries that are in the log by now. It is
     * encoded on another thread, and not at all without a follower.
     */
    public void live(String topicName, Supplier<FeedMessage> message) {
        LiveTopic topic = named(topicName);
        if (topic != null && !arrivals.offer(new Arrival(List.of(), topic, message))) {
            lost.incrementAndGet();
        }
    }

    /**
     * The same for the last message of a stream, which is never lost: the caller waits while too many events come.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void last(String topicName, Supplier<FeedMessage> message) throws InterruptedException {
        LiveTopic topic = named(topicName);
        if (topic != null) {
            arrivals.put(new Arrival(List.of(), topic, message));
        }
    }

    /** Ends all streams; the clients may connect again. */
    @Override
    public void close() {
        end.complete(null);
        dispatcher.interrupt();
        heartbeat.interrupt();
        try {
            following.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        topics.values().forEach(live -> live.topic.publish(FeedMessage.last("bye",
                "{\"reason\":\"the server ends\"}")));
    }

    /** A topic in use. */
    private static final class LiveTopic {

        private final TopicKey key;
        private final EventTopic topic;
        private int users;

        private LiveTopic(TopicKey key, EventTopic topic) {
            this.key = key;
            this.topic = topic;
        }
    }

    /** Appended entries, or an event of one topic. */
    private record Arrival(List<LogEntry> entries, @Nullable LiveTopic topic,
            @Nullable Supplier<FeedMessage> message) {}

    private @Nullable LiveTopic named(String name) {
        return topics.get(TopicKey.ofEntries(name, JournalQuery.ALL, _ -> true, _ -> null));
    }

    private void appended(List<LogEntry> entries) {
        if (!topics.isEmpty() && !arrivals.offer(new Arrival(entries, null, null))) {
            lost.addAndGet(entries.size());
            long last = entries.getLast().sequence();
            topics.values().forEach(live -> live.topic.miss(last));
        }
    }

    private void dispatch() {
        List<Arrival> some = new ArrayList<>();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                some.add(arrivals.take());
                arrivals.drainTo(some, PAGE);
                send(some);
            } catch (InterruptedException stop) {
                return;
            } catch (RuntimeException failed) {
                LOG.log(Level.ERROR, "an event was not sent", failed);
            } finally {
                some.clear();
            }
        }
    }

    private void send(List<Arrival> some) {
        for (LiveTopic live : topics.values()) {
            List<FeedMessage> messages = new ArrayList<>();
            for (Arrival arrival : some) {
                if (arrival.message() != null && live.equals(arrival.topic())) {
                    messages.add(arrival.message().get());
                }
                arrival.entries().stream().filter(live.key::selects)
                        .forEach(entry -> messages.addAll(messages(live.key, entry)));
            }
            if (!messages.isEmpty()) {
                live.topic.publish(messages);
            }
        }
    }

    private void beat() {
        try {
            while (!world.await(end, HEARTBEAT)) {
                topics.values().forEach(live -> live.topic.publish(FeedMessage.HEARTBEAT));
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void release(TopicKey key) {
        topics.computeIfPresent(key, (_, live) -> {
            live.users--;
            return live.users == 0 ? null : live;
        });
    }

    private TopicFeed.Page page(TopicKey key, long after) {
        long last = log.lastSequence();
        List<LogEntry> entries = log.select(key.query().startingAt(after + 1).withFirst(PAGE));
        List<FeedMessage> messages = new ArrayList<>();
        for (LogEntry entry : entries) {
            if (key.filter().test(entry)) {
                messages.addAll(messages(key, entry));
            }
        }
        boolean isEnd = entries.size() < PAGE;
        long through = isEnd ? Math.max(last, entries.isEmpty() ? 0 : entries.getLast().sequence())
                : entries.getLast().sequence();
        return new TopicFeed.Page(messages, through, isEnd);
    }

    private static List<FeedMessage> messages(TopicKey key, LogEntry entry) {
        FeedMessage message = key.encoder().apply(entry);
        FeedMessage last = key.closing().apply(entry);
        return last == null ? List.of(message) : List.of(message, last);
    }
}
