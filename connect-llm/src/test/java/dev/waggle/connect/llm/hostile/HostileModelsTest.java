package dev.waggle.connect.llm.hostile;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.hostile.HostileBehaviour.Cost;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.MeteredHarness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hostile models on every wire. Each call ends as documented, in bounded memory and money. Its failure shows neither a
 * secret nor a control character.
 */
class HostileModelsTest {

    private static final int BUDGET = 5_000;
    private static final double MOST = 1.1;

    /** The largest body and what the buffers of a connection hold. */
    private static final long MAX_SENT = 32L * 1_024 * 1_024;

    private static final Duration SOON = Duration.ofSeconds(30);

    static Stream<HostileBehaviour> cheap() {
        return HostileBehaviour.all().stream().filter(behaviour -> behaviour.cost() == Cost.SMALL);
    }

    static Stream<HostileBehaviour> silent() {
        return HostileBehaviour.all().stream().filter(behaviour -> behaviour.cost() == Cost.SILENT);
    }

    static Stream<HostileBehaviour> large() {
        return HostileBehaviour.all().stream().filter(behaviour -> behaviour.cost() == Cost.LARGE);
    }

    @ParameterizedTest
    @MethodSource({"cheap", "silent"})
    void everyCallEndsAsDocumented(HostileBehaviour behaviour) throws Exception {
        for (HostileWire wire : HostileWire.values()) {
            check(behaviour, wire);
        }
    }

    @ParameterizedTest
    @MethodSource("large")
    void aBodyWithoutEndIsReadUpToItsLimit(HostileBehaviour behaviour) throws Exception {
        check(behaviour, HostileWire.OPENAI);
        check(behaviour, HostileWire.OLLAMA);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("large")
    void aBodyWithoutEndIsReadUpToItsLimitOnEveryWire(HostileBehaviour behaviour) throws Exception {
        for (HostileWire wire : HostileWire.values()) {
            check(behaviour, wire);
        }
    }

    @Test
    void thereAreManyOfThem() {
        assertThat(HostileBehaviour.all()).hasSizeGreaterThanOrEqualTo(45).doesNotHaveDuplicates();
    }

    /** Streams with wrong, missing, doubled and exchanged bytes. */
    @Test
    void anyDamageOfAStreamEndsTheCall() throws Exception {
        damage(3, 40);
    }

    @Tag("long")
    @Test
    void anyDamageOfAStreamEndsTheCallManyTimes() throws Exception {
        damage(4, 2_000);
    }

    private static void damage(int seed, int trials) throws Exception {
        Random random = new Random(seed);
        List<HostileWire> wires = List.of(HostileWire.values());
        for (int trial = 0; trial < trials; trial++) {
            HostileWire wire = wires.get(trial % wires.size());
            byte[] bytes = ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                    + wire.begin()
                    + wire.text("hello ") + wire.call("c1", "look", 0) + wire.text("world") + wire.end("9", "5"))
                    .getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt(256) : bytes[random.nextInt(bytes.length)];
            }
            int length = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : bytes.length;
            byte[] sent = Arrays.copyOf(bytes, length);
            Outcome outcome = call(wire, line -> line.send(sent), Cost.SMALL);

            assertThat(outcome.cost()).as("seed %s, trial %s", seed, trial).isLessThanOrEqualTo(MOST * BUDGET);
            outcome.requireClean("seed " + seed + ", trial " + trial);
        }
    }

    private static void check(HostileBehaviour behaviour, HostileWire wire) throws Exception {
        String place = behaviour + " on " + wire;
        Outcome outcome = call(wire, behaviour.reply().apply(wire), behaviour.cost());

        assertThat(outcome.end()).as("%s: %s", place, outcome.message()).isIn(behaviour.ends());
        assertThat(outcome.cost()).as(place).isLessThanOrEqualTo(MOST * BUDGET);
        assertThat(outcome.sent()).as(place).isLessThanOrEqualTo(MAX_SENT);
        assertThat(outcome.requests()).as(place).isEqualTo(1);
        outcome.requireClean(place);
    }

    /**
     * Outcome of a call.
     *
     * @param end the kind of its failure, or an answer
     * @param seen all that is seen of it: signals, output, message
     * @param sent the bytes that the server could send
     */
    private record Outcome(String end, String message, String seen, double cost, long sent, long requests) {

        void requireClean(String place) {
            assertThat(seen).as(place).doesNotContain(HostileBehaviour.KEY).hasSizeLessThan(2_000_000);
            assertThat(message).as(place).hasSizeLessThan(1_500);
            assertThat(message.chars().filter(unit -> unit != '\n').anyMatch(unit -> Character.isISOControl(unit)
                    || unit == '\u202e' || unit == '\u2066')).as("%s: %s", place, message).isFalse();
        }
    }

    private static Outcome call(HostileWire wire, HostileServer.Reply reply, Cost cost) throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(BUDGET), PriceTable.FLAT);
        List<Signal> told = new CopyOnWriteArrayList<>();
        ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 7);
        try (HostileServer server = new HostileServer(reply);
                ModelCatalog catalog = ModelCatalog.of(Map.of("LAB_KEY", HostileBehaviour.KEY),
                        "{\"providers\": {\"lab\": {" + wire.provider(server.port()) + "}}}")) {
            MeteredHarness model = new MeteredHarness(catalog.harness("lab:m"));
            CompletableFuture<Object> done = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    done.complete(model.run(hello(), RunContext.of(RunContext.Caller.of("ann", 0), world, told::add)
                            .withMeter(budget.account("ann"))));
                } catch (HarnessException failed) {
                    done.complete(failed.failure());
                } catch (InterruptedException | RuntimeException | Error broken) {
                    done.completeExceptionally(broken);
                }
            });
            await(done, world, cost);
            thread.join();
            Object outcome = done.join();
            double spent = budget.cost().total().totalTokens();
            return outcome instanceof HarnessFailure failure
                    ? new Outcome(failure.kind().name(), failure.message(), told + failure.toString(), spent,
                            server.sent(),
                            server.requests())
                    : new Outcome(HostileBehaviour.ANSWER, stop(outcome), told + outcome.toString(), spent,
                            server.sent(),
                            server.requests());
        }
    }

    private static String stop(Object outcome) {
        String detail = outcome instanceof HarnessOutput output ? output.stopDetail() : null;
        return detail == null ? "" : VisibleText.of(detail);
    }

    /** Waits for the end; a silence ends when the clock moves, once the client waits. */
    private static void await(CompletableFuture<Object> done, ManualWorld world, Cost cost)
            throws InterruptedException {
        World real = World.system();
        if (cost != Cost.SILENT) {
            assertThat(real.await(done, SOON)).as("ended by itself").isTrue();
            return;
        }
        for (int step = 0; step < 200 && !real.await(done, Duration.ofMillis(40)); step++) {
            world.advance(Duration.ofMinutes(11));
        }
        assertThat(done).isDone();
    }

    private static HarnessInput hello() {
        JsonValue.Obj any = new JsonObjectBuilder().with("type", "object").json();
        return new HarnessInput(null, List.of(Message.user("hello")), List.of(new ToolOffer("look", "Looks", any)),
                List.of(),
                null, 2_000.0, null);
    }
}
