package dev.waggle.server.api.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.VerificationJson;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.api.TestServer;
import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LogApiTest {

    @TempDir
    private Path data;

    private SignalService signals;
    private TestServer server;

    @BeforeEach
    void open() {
        signals = SignalService.open(data, SignalServiceConfig.defaults(), World.system());
        for (int i = 0; i < 5; i++) {
            var _ = signals.generate("build:done", null, JsonValue.of("the word " + i));
        }
        server = new TestServer(new LogApi(signals.log(), data, World.system()).operations());
    }

    @AfterEach
    void close() {
        server.close();
        signals.close();
    }

    @Test
    void theStateOfTheLogIsWhatItHolds() throws Exception {
        Reply state = server.get("/v1/log");
        assertThat(state.field("first")).isEqualTo(JsonValue.of(1));
        assertThat(state.field("last")).isEqualTo(JsonValue.of(signals.log().lastSequence()));
        assertThat(state.field("bytes")).isEqualTo(JsonValue.of(Files.size(segment())));
        assertThat(state.field("segments")).isEqualTo(JsonText.read("[{\"name\":\"events.jsonl\",\"sealed\":false,"
                + "\"bytes\":" + Files.size(segment()) + ",\"first\":1,\"last\":" + signals.log().lastSequence()
                + "}]"));
        assertThat(state.field("opening", "clean")).isEqualTo(JsonValue.of(true));
        assertThat(state.field("verified")).isEqualTo(JsonValue.ofNull());
        assertThat(state.text()).doesNotContain(data.toString());
    }

    @Test
    void aVerificationAnswersTheVerdictOfTheCommandAndIsRemembered() throws Exception {
        Reply found = server.post("/v1/log/verification", "");
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.json()).isEqualTo(VerificationJson.of(JournalVerification.of(data, _ -> {
        }), List.of(), Path::toString));
        assertThat(found.field("sound")).isEqualTo(JsonValue.of(true));
        Reply state = server.get("/v1/log");
        assertThat(state.field("verified", "verdict")).isEqualTo(found.json());
        assertThat(state.field("verifying")).isEqualTo(JsonValue.ofNull());
    }

    @Test
    void aFlippedByteIsFoundAndNoAnswerNamesAFolder() throws Exception {
        String whole = Files.readString(segment());
        Files.write(segment(), whole.replace("the word 2", "the wurd 2").getBytes(StandardCharsets.UTF_8));
        Reply found = server.post("/v1/log/verification", "");
        assertThat(found.field("sound")).isEqualTo(JsonValue.of(false));
        assertThat(found.text()).contains("\"file\":\"events.jsonl\"").doesNotContain(data.toString());
        assertThat(server.get("/v1/log").text()).contains("\"sound\":false").doesNotContain(data.toString());
        assertThat(server.post("/v1/log/verification", "").status()).isEqualTo(200);
    }

    @Test
    void theLogIsNotThatOfOneTenant() throws Exception {
        assertThat(server.get("/v1/log", "X-Tenant", "acme").status()).isEqualTo(403);
        assertThat(server.post("/v1/log/verification", "", "X-Tenant", "acme").status()).isEqualTo(403);
    }

    private Path segment() throws IOException {
        signals.log().sync();
        return data.resolve("signals/events.jsonl");
    }
}
