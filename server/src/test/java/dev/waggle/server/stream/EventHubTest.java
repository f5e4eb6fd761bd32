package dev.waggle.server.stream;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.LongStream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.stream.EventHub.TopicKey;
import dev.waggle.signal.Samples;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class EventHubTest {

    private static final int WRITERS = 4;
    private static final int EACH = 250;
    private static final int CLIENTS = 20;
    private static final TopicKey ALL = key("all", _ -> null);

    @TempDir
    private Path folder;

    /** Clients that come at any moment of four writing threads have each entry once and in order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noClientHasAGapOrADouble(long seed) throws Exception {
        Random random = new Random(seed);
        List<SampleClient> clients = new ArrayList<>();
        List<Long> from = new ArrayList<>();
        try (FileJournal log = FileJournal.open(folder); EventHub hub = EventHub.open(log, World.system())) {
            List<Thread> writers = write(log, seed);
            for (int i = 0; i < CLIENTS; i++) {
                long moment = (long) i * WRITERS * EACH / CLIENTS;
                until(() -> log.lastSequence() >= moment);
                long after = random.nextLong(log.lastSequence() + 1);
                from.add(after);
                clients.add(follow(hub, ALL, after));
            }
            for (Thread writer : writers) {
                writer.join();
            }
            long last = log.lastSequence();
            assertThat(last).isEqualTo(WRITERS * EACH);
            for (int i = 0; i < clients.size(); i++) {
                SampleClient client = clients.get(i);
                long due = last - from.get(i);
                until(() -> client.ids().size() >= due || client.isEnded());
                assertThat(client.ids()).as("seed %d, client %d after %d", seed, i, from.get(i))
                        .isEqualTo(LongStream.rangeClosed(from.get(i) + 1, last).boxed().toList());
            }
            assertThat(hub.lost()).isZero();
        }
    }

    @Test
    @SuppressWarnings("try") // The end of the hub is what the client is told.
    void aClientGoesOnAfterARestartWhereItWas() throws Exception {
        long seen;
        try (FileJournal log = FileJournal.open(folder); EventHub hub = EventHub.open(log, World.system())) {
            append(log, "a", 5);
            SampleClient client = follow(hub, ALL, 0);
            append(log, "b", 5);
            until(() -> client.ids().size() == 10);
            hub.close();
            assertThat(client.events()).last().isEqualTo("bye");
            assertThat(client.isEnded()).isTrue();
            seen = client.ids().getLast();
            append(log, "c", 5);
        }
        try (FileJournal log = FileJournal.open(folder); EventHub hub = EventHub.open(log, World.system())) {
            SampleClient client = follow(hub, ALL, seen);
            append(log, "d", 5);
            until(() -> client.ids().size() >= 10);
            assertThat(client.ids()).isEqualTo(LongStream.rangeClosed(11, 20).boxed().toList());
        }
    }

    @Test
    void anEventWithoutAFollowerIsNotEvenEncoded() throws Exception {
        ConcurrentLinkedQueue<String> encoded = new ConcurrentLinkedQueue<>();
        try (FileJournal log = FileJournal.open(folder); EventHub hub = EventHub.open(log, World.system())) {
            hub.live("all", () -> message(encoded, "none"));
            SampleClient client = follow(hub, ALL, 0);
            hub.live("other", () -> message(encoded, "other"));
            hub.live("all", () -> message(encoded, "one"));
            until(() -> client.events().contains("one"));
            assertThat(encoded).containsExactly("one");
        }
    }

    @Test
    void aTopicEndsWithItsClosingMessageAndIsForgotten() throws Exception {
        TopicKey closing = key("closing", entry -> entry.sequence() == 3 ? FeedMessage.last("end", "{}") : null);
        try (FileJournal log = FileJournal.open(folder); EventHub hub = EventHub.open(log, World.system())) {
            SampleClient client = follow(hub, closing, 0);
            append(log, "a", 6);
            until(client::isEnded);
            assertThat(client.ids()).containsExactly(1L, 2L, 3L);
            assertThat(client.events()).last().isEqualTo("end");
            SampleClient later = follow(hub, closing, 1);
            until(later::isEnded);
            assertThat(later.ids()).containsExactly(2L, 3L);
            assertThat(hub.clients()).isZero();
        }
    }

    private static List<Thread> write(FileJournal log, long seed) {
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            String name = "w" + seed + '_' + writer;
            writers.add(Thread.ofVirtual().start(() -> append(log, name, EACH)));
        }
        return writers;
    }

    private static void append(FileJournal log, String name, int count) {
        for (int i = 0; i < count; i++) {
            var _ = log.append(Samples.discovery(name + '_' + i, "ada"), Emission.by("test"), Instant.EPOCH);
        }
    }

    private static SampleClient follow(EventHub hub, TopicKey key, long after) throws Exception {
        SampleClient client = new SampleClient();
        hub.feed(key, after).start(client);
        assertThat(client.aborted()).isNull();
        return client;
    }

    private static TopicKey key(String name, Function<LogEntry, @Nullable FeedMessage> closing) {
        return TopicKey.ofEntries(name, JournalQuery.ALL, _ -> true, closing);
    }

    private static FeedMessage message(ConcurrentLinkedQueue<String> encoded, String name) {
        encoded.add(name);
        return FeedMessage.live(name, "{}");
    }
}
