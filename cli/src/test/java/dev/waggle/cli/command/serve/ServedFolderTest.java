package dev.waggle.cli.command.serve;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands on a data folder while the server of {@code waggle serve} owns it. */
@Timeout(120)
class ServedFolderTest extends ScriptedServer {

    private static final String EPISODE = """
            {"id":"e1","task":{"question":"Which?","options":["x","y"],"gold":"A"},"agents":[{"id":"a"},{"id":"b"}],\
            "events":[{"seq":1,"round":1,"agent":"a","type":"answer","answer":"A","text":"so"},\
            {"seq":2,"round":1,"agent":"b","type":"answer","answer":"A","text":"too"}],"reported":{"answer":"A"}}
            """;

    @Test
    void signalsOfCommandsAreInTheLogOfTheServer() throws Exception {
        succeeds("signals", "subscribe", "ada", "build:*", "--create");
        succeeds("signals", "generate", "build:done", "{\"commit\": \"4f1c\"}");
        succeeds("signals", "generate", "build:late", "--after", "8w");

        assertThat(succeeds("signals", "list")).contains("build:done").doesNotContain("build:late");
        assertThat(succeeds("signals", "inbox", "ada")).contains("build:done");
        assertThat(succeeds("signals", "delayed")).contains("build:late");
        assertThat(succeeds("log", "show")).as("calls of commands cause no audit entries").hasLineCount(1);
    }

    @Test
    void aSolveByModelsGoesThroughTheServerWhichListsIt() throws Exception {
        succeeds("solve", "Shard the database or buy time?", "--models-file", folder.resolve("models.json").toString(),
                "--model", "lab:fake-fast", "--agents", "3", "--seed", "11");

        assertThat(bed.get("/v1/solves?status=finished").body()).contains("\"run\"");
        assertThat(succeeds("log", "show")).contains("run:closed");
    }

    @Test
    void aRecordedEpisodeGoesThroughTheServer() throws Exception {
        Path file = Files.writeString(folder.resolve("episodes.jsonl"), EPISODE);

        succeeds("solve", "--episode", file + "#e1");
        assertThat(bed.get("/v1/solves?status=finished").body()).contains("\"run\"");
    }

    /** Durable-signals 6, for a dashboard. */
    @Test
    void theEngineEventsTellEverySignalWhicheverWayItCame() throws Exception {
        succeeds("signals", "generate", "build:done", "{\"commit\": \"4f1c\"}");
        assertThat(bed.post("/v1/signals", "{\"type\": \"build:late\"}").status()).isEqualTo(201);

        assertThat(bed.follow("/v1/engine/events", 0, 3)).extracting(ServerBed.Message::data).satisfiesExactly(
                first -> assertThat(first).contains("\"type\":\"init\""),
                command -> assertThat(command).contains("\"type\":\"signal.generated\"", "build:done", "4f1c"),
                request -> assertThat(request).contains("\"type\":\"signal.generated\"", "build:late"));
    }

    /** Durable-signals 47. */
    @Test
    void theEngineEventsTellThatAnAgentIsWokenAndFallsAsleep() throws Exception {
        succeeds("signals", "subscribe", "ada", "build:*", "--loud", "--create");
        Runnable _ = bed.signals().inboxes().attachWake("ada", () -> {
        });
        succeeds("signals", "generate", "build:done");
        assertThat(bed.follow("/v1/engine/events", 0, 3)).last()
                .satisfies(woken -> assertThat(woken.data()).contains("signal.generated", "agent:ada:wake"));

        assertThat(bed.post("/v1/agents/ada/inbox/drain", "{\"limit\": 10}").status()).isEqualTo(200);
        assertThat(bed.follow("/v1/engine/events", 0, 4)).last()
                .satisfies(asleep -> assertThat(asleep.data()).contains("agent:ada:sleep"));
    }

    @Test
    void aFolderThatWasServedIsRedactedInAllItsFiles() throws Exception {
        String data = folder.resolve("data").toString();
        String secret = "the account 4711 of Frau Maier";
        succeeds("signals", "subscribe", "ada", "build:*", "--create");
        succeeds("signals", "generate", "build:done", "{\"note\": \"" + secret + "\"}");
        String body = "{\"type\": \"build:late\", \"data\": \"" + secret
                + "\", \"deliverAt\": \"2999-01-01T00:00:00Z\"}";
        assertThat(bed.post("/v1/signals", body).status()).isEqualTo(202);
        SeatTurn turn = new SeatTurn("solve_1", "maya", 1, 1);
        var _ = FileSeatAnswers.open(folder.resolve("data"), World.system()).store(turn, Instant.MAX, "Maya",
                List.of("propose 0.7 pay: pay " + secret));
        String id = bed.signals().log().read(1, 1).getFirst().signal().id();

        CommandRun refused = CommandRun.of("log", "redact", data, id);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("belongs to the server of process " + ProcessHandle.current().pid());
        bed.close();
        CommandRun done = CommandRun.of("log", "redact", data, id, "--yes");

        assertThat(done.code()).as("%s", done).isZero();
        assertThat(done.out()).contains("signals/delayed.jsonl", "seats/solve_1.jsonl", "signals/events.jsonl");
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            assertThat(files.filter(Files::isRegularFile)).noneSatisfy(file -> assertThat(
                    Files.readString(file, StandardCharsets.ISO_8859_1)).contains("4711"));
        }
        assertThat(FileSeatAnswers.open(folder.resolve("data"), World.system()).find(turn).orElseThrow().lines())
                .containsExactly("propose 0.7 pay: pay [redacted]");
    }

    @Test
    void theServerNoticesTheWebhooksOfCommandsAtOnce() throws Exception {
        String first = succeeds("webhook", "create", "ci").strip();
        assertThat(received(first)).isEqualTo(201);
        assertThat(bed.get("/v1/webhooks").body()).contains("\"ci\"");
        String second = succeeds("webhook", "renew", "ci").strip();

        assertThat(received(first)).isEqualTo(401);
        assertThat(received(second)).isEqualTo(201);
        assertThat(bed.post("/v1/webhooks/jenkins/secret").status()).isEqualTo(201);
        assertThat(succeeds("webhook", "list")).isEqualToIgnoringNewLines("cijenkins");
        assertThat(succeeds("webhook", "delete", "ci")).isEqualTo("deleted ci\n");
        assertThat(received(second)).isEqualTo(401);
        assertThat(succeeds("webhook", "list", "--json")).isEqualTo("{\"id\":\"jenkins\"}\n");
    }

    /** The status of a signed request. */
    private int received(String secret) throws Exception {
        String time = String.valueOf(World.system().now().getEpochSecond());
        String body = JsonText.write(JsonValue.of(secret));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = "sha256=" + HexFormat.of().formatHex(mac.doFinal((time + "\nwebhook:ci\n" + body)
                .getBytes(StandardCharsets.UTF_8)));
        return bed.post("/v1/webhooks/ci", body, "X-Waggle-Timestamp", time, "X-Waggle-Signature", signature)
                .status();
    }

    @Test
    void theDocumentOmitsTheOperationsOfCommands() throws Exception {
        assertThat(bed.get("/v1/openapi.json").body()).contains("/v1/solves").doesNotContain("/v1/folder");
    }

    @Test
    void theFilesOfTheServerGoWithIt() {
        bed.close();
        assertThat(folder.resolve("data/server")).isEmptyDirectory();
    }

    private String succeeds(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        String data = folder.resolve("data").toString();
        all.addAll(arguments[0].equals("log") ? List.of(data) : List.of("--data", data));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.code()).as("%s", run).isZero();
        return run.out();
    }
}
