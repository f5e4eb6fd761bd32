package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.Main;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.OddReplies;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Solves of a process that is killed, and resumed by another one. The resumed solve has the answer and the votes of one
 * that was never interrupted. It costs as much, and the calls that its log names as lost.
 */
class KilledProcessTest {

    private static final String QUESTION = "Shard the database or buy time?";

    /** Wires of the five agents. */
    private static final List<WireFormatName> WIRES = List.of(WireFormatName.OPENAI, WireFormatName.ANTHROPIC,
            WireFormatName.GEMINI, WireFormatName.OLLAMA, WireFormatName.OPENAI_RESPONSES);

    /** Phrase of a closing prompt. */
    private static final String CLOSING = "your vote is missing";

    /** Fact of a decision that waits for the votes to settle. */
    private static final String WAITING = "state:settling:changed";

    private static final int FEW_SEEDS = 4;
    private static final int SEEDS = 20;
    private static final int HIDDEN_TOKENS = 100;
    private static final double ODD_SHARE = 0.4;
    private static final int MAX_DELAY_MICROS = 20_000;

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(this::answer);
    private volatile Function<FakeRequest, FakeAnswer> script = ScriptedDeliberators::answer;
    private volatile @Nullable Killer killer;
    private Path models = Path.of("");
    private Path swarm = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "sk-test-0123456789\n");
        models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {%s},
                 "prices": {"lab-*": {"inputPerMillion": 1.0, "outputPerMillion": 10.0}}}
                """.formatted(WIRES.stream().map(wire -> provider(wire, key)).collect(Collectors.joining(",\n"))));
        swarm = Files.writeString(folder.resolve("swarm.yaml"), """
                agents:
                %s
                consensus:
                  minVoters: 4
                """.formatted(WIRES.stream().map(wire -> "  - id: " + "agent-" + WIRES.indexOf(wire)
                + "\n    model: " + name(wire) + ":fake-fast").collect(Collectors.joining("\n"))));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private FakeAnswer answer(FakeRequest request) {
        Killer current = killer;
        if (current != null) {
            current.accept(request);
        }
        return script.apply(request);
    }

    @Test
    void killedInTheClosingCallEndsAsTheWholeSolve() throws Exception {
        script = KilledProcessTest::votingLate;
        JsonValue.Obj whole = whole("whole");
        int closing = Math.toIntExact(server.requests().stream().filter(KilledProcessTest::isClosing).count());
        assertThat(closing).isGreaterThanOrEqualTo(3);
        assertThat(text(whole, "ending")).isEqualTo("consensus");

        for (int nth : List.of(1, closing)) {
            Path log = folder.resolve("closing-" + nth);
            killedAt(log, new Killer(KilledProcessTest::isClosing, nth, Duration.ZERO));

            assertThat(types(log)).as("a kill in the closing call").contains("closing:called")
                    .doesNotContain("run:closed");
            requireSame(resume(log), whole, log);
        }
    }

    @Test
    @Tag("long")
    void killedInTheRoundInWhichTheDecisionWaitsEndsAsTheWholeSolve() throws Exception {
        JsonValue.Obj whole = whole("whole");
        assertThat(types(folder.resolve("whole"))).contains(WAITING);
        assertThat(text(whole, "ending")).isEqualTo("consensus");

        for (int nth : List.of(1, WIRES.size())) {
            Path log = folder.resolve("waiting-" + nth);
            killedAt(log, new Killer(_ -> types(log).contains(WAITING), nth, Duration.ZERO));

            assertThat(types(log)).as("a kill while the decision waits").contains(WAITING)
                    .doesNotContain("run:closed");
            requireSame(resume(log), whole, log);
        }
    }

    @Test
    void killedAtAnyMomentAMessySolveEndsAsTheWholeOne() throws Exception {
        requireSeeds(1, FEW_SEEDS);
    }

    @Test
    @Tag("long")
    void killedAtAnyMomentManyMessySolvesEndAsTheWholeOnes() throws Exception {
        requireSeeds(FEW_SEEDS + 1, SEEDS - FEW_SEEDS);
    }

    private void requireSeeds(int from, int seeds) throws Exception {
        for (int seed = from; seed < from + seeds; seed++) {
            script = OddReplies.of(ScriptedDeliberators::answer, ODD_SHARE, seed);
            int before = server.requests().size();
            JsonValue.Obj whole = whole("whole-" + seed);
            int requests = server.requests().size() - before;
            SplittableRandom random = new SplittableRandom(seed);
            Path log = folder.resolve("killed-" + seed);

            killedAt(log, new Killer(_ -> true, 1 + random.nextInt(requests - 1),
                    Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MAX_DELAY_MICROS)))));

            requireSame(resume(log), whole, log);
        }
    }

    /** Agents that vote only when the closing call asks them. */
    private static FakeAnswer votingLate(FakeRequest request) {
        FakeAnswer.Says reply = ScriptedDeliberators.answer(request);
        return isClosing(request) || !reply.text().contains("\"vote\"") ? reply
                : reply.inPieces("{\"signals\": []}");
    }

    private static boolean isClosing(FakeRequest request) {
        return request.allText().contains(CLOSING);
    }

    private JsonValue.Obj whole(String name) {
        return json(CommandRun.of(solve(folder.resolve(name)).toArray(String[]::new)));
    }

    private JsonValue.Obj resume(Path log) {
        return json(CommandRun.of("resume", "--log", log.toString(), "--json"));
    }

    private List<String> solve(Path log) {
        return List.of("solve", QUESTION, "--config", swarm.toString(), "--models-file", models.toString(), "--seed",
                "11", "--log", log.toString(), "--json");
    }

    /** Runs a solve in a process of its own until the killer has killed it. */
    private void killedAt(Path log, Killer next) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(solve(log));
        killer = next;
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            next.target.complete(process);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
            killer = null;
        }
    }

    /** Kills a process with its nth request of a kind, after a delay; a process that is over by then is not killed. */
    private static final class Killer {

        private final CompletableFuture<Process> target = new CompletableFuture<>();
        private final AtomicInteger left;
        private final Function<FakeRequest, Boolean> kind;
        private final Duration delay;

        Killer(Function<FakeRequest, Boolean> kind, int nth, Duration delay) {
            this.kind = kind;
            left = new AtomicInteger(nth);
            this.delay = delay;
        }

        void accept(FakeRequest request) {
            if (!kind.apply(request) || left.decrementAndGet() != 0) {
                return;
            }
            if (delay.isZero()) {
                target.join().destroyForcibly().onExit().join(); // Its request gets no answer.
            } else {
                var _ = target.thenAcceptAsync(Process::destroyForcibly,
                        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS));
            }
        }
    }

    /** Requires the answer, the votes and the cost of the whole solve; the cost with that of the lost calls. */
    private void requireSame(JsonValue.Obj resumed, JsonValue.Obj whole, Path log) throws IOException {
        assertThat(without(resumed, "cost", "solveId")).as(log.toString()).isEqualTo(without(whole, "cost", "solveId"));
        List<Map<String, JsonValue>> lost = lostPayments(log);
        JsonValue.Obj paid = (JsonValue.Obj) field(resumed, "cost");
        JsonValue.Obj due = (JsonValue.Obj) field(whole, "cost");
        assertThat(number(paid, "calls")).as("calls in " + log).isEqualTo(number(due, "calls") + lost.size());
        double input = sum(lost, "inputTokens");
        double output = sum(lost, "outputTokens");
        double repeated = repeatedInput(log, number(paid, "inputTokens") - number(due, "inputTokens") - input);
        assertThat(number(paid, "inputTokens")).as("input in " + log)
                .isEqualTo(number(due, "inputTokens") + input + repeated);
        assertThat(number(paid, "outputTokens")).as("output in " + log)
                .isEqualTo(number(due, "outputTokens") + output);
        assertThat(number(paid, "tokens")).isEqualTo(number(due, "tokens") + sum(lost, "totalTokens") + repeated);
        assertThat(number(paid, "estimatedUsd")).as("money in " + log)
                .isCloseTo(number(due, "estimatedUsd") + (input + repeated + 10 * output) / 1_000_000, within(1e-6));
        assertThat(log.resolve("answers")).doesNotExist();
        assertThat(CommandRun.of("replay", "--log", log.toString()).out()).contains("equal: ");
    }

    /**
     * Difference of the input of a conversation that lost its session with the process. It is repeated as a whole, in
     * the words of the log, which hold no hidden output of the model.
     */
    private static double repeatedInput(Path log, double difference) {
        boolean isRepeated = signals(log).stream().anyMatch(signal -> signal.type().text().equals("harness:error")
                && signal.toString().contains("unknown-session"));
        assertThat(isRepeated ? Math.abs(difference) : 0).isLessThan(HIDDEN_TOKENS);
        return isRepeated ? difference : 0;
    }

    /** Payments for calls that were lost, as the log states them. */
    private static List<Map<String, JsonValue>> lostPayments(Path log) {
        return signals(log).stream().filter(signal -> signal.type().text().equals("cost:lost"))
                .flatMap(signal -> ((JsonValue.Arr) Objects.requireNonNull(((JsonValue.Obj) Objects
                        .requireNonNull(((Payload.Open) signal.payload()).data())).fields().get("paid"))).items()
                        .stream())
                .map(payment -> ((JsonValue.Obj) payment).fields()).toList();
    }

    private static double sum(List<Map<String, JsonValue>> payments, String tokens) {
        return payments.stream().mapToDouble(payment -> ((JsonValue.Num) Objects.requireNonNull(payment.get(tokens)))
                .value().doubleValue()).sum();
    }

    private static List<String> types(Path log) {
        return signals(log).stream().map(signal -> signal.type().text()).toList();
    }

    private static List<Signal> signals(Path log) {
        return KilledLog.read(log.resolve(KilledLog.EVENTS)).stream().map(LogEntry::signal).toList();
    }

    private static JsonValue.Obj json(CommandRun run) {
        assertThat(run.out()).as(run.err()).startsWith("{");
        return without((JsonValue.Obj) JsonText.read(run.out().replaceAll("sig_[0-9a-z]+", "sig")), "totalMs",
                "signalLog");
    }

    private static JsonValue.Obj without(JsonValue.Obj result, String... names) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(result.fields());
        fields.keySet().removeAll(Arrays.asList(names));
        return new JsonValue.Obj(fields);
    }

    private static JsonValue field(JsonValue.Obj object, String name) {
        return Objects.requireNonNull(object.fields().get(name), name);
    }

    private static String text(JsonValue.Obj object, String name) {
        return ((JsonValue.Str) field(object, name)).value();
    }

    private static double number(JsonValue.Obj object, String name) {
        return ((JsonValue.Num) field(object, name)).value().doubleValue();
    }

    private static String name(WireFormatName wire) {
        return "lab-" + wire.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String provider(WireFormatName wire, Path key) {
        boolean responds = wire == WireFormatName.OPENAI_RESPONSES;
        return """
                "%s": {"kind": "%s", "baseUrl": "%s", "keyFile": "%s"%s}""".formatted(name(wire),
                responds ? "openai" : wire.name().toLowerCase(Locale.ROOT), server.baseUrl(wire), key,
                responds ? ", \"api\": \"responses\"" : "");
    }
}
