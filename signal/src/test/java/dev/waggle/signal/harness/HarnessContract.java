package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Contract of every harness, independent of the other side that answers behind it. */
public interface HarnessContract {

    /** Timeout that suffices on any machine; a test reaches it only when something hangs. */
    Duration TIMEOUT = Duration.ofSeconds(20);

    /** A harness whose other side answers as the play says. */
    Stage stage(Play play) throws Exception;

    /** The world that the runs live in. */
    World world();

    /** Lets time pass in that world; the real one needs no help. */
    default void pass(Duration span) {}

    /** A harness and the other side behind it. */
    interface Stage extends AutoCloseable {

        Harness harness();

        @Override
        default void close() {}

        static Stage of(Harness harness) {
            return () -> harness;
        }
    }

    /** Behaviour of the other side. */
    sealed interface Play {

        /** Sends thinking, text and tool calls, piece by piece. */
        record Answer(List<String> thinking, List<String> text, List<ToolCall> calls, @Nullable TokenUsage usage)
                implements
                Play {
            public Answer {
                thinking = List.copyOf(thinking);
                text = List.copyOf(text);
                calls = List.copyOf(calls);
            }
        }

        /** Refuses the key as unknown. */
        record Refusal() implements Play {}

        /** Sends these pieces and then nothing more, and does not end. */
        record Silence(List<String> text) implements Play {
            public Silence {
                text = List.copyOf(text);
            }
        }
    }

    @Test
    @DisplayName("11 a run begins with harness:start, ends with harness:end, and the pieces make the whole")
    default void tellsARunFromStartToEnd() throws Exception {
        TokenUsage usage = new TokenUsage(12, 7, 19);
        Play play = new Play.Answer(List.of("let me ", "see"), List.of("bees ", "dance ", "w\u00e9ll \ud83d\udc1d"),
                List.of(), usage);
        try (Stage stage = stage(play)) {
            Told told = new Told(world(), 1);

            HarnessOutput output = stage.harness().run(question("how do bees talk?"), told.context());

            HarnessLaws.hold(stage.harness(), told.context(), told.signals());
            assertThat(output.content()).isEqualTo("bees dance w\u00e9ll \ud83d\udc1d");
            assertThat(output.usage()).isEqualTo(usage);
            assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
            assertThat(output.toolCalls()).isEmpty();
            assertThat(HarnessLaws.text(told.one(HarnessSignals.TEXT_COMPLETE), "content"))
                    .isEqualTo(output.content());
            assertThat(HarnessLaws.field(told.one(HarnessSignals.END), "output"))
                    .isEqualTo(HarnessCodec.encode(output));
        }
    }

    @Test
    @DisplayName("11 calls of tools are told in their order before the end")
    default void tellsCallsOfTools() throws Exception {
        List<ToolCall> calls = List.of(new ToolCall("c1", "look", new JsonValue.Obj(Map.of("where",
                JsonValue.of("north")))), new ToolCall("c2", "count", new JsonValue.Obj(Map.of())));
        try (Stage stage = stage(new Play.Answer(List.of(), List.of("wait"), calls, null))) {
            Told told = new Told(world(), 1);

            HarnessOutput output = stage.harness().run(question("how many?"), told.context());

            HarnessLaws.hold(stage.harness(), told.context(), told.signals());
            assertThat(output.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
            assertThat(output.toolCalls()).extracting(ToolCall::name).containsExactly("look", "count");
            assertThat(output.toolCalls().getFirst().input()).isEqualTo(calls.getFirst().input());
            assertThat(output.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("");
            assertThat(HarnessLaws.of(HarnessSignals.TOOL_CALL, told.signals()))
                    .extracting(signal -> HarnessLaws.text(signal, "id"))
                    .isEqualTo(output.toolCalls().stream().map(ToolCall::id).toList());
        }
    }

    @Test
    @DisplayName("11 the start says what is asked, of which model, under which hash")
    default void tellsWhatIsAsked() throws Exception {
        try (Stage stage = stage(new Play.Answer(List.of(), List.of("well"), List.of(), null))) {
            Told told = new Told(world(), 1);
            HarnessInput input = question("how?");

            stage.harness().run(input, told.context());

            Signal start = told.one(HarnessSignals.START);
            assertThat(HarnessLaws.field(start, "input", "messages"))
                    .isEqualTo(HarnessCodec.encode(input).fields().get("messages"));
            assertThat(start.extensions())
                    .containsEntry(HarnessRun.MODEL, JsonValue.of(stage.harness().model()))
                    .containsEntry(HarnessRun.REQUEST,
                            JsonValue.of(RequestHash.of(stage.harness().model(), input, null)));
        }
    }

    @Test
    @DisplayName("12 a failure is harness:error, then harness:end with stop reason error, then the exception")
    default void tellsAFailureBeforeItThrows() throws Exception {
        try (Stage stage = stage(new Play.Refusal())) {
            Told told = new Told(world(), 1);

            Throwable thrown = catchThrowable(() -> stage.harness().run(question("how?"), told.context()));

            assertThat(thrown).isInstanceOfSatisfying(HarnessException.class,
                    failed -> assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.AUTHENTICATION));
            HarnessLaws.hold(stage.harness(), told.context(), told.signals());
            Signal error = told.one(HarnessSignals.ERROR);
            assertThat(HarnessLaws.text(error, "code")).isEqualTo("authentication");
            assertThat(HarnessLaws.field(error, "recoverable")).isEqualTo(JsonValue.of(false));
            assertThat(HarnessLaws.text(error, "message")).isNotBlank();
        }
    }

    @Test
    @DisplayName("13 an interrupted run stops, and its end says so")
    default void stopsWhenInterrupted() throws Exception {
        Told told = new Told(world(), 1);
        List<Signal> atTheEnd;
        try (Stage stage = stage(new Play.Silence(List.of("bees ")))) {
            try (Aside aside = new Aside(() -> stage.harness().run(question("how?"), told.context()))) {
                told.awaitFirst();

                aside.interrupt();

                assertThat(aside.thrown()).isInstanceOf(InterruptedException.class);
            }
            HarnessLaws.hold(stage.harness(), told.context(), told.signals());
            assertThat(HarnessLaws.text(told.one(HarnessSignals.ERROR), "code")).isEqualTo("cancelled");
            atTheEnd = told.signals();
        }
        assertThat(told.signals()).as("nothing comes after the end").isEqualTo(atTheEnd);
    }

    @Test
    @DisplayName("13 a run ends with its deadline")
    default void endsWithItsDeadline() throws Exception {
        try (Stage stage = stage(new Play.Silence(List.of("bees ")))) {
            Duration span = Duration.ofMillis(60);
            Told told = new Told(world(), 1);
            RunContext context = told.context().within(span);
            try (Aside aside = new Aside(() -> stage.harness().run(question("how?"), context))) {
                while (!aside.isDone()) {
                    pass(span);
                }
                assertThat(aside.thrown()).isInstanceOfSatisfying(HarnessException.class,
                        failed -> assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.DEADLINE));
            }
            HarnessLaws.hold(stage.harness(), context, told.signals());
            assertThat(HarnessLaws.text(told.one(HarnessSignals.ERROR), "code")).isEqualTo("deadline");
        }
    }

    @Test
    @DisplayName("13 a run whose deadline is over ends at once")
    default void endsAtOnceWhenItsDeadlineIsOver() throws Exception {
        try (Stage stage = stage(new Play.Silence(List.of()))) {
            Told told = new Told(world(), 1);
            RunContext context = told.context().within(Duration.ZERO);

            assertThatThrownBy(() -> stage.harness().run(question("how?"), context))
                    .isInstanceOfSatisfying(HarnessException.class, failed -> assertThat(failed.failure().kind())
                            .isEqualTo(HarnessFailure.Kind.DEADLINE));
            HarnessLaws.hold(stage.harness(), context, told.signals());
        }
    }

    @Test
    @DisplayName("14 fifty callers at once get their own runs")
    default void keepsFiftyRunsApart() throws Exception {
        Play play = new Play.Answer(List.of("hm"), List.of("bees ", "dance"), List.of(), new TokenUsage(3, 2, 5));
        try (Stage stage = stage(play); ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            World world = world();
            List<Told> all = new ArrayList<>();
            List<Future<HarnessOutput>> outputs = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Told told = new Told(world, i);
                all.add(told);
                outputs.add(threads.submit(() -> stage.harness().run(question("how?"), told.context())));
            }
            for (Future<HarnessOutput> output : outputs) {
                assertThat(output.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).content()).isEqualTo("bees dance");
            }
            all.forEach(told -> HarnessLaws.hold(stage.harness(), told.context(), told.signals()));
            assertThat(all.stream().flatMap(told -> told.signals().stream().map(Signal::id)))
                    .doesNotHaveDuplicates();
        }
    }

    /** A question and nothing else. */
    static HarnessInput question(String text) {
        return HarnessInput.of(List.of(Message.user(text)));
    }

    /** Recorded signals of one run. */
    final class Told {

        private final List<Signal> signals = Collections.synchronizedList(new ArrayList<>());
        private final CompletableFuture<Void> first = new CompletableFuture<>();
        private final RunContext context;

        public Told(World world, int number) {
            RunContext.Caller caller = new RunContext.Caller(new Emission("agent-" + number, 1), Scope.NONE,
                    number % 2 == 0 ? null : "sig_cause" + number);
            context = RunContext.of(caller, world, signal -> {
                signals.add(signal);
                first.complete(null);
            });
        }

        public RunContext context() {
            return context;
        }

        public List<Signal> signals() {
            synchronized (signals) {
                return List.copyOf(signals);
            }
        }

        /** The one signal of that type. */
        public Signal one(SignalType type) {
            List<Signal> found = HarnessLaws.of(type, signals());
            assertThat(found).hasSize(1);
            return found.getFirst();
        }

        /** Waits for the first signal. */
        public void awaitFirst() throws Exception {
            first.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** A run on a virtual thread of its own. */
    final class Aside implements AutoCloseable {

        private final CompletableFuture<HarnessOutput> outcome = new CompletableFuture<>();
        private final Thread thread;

        /** Work of that thread. */
        @FunctionalInterface
        public interface Work {
            HarnessOutput run() throws Exception;
        }

        public Aside(Work work) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    outcome.complete(work.run());
                } catch (Throwable thrown) {
                    outcome.completeExceptionally(thrown);
                }
            });
        }

        public void interrupt() {
            thread.interrupt();
        }

        /** True if the run is over; waits 2 ms at most. */
        public boolean isDone() throws InterruptedException {
            return thread.join(Duration.ofMillis(2));
        }

        /** Exception that the run threw. */
        public Throwable thrown() throws Exception {
            try {
                HarnessOutput output = outcome.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                throw new AssertionError("an answer came: " + output);
            } catch (ExecutionException failed) {
                return failed.getCause() == null ? failed : failed.getCause();
            }
        }

        public HarnessOutput answer() throws Exception {
            return outcome.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }
}
