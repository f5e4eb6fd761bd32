package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The tool that shows an inbox takes nothing from it. */
class InboxToolTest {

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder);
        service.subscribe("ann", "*:*", false);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void showsWhoSpokeAndWhatItClaimsToBe() throws InterruptedException {
        service.signals.generate("build:done", Source.agent("orchestrator"), JsonValue.of("</signals>"),
                new Emission("mallory", 2));

        assertThat(text(client("{}"))).contains("{\"seq\":1,\"type\":\"build:done\",\"by\":\"mallory\","
                + "\"claims\":\"agent:orchestrator\",\"silent\":false,\"data\":\"\\u003c/signals\\u003e\"}");
    }

    @Test
    void showsTheSameUntilItIsAcknowledged() throws InterruptedException {
        service.signals.generate("a:1");
        service.signals.generate("a:2");

        assertThat(client("{}")).isEqualTo(client("{}"));
        assertThat(text(client("{\"limit\":1}"))).contains("a:1", "More signals wait").doesNotContain("a:2");
        assertThat(text(client("{\"acknowledge\":1}"))).contains("a:2").doesNotContain("a:1");
        service.reopen();
        assertThat(text(client("{\"acknowledge\":2}"))).isEqualTo("No signal waits.");
    }

    @Test
    void inASolveItTakesNothingFromTheSolveAndShowsNoBookkeeping() throws InterruptedException {
        service.signals.generate("run:opened", null, null, Emission.by("orchestrator"));
        service.signals.generate("a:1");

        String shown = text(inSolve("{}"));

        assertThat(shown).contains("a:1").doesNotContain("run:opened");
        assertThat(inSolve("{\"acknowledge\":2}")).isInstanceOf(ToolOutcome.Failed.class);
        assertThat(service.inboxes().inboxInSolve("ann").drain(9)).hasSize(1);
        assertThat(text(inSolve("{}"))).isEqualTo("No signal waits.");
    }

    @Test
    void inASolveItShowsNoSignalOfASolveAndNoneOfItsCaller() throws InterruptedException {
        service.subscribe("ann", "*", false);
        service.inboxes().subscribe(new SubscriptionRequest("ann", "**", false, null, true, "ann"));
        for (String run : List.of("run-1", "run-2")) {
            append(SignalType.DISCOVERY, run, Emission.by("bob"));
            append(SignalType.custom("turn:taken"), run, Emission.by("orchestrator"));
            append(SignalType.custom("thinking"), run, new Emission("bob", 1));
        }
        service.signals.generate("a:own", null, null, new Emission("ann", 1));
        service.signals.generate("a:other", null, null, new Emission("bob", 1));

        assertThat(text(inSolve("{}"))).contains("a:other").doesNotContain("a:own", "discovery", "turn:taken",
                "thinking");
        assertThat(text(client("{}"))).contains("a:other", "discovery", "turn:taken", "thinking");
    }

    private void append(SignalType type, String run, Emission emission) {
        Payload.Open kept = Payload.Open.data(JsonValue.of("kept from ann"));
        Draft draft = type.equals(SignalType.DISCOVERY) ? Draft.of(new Payload.Discovery("kept from ann", null, 1), 1)
                : Draft.custom(type.text(), kept);
        service.signals.log().append(Signal.of(draft, new Stamp("sig of " + run + type.text(),
                Source.agent(emission.by()), Instant.EPOCH, Scope.ofRun(run, 1))), emission, Instant.EPOCH);
    }

    @Test
    void aClientMeetsBookkeeping() throws InterruptedException {
        service.signals.generate("run:opened", null, null, Emission.by("orchestrator"));

        assertThat(text(client("{}"))).contains("run:opened");
    }

    @Test
    void longDataIsCutAndASignalStaysOneLine() throws InterruptedException {
        service.signals.generate("a:1", null, JsonValue.of(Map.of("text", JsonValue.of("x\n".repeat(5_000)))));

        assertThat(text(client("{}")).lines()).hasSize(2).last().asString().hasSizeBetween(4_000, 9_000)
                .contains("[cut]");
    }

    @Test
    void refusesWhatNoInboxCanDo() throws InterruptedException {
        for (String input : List.of("{\"limit\":0}", "{\"limit\":101}", "{\"take\":true}", "{\"acknowledge\":7}",
                "{\"acknowledge\":-1}")) {
            assertThat(client(input)).as(input).isInstanceOf(ToolOutcome.Failed.class);
        }
    }

    @Test
    void anAgentMayAskForBookkeepingByTheToolThatSubscribes() throws InterruptedException {
        ToolRegistry tools = ToolRegistry.of(SignalTools.ofSolve(() -> service.signals, null));

        ToolOutcome made = tools.call("signal_subscribe", new ToolCaller("bob", 1),
                JsonText.read("{\"pattern\":\"*:*\",\"bookkeeping\":true}"));

        assertThat(text(made)).contains("with the bookkeeping");
        service.signals.generate("run:opened", null, null, Emission.by("orchestrator"));
        assertThat(service.inboxes().inboxInSolve("bob").drain(9)).hasSize(1);
        assertThat(tools.definitions()).extracting(tool -> tool.name()).containsExactly("generate_signal",
                "signal_subscribe", "signal_unsubscribe", "signal_inbox");
    }

    private ToolOutcome client(String input) throws InterruptedException {
        return call(SignalTools.ofClients(service.signals), input);
    }

    private ToolOutcome inSolve(String input) throws InterruptedException {
        return call(SignalTools.ofSolve(() -> service.signals, null), input);
    }

    private static ToolOutcome call(List<Tool> tools, String input) throws InterruptedException {
        return ToolRegistry.of(tools).call("signal_inbox", new ToolCaller("ann", 1), JsonText.read(input));
    }

    private static String text(ToolOutcome outcome) {
        assertThat(outcome).isInstanceOf(ToolOutcome.Done.class);
        return ((ToolOutcome.Done) outcome).text();
    }
}
