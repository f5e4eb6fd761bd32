package dev.waggle.cli.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

import dev.waggle.connect.mcp.server.ClientCall;
import dev.waggle.connect.mcp.server.ProgressReporter;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(20)
class SolveToolTest {

    private static final ClientCall CALL = new ClientCall(new ToolCaller("mcp:test", 0), null, ProgressReporter.NONE);

    private final MemoryJournal journal = new MemoryJournal();
    private final Semaphore thinking = new Semaphore(0);
    private final Semaphore goOn = new Semaphore(0);
    private final List<SolveRequest> requests = new ArrayList<>();
    private final List<Map<String, String>> traces = new ArrayList<>();
    private final SolveTool tool = new SolveTool(new Thinkers(ModelSolveService.MAX_SOLVES));

    @Test
    void answersTheResultAsJsonAndTellsHowFarItIs() throws InterruptedException {
        List<String> told = new ArrayList<>();
        goOn.release(10);

        ToolOutcome outcome = tool.call(new ClientCall(CALL.caller(), null,
                (step, message) -> told.add(step + " " + message)), JsonText.read("""
                {"question": "Ship?", "context": "Friday", "agents": 3, "models": ["ollama:a"]}"""));

        assertThat(requests).containsExactly(new SolveRequest("Ship?", "Friday", 3, List.of("ollama:a"), "general",
                null));
        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class, done -> {
            assertThat(done.text()).startsWith("No consensus reached");
            assertThat(JsonText.write(done.details())).contains("\"solveId\":", "\"votingRecord\":", "\"ending\":");
            assertThat(ForeignSchema.of(Objects.requireNonNull(ToolOutputSchema.byTool().get("solve")))
                    .check(done.details())).isEmpty();
        });
        assertThat(told.getFirst()).isEqualTo("1 round 0: task:new of orchestrator");
        assertThat(told).anyMatch(line -> line.endsWith("round 1: discovery of ada"));
    }

    @Test
    void theSolveJoinsTheTraceOfTheClient() throws InterruptedException {
        goOn.release(10);
        Map<String, String> trace = Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        ToolOutcome _ = tool.call(new ClientCall(CALL.caller(), null, ProgressReporter.NONE, trace),
                JsonText.read("{\"question\": \"Ship?\"}"));
        ToolOutcome _ = tool.call(CALL, JsonText.read("{\"question\": \"Ship?\"}"));

        assertThat(traces).containsExactly(trace, Map.of());
    }

    @Test
    void aClientNamesTheKindOfTheTask() throws InterruptedException {
        goOn.release(10);

        var _ = tool.call(CALL, JsonText.read("{\"question\": \"Ship?\", \"taskType\": \"law\"}"));
        ToolOutcome blank = tool.call(CALL, JsonText.read("{\"question\": \"Ship?\", \"taskType\": \" \"}"));

        assertThat(requests).extracting(SolveRequest::task).extracting(Task::type).containsExactly("law");
        assertThat(JsonText.write(tool.definition().inputSchema())).contains("\"taskType\"");
        assertThat(blank).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                failed -> assertThat(failed.reason()).contains("the type of a task"));
    }

    @Test
    void aSolveThatIsTakenBackIsCancelledAndSaved() throws Exception {
        FutureTask<ToolOutcome> call = new FutureTask<>(
                () -> tool.call(CALL, JsonText.read("{\"question\": \"Ship?\"}")));
        Thread thread = Thread.ofVirtual().start(call);
        thinking.acquire();

        thread.interrupt();

        assertThatThrownBy(call::get).isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        List<LogEntry> saved = journal.read(1, 100);
        assertThat(saved.getLast().signal().type().text()).isEqualTo("run:closed");
        assertThat(saved.getLast().signal().payload().toString()).contains("cancelled");
    }

    @Test
    void moreSolvesThanItTakesAreRefusedAtOnce() throws Exception {
        List<FutureTask<ToolOutcome>> running = new ArrayList<>();
        for (int i = 0; i < ModelSolveService.MAX_SOLVES; i++) {
            FutureTask<ToolOutcome> call = new FutureTask<>(
                    () -> tool.call(CALL, JsonText.read("{\"question\": \"Ship?\"}")));
            running.add(call);
            Thread.ofVirtual().start(call);
        }
        thinking.acquire(ModelSolveService.MAX_SOLVES);

        ToolOutcome refused = tool.call(CALL, JsonText.read("{\"question\": \"Ship?\"}"));

        assertThat(refused).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                failed -> assertThat(failed.reason()).contains("4 solves are running already", "Maybe wait"));
        goOn.release(100);
        for (FutureTask<ToolOutcome> call : running) {
            assertThat(call.get()).isInstanceOf(ToolOutcome.Done.class);
        }
    }

    @Test
    void asManySolvesRunAsTheServiceTakes() throws Exception {
        SolveTool single = new SolveTool(new Thinkers(1));
        FutureTask<ToolOutcome> call = new FutureTask<>(
                () -> single.call(CALL, JsonText.read("{\"question\": \"Ship?\"}")));
        Thread.ofVirtual().start(call);
        thinking.acquire();

        ToolOutcome refused = single.call(CALL, JsonText.read("{\"question\": \"Ship?\"}"));

        assertThat(refused).isInstanceOfSatisfying(ToolOutcome.Failed.class, failed -> assertThat(failed.reason())
                .isEqualTo("a solve is running already, which is the most\nMaybe wait for it to end."));
        goOn.release(100);
        assertThat(call.get()).isInstanceOf(ToolOutcome.Done.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {}                                    | question is missing
            {"question": "  "}                    | question must not be blank
            {"question": 7}                       | question must be a text, got 7
            {"question": "q", "agents": 0}        | agents must be between 1 and 50, got 0
            {"question": "q", "agents": 1.5}      | agents must be a whole number
            {"question": "q", "models": "gpt"}    | models must be an array
            {"question": "q", "budget": 1}        | budget is unknown
            """)
    void namesWhatIsWrongWithTheInput(String input, String problem) throws InterruptedException {
        assertThat(tool.call(CALL, JsonText.read(input))).isInstanceOfSatisfying(
                ToolOutcome.Failed.class, failed -> assertThat(failed.reason()).contains(problem));
        assertThat(requests).isEmpty();
    }

    /** A service with an agent that thinks until it may continue. */
    private final class Thinkers implements SolveService {

        private final int most;

        private Thinkers(int most) {
            this.most = most;
        }

        @Override
        public TraceSpan callerOf(@Nullable String account, Map<String, String> headers) {
            return TraceSpan.incoming(new HeaderTracer(), headers);
        }

        @Override
        public int maxSolves() {
            return most;
        }

        @Override
        public String about() {
            return "Somebody thinks.";
        }

        @Override
        public SwarmResult solve(SolveRequest request, Consumer<SwarmEvent> listener) {
            synchronized (requests) {
                requests.add(request);
                traces.add(TraceSpan.current().headers());
            }
            Agent ada = Agent.of(AgentProfile.of("ada"), turn -> {
                thinking.release();
                goOn.acquire();
                return List.of(Draft.of(new Payload.Discovery("Fine", null, 0.5), 0.6));
            });
            try (Swarm swarm = new Swarm(
                    SwarmConfig.of(List.of(ada)).withJournal(journal).withEventListener(listener))) {
                return swarm.solve(Task.of(request.question()));
            }
        }
    }
}
