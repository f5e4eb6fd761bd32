package dev.waggle.cli.command.serve;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.cli.command.solve.SolveFactory;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.connect.a2a.client.FakeAgent;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Orders of callers ask the remote agents that the owner of a server has named, and no other address. */
@Timeout(60)
class OrderedAgentsTest {

    @TempDir
    private Path folder;

    private final FakeAgent agent = FakeAgent.of(A2aVersion.V1_0, (_, _) -> {
    });
    private final TerminalScreen screen = new TerminalScreen(new PrintWriter(new StringWriter()),
            new PrintWriter(new StringWriter()), TextStyle.PLAIN, false);
    private SignalService signals;

    @BeforeEach
    void open() {
        signals = DataFolder.openAsOwner(screen, folder.resolve("data"), Duration.ZERO, "waggle serve");
    }

    @AfterEach
    void close() {
        signals.close();
        agent.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"models\":[\"AGENT\"]}", "{\"config\":{\"models\":[\"AGENT\"]}}",
        "{\"config\":{\"models\":[\"partner\"],\"agents\":[{\"id\":\"ann\",\"role\":\"doubts\",\"model\":\"AGENT\"}]}}",
        "{\"config\":{\"models\":[\"partner\"],\"synthesizer\":{\"enabled\":true,\"model\":\"AGENT\"}}}",
        "{\"config\":{\"models\":[\"partner\"],\"advisor\":{\"enabled\":true},"
                + "\"metaAgent\":{\"enabled\":true,\"model\":\"AGENT\"}}}",
        "{\"config\":{\"models\":[\"partner\"],\"proposalJudge\":{\"enabled\":true,\"model\":\"AGENT\"}}}",
        "{\"config\":{\"models\":[\"partner\"],\"logCondenser\":{\"enabled\":true,\"model\":\"AGENT\"}}}"})
    void anAddressThatOnlyTheOrderNamesIsNeverAsked(String fields) throws Exception {
        try (FakeAgent partner = FakeAgent.of(A2aVersion.V1_0, (_, _) -> {
        })) {
            SolveFactory solves = factory(new SolveFactory.Defaults(List.of(), null, aliasOf(partner)));

            assertThatThrownBy(() -> solves.prepare(order(fields), null)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(agent.name()).hasMessageContaining("has not named")
                    .hasMessageContaining("\nMaybe");
            assertThat(agent.requests()).isEmpty();
        }
    }

    @Test
    void theAgentsOfTheOwnerMayBeOrdered() throws Exception {
        String config = "models: [\"" + agent.name() + "\"]\n";
        for (SolveFactory.Defaults defaults : List.of(new SolveFactory.Defaults(List.of(agent.name()), null, null),
                new SolveFactory.Defaults(List.of(), config, null),
                new SolveFactory.Defaults(List.of(), null, aliasOf(agent)))) {
            try (PreparedSolve solve = factory(defaults).prepare(order("{\"models\":[\"AGENT\"]}"), null)) {
                assertThat(solve).isNotNull();
            }
        }
        try (PreparedSolve usual = factory(new SolveFactory.Defaults(List.of(), config, null))
                .prepare(order("{}"), null)) {
            assertThat(usual).isNotNull();
        }
        assertThat(agent.requests()).isNotEmpty();
    }

    private Path aliasOf(FakeAgent known) throws Exception {
        return Files.writeString(folder.resolve("models.json"),
                "{\"models\": {\"partner\": \"" + known.name() + "\"}}");
    }

    private SolveFactory factory(SolveFactory.Defaults defaults) {
        return new SolveFactory(folder.resolve("data"), signals, defaults, screen, ProcessTelemetry.NONE);
    }

    private SolveOrder order(String fields) {
        String text = fields.replace("AGENT", agent.name());
        String question = "{\"question\":\"Shard or buy time?\"" + (text.equals("{}") ? "" : ",") + text.substring(1);
        return RecordJson.read(SolveOrder.class, (JsonValue.Obj) JsonText.read(question));
    }
}
