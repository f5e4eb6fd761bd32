package dev.waggle.cli.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.connect.mcp.server.ClientCall;
import dev.waggle.connect.mcp.server.ProgressReporter;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ModelSolveServiceTest {

    private static final ToolCaller CALLER = new ToolCaller("mcp:test", 0);

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    private SolveTool tool(Budget budget) throws IOException {
        return new SolveTool(service(WireFormatName.OLLAMA, budget));
    }

    private ModelSolveService service(WireFormatName format, Budget budget) throws IOException {
        Path file = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s"}},
                 "models": {"one": "lab:fake-fast", "two": "lab:fake-deep"}}
                """.formatted(format.name().toLowerCase(Locale.ROOT), server.baseUrl(format)));
        ModelTeam team = new ModelTeam(
                new ModelTeam.TeamOptions(TeamMember.team(3), List.of("one", "two"), ModelMode.FAST, file, Map.of()),
                new ModelTeam.CallOptions(null, null), budget, new ModelTeam.ToolOptions(false, null),
                new ModelTeam.TapeOptions(null, false, null, 5L), ModelTeam.OutputOptions.NOTHING);
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new ModelSolveService(team,
                source -> SwarmConfig.of(source.agents()).withSpending(source.spending()).withWorld(source.world()),
                new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN, false), ProcessTelemetry.NONE);
    }

    private static ToolOutcome ask(SolveTool tool, String input) throws InterruptedException {
        AtomicInteger steps = new AtomicInteger();
        ToolOutcome outcome = tool.call(new ClientCall(CALLER, null, (step, message) -> steps.incrementAndGet()),
                JsonText.read(input));
        assertThat(outcome instanceof ToolOutcome.Failed || steps.get() > 0).isTrue();
        return outcome;
    }

    @Test
    void aClientGetsAnAnswerOfAsManyModelsAsItAsksFor() throws Exception {
        ToolOutcome outcome = ask(tool(Budget.UNLIMITED),
                "{\"question\": \"Shard or wait?\", \"agents\": 5, \"models\": [\"two\"]}");

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class,
                done -> assertThat(JsonText.write(done.details())).contains("\"cost\":{").contains("synthesizer"));
        assertThat(server.requests()).extracting(FakeRequest::model).containsOnly("fake-deep");
    }

    @Test
    void aModelThatTheHostDidNotNameIsRefused() throws Exception {
        ToolOutcome outcome = ask(tool(Budget.UNLIMITED),
                "{\"question\": \"Shard or wait?\", \"models\": [\"lab:expensive\"]}");

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                failed -> assertThat(failed.reason()).contains("lab:expensive").contains("one, two"));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aServerThatIsNotThereIsSaidToTheClientBeforeAnythingIsAsked() throws Exception {
        SolveTool tool = tool(Budget.UNLIMITED);
        server.close();

        ToolOutcome outcome = tool.call(new ClientCall(CALLER, null, ProgressReporter.NONE),
                JsonText.read("{\"question\": \"Shard or wait?\"}"));

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failed.class, failed -> assertThat(failed.reason())
                .contains("lab at ", "cannot be reached", "\nMaybe start it: ollama serve"));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void agentsUseTheSignalsOfTheHostWithTheirOwnInboxes() throws Exception {
        try (SignalService signals = SignalService.open(folder.resolve("data"), SignalServiceConfig.defaults(),
                World.system())) {
            signals.inboxes().subscribe(SubscriptionRequest.of("critic", "build:*").withSilent(false));
            signals.generate("build:done", Source.agent("ci"), JsonValue.of("4f1c"));
            ModelSolveService service = service(WireFormatName.OPENAI, Budget.UNLIMITED).withSignals(signals);

            ToolOutcome outcome = ask(new SolveTool(service), "{\"question\": \"Shard or wait?\"}");

            assertThat(outcome).isInstanceOf(ToolOutcome.Done.class);
            assertThat(service.maxSolves()).isEqualTo(1);
            assertThat(signals.inboxes().agents()).contains("explorer", "analyst", "critic");
            assertThat(signals.inboxes().waiting("critic", 10)).isEmpty();
        }
        assertThat(server.requests()).filteredOn(request -> request.allText().contains("You are \"Critic\""))
                .anyMatch(request -> request.allText().contains("4f1c"));
        assertThat(server.requests()).allSatisfy(request -> assertThat(request.asked().tools())
                .extracting(FakeRequest.Offer::name)
                .contains("generate_signal", "signal_subscribe", "signal_unsubscribe", "signal_inbox"));
    }

    @Test
    void theBudgetOfTheHostHoldsForTheClient() throws Exception {
        ToolOutcome outcome = ask(tool(Budget.ofTokens(2_500)), "{\"question\": \"Shard or wait?\", \"agents\": 20}");

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class,
                done -> assertThat(JsonText.write(done.details())).contains("\"ending\":\"budget\""));
    }
}
