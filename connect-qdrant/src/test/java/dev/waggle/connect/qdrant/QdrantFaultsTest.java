package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.connect.qdrant.server.QdrantServer;
import dev.waggle.connect.qdrant.server.QdrantServer.Fault;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Servers that are slow, busy, broken or gone. */
class QdrantFaultsTest {

    private static final Fault.Answer BROKEN = new Fault.Answer(500, Map.of(),
            "{\"status\":{\"error\":\"Service internal error: disk\"},\"time\":0}");

    private QdrantServer server = startServer();
    private final World world = World.system(7);
    private QdrantMemory store = store();

    @BeforeEach
    void openCollection() throws Exception {
        store.open();
        server.forgetRequests();
    }

    @AfterEach
    void stop() {
        store.close();
        server.close();
    }

    private static QdrantServer startServer() {
        try {
            return QdrantServer.start();
        } catch (IOException noPort) {
            throw new IllegalStateException(noPort);
        }
    }

    private QdrantMemory store() {
        return new QdrantMemory(MemoryTexts.quick(server.url()), MemoryRules.defaults(), world);
    }

    private String share(String author, String text) throws Exception {
        return store.share(List.of(MemoryTexts.memory(author, text))).getFirst();
    }

    private static QdrantException failure(Kind kind, ThrowingCallable call) {
        QdrantException[] caught = new QdrantException[1];
        assertThatExceptionOfType(QdrantException.class).isThrownBy(call).satisfies(failure -> {
            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
            caught[0] = failure;
        });
        return caught[0];
    }

    @Test
    void aServerThatFailsTwiceIsAskedThreeTimes() throws Exception {
        server.fail(BROKEN, new Fault.Answer(503, Map.of(), ""));
        assertThat(store.stats().total()).isZero();
        assertThat(server.requests()).startsWith("POST /collections/swarm-memory/points",
                "POST /collections/swarm-memory/points", "POST /collections/swarm-memory/points");
    }

    @Test
    void aServerThatKeepsFailingIsNamedWithItsOwnWords() {
        server.fail(BROKEN, BROKEN, BROKEN, BROKEN);
        assertThat(failure(Kind.BROKEN, store::stats)).hasMessageContaining(server.url().toString())
                .hasMessageContaining("status 500").hasMessageContaining("disk").hasMessageContaining("\nMaybe");
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void aBusyServerIsAskedAgainAfterTheTimeThatItStates() throws Exception {
        server.fail(new Fault.Answer(429, Map.of("Retry-After", "0"), ""));
        assertThat(store.stats().total()).isZero();

        server.forgetRequests();
        server.fail(new Fault.Answer(429, Map.of("Retry-After", "3600"), ""));
        assertThat(failure(Kind.BUSY, store::stats).retryAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void aSlowServerIsLeftAfterTheTimeout() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        server.fail(new Fault.None(), new Fault.None(), new Fault.Slow(latch));
        try (QdrantMemory hasty = new QdrantMemory(MemoryTexts.quick(server.url()).withTimeout(Duration.ofMillis(700)),
                MemoryRules.defaults(), world)) {
            assertThat(failure(Kind.SLOW, hasty::stats)).hasMessageContaining("PT0.7S");
        } finally {
            latch.countDown();
        }
        assertThat(store.stats().total()).isZero();
    }

    @Test
    void anInterruptedCallEnds() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        server.fail(new Fault.Slow(latch));
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread caller = world.start("caller", () -> {
            try {
                end.completeExceptionally(new AssertionError(store.stats().toString()));
            } catch (IOException | InterruptedException failure) {
                end.complete(failure);
            }
        });
        caller.interrupt();
        assertThat(end.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        latch.countDown();
    }

    @Test
    void answersOfOtherServersAreNotBelieved() {
        for (String body : List.of("<html>Welcome</html>", "", "{}", "{\"result\":null}", "{\"result\":5}", "[1",
                "NaN")) {
            server.fail(new Fault.Answer(200, Map.of(), body));
            server.forgetRequests();
            assertThat(failure(Kind.UNREADABLE, store::stats)).as(body).hasMessageContaining(server.url().toString());
            assertThat(server.requests()).hasSize(1);
        }
        server.fail(new Fault.Answer(302, Map.of("Location", "http://127.0.0.1:9/"), ""));
        assertThat(failure(Kind.REFUSED, store::stats)).hasMessageContaining("redirects");
    }

    @Test
    void writesWhoseAnswersAreLostHappenOnce() throws Exception {
        String id = share("a", "the cache is cold");
        int _ = store.decay();
        server.fail(new Fault.None(), new Fault.LostAnswer());
        store.reinforce(id, "b");
        server.fail(new Fault.LostAnswer());
        int _ = store.decay();
        StoredMemory memory = store.find(id).orElseThrow();
        assertThat(memory.reinforcedBy()).containsExactly("b");
        assertThat(memory.strength()).isCloseTo(MemoryRules.defaults().decayed(1, 1), within(1e-12));

        server.fail(new Fault.None(), new Fault.LostAnswer());
        String other = share("a", "the cache is warm");
        assertThat(store.find(other)).get().satisfies(known -> assertThat(known.reinforcedBy()).isEmpty());
        assertThat(store.stats().total()).isEqualTo(2);
    }

    @Test
    void anUploadThatBreaksInTheMiddleIsCompletedByARepetition() throws Exception {
        List<NewMemory> memories = MemoryTexts.many(300, world.random("texts"));
        Fault lost = new Fault.LostAnswer();
        server.fail(new Fault.None(), new Fault.None(), new Fault.None(), new Fault.None(), lost, lost, lost, lost);
        assertThat(failure(Kind.UNREACHABLE, () -> store.share(memories))).hasMessageContaining("cannot be reached");
        assertThat(server.points("swarm-memory")).isBetween(2, 300);

        assertThat(store.share(memories)).hasSize(300).doesNotHaveDuplicates();
        assertThat(store.stats().total()).isEqualTo(300);
        assertThat(store.stats().totalReinforcements()).isZero();
    }

    @Test
    void aDeletedCollectionIsCreatedAgain() throws Exception {
        share("a", "the cache is cold");
        server.drop("swarm-memory");
        assertThat(failure(Kind.NOT_FOUND, () -> store.stats())).hasMessageContaining("swarm-memory")
                .hasMessageContaining("the next call creates it");
        share("a", "the cache is warm");
        assertThat(store.stats().total()).isEqualTo(1);
    }

    @Test
    void aCollectionThatIsReplacedByOneOfAnotherSizeIsRefused() throws Exception {
        share("a", "the cache is cold");
        server.replace("swarm-memory", 5);
        for (int call = 0; call < 2; call++) {
            assertThat(failure(Kind.MISMATCH, () -> share("a", "the cache is warm"))).hasMessageContaining("5")
                    .hasMessageContaining("384").hasMessageContaining("\nMaybe");
        }
        assertThat(failure(Kind.MISMATCH, () -> share("a", "the cache is hot")))
                .hasMessageContaining("vectors of 5 dimensions").hasMessageContaining("gives 384");
    }

    @Test
    void aServerThatDiesInTheMiddleIsReportedAndThenLeftAlone() throws Exception {
        ManualWorld manual = new ManualWorld(MemoryTexts.START, 7);
        QdrantConfig config = MemoryTexts.quick(server.url()).withRetry(RetryPolicy.NEVER)
                .withBreaker(new BreakerPolicy(3, Duration.ofSeconds(30)));
        try (QdrantMemory watched = new QdrantMemory(config, MemoryRules.defaults(), manual)) {
            assertThat(watched.share(MemoryTexts.many(20, manual.random("texts")))).hasSize(20);
            server.close();
            for (int call = 0; call < 3; call++) {
                assertThat(failure(Kind.UNREACHABLE, watched::stats)).hasMessageContaining(server.url().toString())
                        .hasMessageContaining("\nMaybe it does not run");
            }
            assertThat(failure(Kind.PAUSED, watched::stats)).hasMessageContaining("failed too often");
            manual.advance(Duration.ofSeconds(30));
            assertThat(failure(Kind.UNREACHABLE, watched::stats)).isNotNull();
            assertThat(failure(Kind.PAUSED, watched::stats)).isNotNull();
        }
    }

    @Test
    void nothingIsSentBeforeTheFirstCall() {
        server.close();
        try (QdrantMemory lazy = store()) {
            assertThat(failure(Kind.UNREACHABLE, lazy::open)).hasMessageContaining("cannot be reached");
        }
    }
}
