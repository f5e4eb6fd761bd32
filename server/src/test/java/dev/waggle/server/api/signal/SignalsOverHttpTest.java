package dev.waggle.server.api.signal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.journal.form.DurableForm;
import dev.waggle.server.RawClient;
import dev.waggle.server.access.AuditLog;
import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SignalsOverHttpTest {

    @TempDir
    private Path data;

    private SignalServer server;

    @BeforeEach
    void start() {
        server = new SignalServer(data);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply generate(String type, String... headers) throws IOException, InterruptedException {
        return server.http.post("/v1/signals", "{\"type\":\"" + type + "\"}", headers);
    }

    private static List<String> types(Reply page) {
        return ((JsonValue.Arr) page.field("items")).items().stream()
                .map(item -> ((JsonValue.Str) Objects.requireNonNull(((JsonValue.Obj) item).fields().get("type")))
                        .value())
                .toList();
    }

    private LogEntry last() {
        return server.log.read(server.log.lastSequence(), 1).getFirst();
    }

    @Test
    void theCallerIsTheEmitterAndTheSourceIsAClaim() throws Exception { // 44
        assertThat(generate("a:b").status()).isEqualTo(201);
        assertThat(last().emission().by()).isEqualTo("urn:waggle:name:tester");
        assertThat(last().signal().source()).isEqualTo(new Source.System());
        Reply claimed = server.http.post("/v1/signals",
                "{\"type\":\" a:b \",\"source\":{\"type\":\"agent\",\"id\":\" bob \"}}", "X-Agent", "ada");
        assertThat(claimed.field("by")).isEqualTo(JsonValue.of("ada"));
        assertThat(last().signal().source()).isEqualTo(Source.agent("bob"));
        assertThat(generate("a:c", "X-Agent", "ada").status()).isEqualTo(201);
        assertThat(last().signal().source()).isEqualTo(Source.agent("ada"));
        assertThat(generate("a:c", "X-Agent", "host").field("by")).isEqualTo(JsonValue.of("urn:waggle:agent:host"));
    }

    @Test
    void everyDataComesBackEqualAndAbsentIsNotNull() throws Exception { // 4
        for (String value : List.of("null", "0", "\"\"", "false", "[1,null]", "{\"a\":{\"b\":[]}}")) {
            Reply stored = server.http.post("/v1/signals", "{\"type\":\"a\",\"data\":" + value + "}");
            assertThat(stored.status()).as(value).isEqualTo(201);
            assertThat(stored.text()).contains("\"data\":" + value);
        }
        assertThat(generate("a").text()).doesNotContain("\"data\"");
        assertThat(((Payload.Open) last().signal().payload()).data()).isNull();
    }

    @Test
    void aRefusedSignalLeavesNoTrace() throws Exception { // 2, 3, 5
        for (String bad : List.of("{}", "{\"type\":\"  \"}", "{\"type\":5}", "{\"type\":\"a\",\"x\":1}", "[]",
                "nothing",
                "{\"type\":\"a\",\"source\":{\"type\":\"agent\",\"id\":\" \"}}",
                "{\"type\":\"a\",\"source\":{\"type\":\"robot\"}}", "{\"type\":\"a\",\"lifetimeSeconds\":0}",
                "{\"type\":\"a\",\"repeatKey\":\"k\"}", "{\"type\":\"a\",\"deliverAt\":\"soon\"}",
                "{\"type\":\"a\",\"deliverAt\":\"1969-01-01T00:00:00Z\"}")) {
            assertThat(server.http.post("/v1/signals", bad).status()).as(bad).isEqualTo(400);
        }
        assertThat(server.log.lastSequence()).isZero();
        assertThat(server.signals.delayed().list()).isEmpty();
    }

    @Test
    void pagesGoBothWaysAndHoldEachSignalOnce() throws Exception {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            all.add("n:" + i);
            assertThat(generate("n:" + i).status()).isEqualTo(201);
            assertThat(generate("other").status()).isEqualTo(201);
        }
        for (int size : List.of(1, 7, 24, 25, 26)) {
            List<String> forwards = new ArrayList<>();
            Optional<String> cursor = Optional.of("");
            while (cursor.isPresent()) {
                Reply page = server.http.get("/v1/signals?pattern=n:*&limit=" + size
                        + cursor.filter(it -> !it.isEmpty()).map(it -> "&cursor=" + it).orElse(""));
                forwards.addAll(types(page));
                cursor = word(page.field("next"));
            }
            assertThat(forwards).as("size " + size).isEqualTo(all);
            List<String> backwards = new ArrayList<>();
            cursor = Optional.of("");
            while (cursor.isPresent()) {
                Reply page = server.http.get("/v1/signals?pattern=n:*&last=" + size
                        + cursor.filter(it -> !it.isEmpty()).map(it -> "&cursor=" + it).orElse(""));
                backwards.addAll(0, types(page));
                cursor = word(page.field("previous"));
            }
            assertThat(backwards).as("last " + size).isEqualTo(all);
        }
    }

    private static Optional<String> word(JsonValue value) {
        return value instanceof JsonValue.Str(String text) ? Optional.of(text) : Optional.empty();
    }

    @Test
    void everyFilterSelects() throws Exception {
        assertThat(server.http.post("/v1/signals", "{\"type\":\"build:done\",\"data\":{\"note\":\"Brown Fox\"},"
                + "\"source\":{\"type\":\"process\",\"id\":\"7\"}}").status()).isEqualTo(201);
        server.world.advance(Duration.ofSeconds(10));
        assertThat(generate("build:a:b", "X-Agent", "ada").status()).isEqualTo(201);
        assertThat(types(server.http.get("/v1/signals?pattern=build:*"))).containsExactly("build:done");
        assertThat(types(server.http.get("/v1/signals?source=urn:waggle:process:7"))).containsExactly("build:done");
        assertThat(types(server.http.get("/v1/signals?source=ada"))).containsExactly("build:a:b");
        assertThat(types(server.http.get("/v1/signals?emitter=ada"))).containsExactly("build:a:b");
        assertThat(types(server.http.get("/v1/signals?text=brown%20FOX"))).containsExactly("build:done");
        assertThat(types(server.http.get("/v1/signals?text=nowhere"))).isEmpty();
        assertThat(types(server.http.get("/v1/signals?since=2026-03-01T12:00:05Z"))).containsExactly("build:a:b");
        assertThat(types(server.http.get("/v1/signals?until=2026-03-01T12:00:05Z"))).containsExactly("build:done");
        assertThat(types(server.http.get("/v1/signals?run=none"))).isEmpty();
        assertThat(types(server.http.get("/v1/signals?thread=none"))).isEmpty();
        for (String bad : List.of("limit=0", "last=1001", "last=1&limit=1", "since=now", "cursor=x", "pattern=%20",
                "nothing=1", "limit=1&limit=2")) {
            assertThat(server.http.get("/v1/signals?" + bad).status()).as(bad).isEqualTo(400);
        }
    }

    @Test
    void auditEntriesAreForAdministrators() throws Exception {
        server.append(AuditLog.TYPE, Emission.SERVER);
        assertThat(generate("a").status()).isEqualTo(201);
        assertThat(types(server.http.get("/v1/signals", "X-Scope", "read"))).containsExactly("a");
        assertThat(types(server.http.get("/v1/signals?last=5", "X-Scope", "read"))).containsExactly("a");
        assertThat(types(server.http.get("/v1/signals", "X-Scope", "admin"))).containsExactly("server:audit", "a");
        try (EventReader reader = new EventReader(server.http.port(), "/v1/signals/events?after=0", "X-Scope", "read");
                EventReader admin = new EventReader(server.http.port(), "/v1/signals/events?after=0")) {
            assertThat(reader.next().text("type")).isEqualTo("a");
            assertThat(admin.next().text("type")).isEqualTo("server:audit");
        }
    }

    @Test
    void aStreamHasWhatIsNewAndItsPatternOnly() throws Exception {
        assertThat(generate("build:old").status()).isEqualTo(201);
        try (EventReader events = new EventReader(server.http.port(), "/v1/signals/events?pattern=build:*").begun()) {
            assertThat(generate("other").status()).isEqualTo(201);
            assertThat(generate("build:new").status()).isEqualTo(201);
            EventReader.SentEvent first = events.next();
            assertThat(first.text("type")).isEqualTo("build:new");
            assertThat(first.id()).isEqualTo("3");
            assertThat(first.name()).isEqualTo("entry");
        }
        assertThat(server.http.get("/v1/signals/events?pattern=%20").status()).isEqualTo(400);
        assertThat(server.http.get("/v1/signals/events", "Last-Event-ID", "x").status()).isEqualTo(400);
    }

    @Test
    void aStreamResumesAfterARestartWithoutAGapOrADouble() throws Exception {
        List<String> seen = new ArrayList<>();
        String id;
        try (EventReader events = new EventReader(server.http.port(), "/v1/signals/events?pattern=n:*").begun()) {
            for (int i = 0; i < 5; i++) {
                assertThat(generate("n:" + i).status()).isEqualTo(201);
            }
            List<EventReader.SentEvent> first = events.next(3);
            first.forEach(event -> seen.add(event.text("type")));
            id = first.getLast().id();
        }
        ManualWorld world = server.world;
        server.close();
        server = new SignalServer(data, world);
        assertThat(generate("n:5").status()).isEqualTo(201);
        try (EventReader events = new EventReader(server.http.port(), "/v1/signals/events?pattern=n:*",
                "Last-Event-ID", id)) {
            assertThat(generate("n:6").status()).isEqualTo(201);
            events.next(4).forEach(event -> seen.add(event.text("type")));
        }
        assertThat(seen).containsExactly("n:0", "n:1", "n:2", "n:3", "n:4", "n:5", "n:6");
    }

    /** Scenario 17. */
    @Test
    void theRouteOfTheSeedKeepsItsForm() throws Exception {
        for (String path : List.of("/v1/engine/signals/events", "/api/v1/engine/signals/events")) {
            assertThat(server.http.get(path).text()).isEqualTo("{\"ok\":true,\"events\":[]}");
        }
        for (int i = 0; i < 1_100; i++) {
            var _ = server.signals.generate("n:" + i, Source.agent("ada"), JsonValue.of(i));
        }
        for (String path : List.of("/v1/engine/signals/events", "/api/v1/engine/signals/events")) {
            assertThat(events(server.http.get(path))).hasSize(200);
            assertThat(events(server.http.get(path + "?limit=1"))).singleElement().satisfies(event -> {
                assertThat(new DurableForm().decode(event).type().text()).isEqualTo("n:1099");
                assertThat(((JsonValue.Obj) event).fields().keySet()).containsExactlyInAnyOrder("id", "type", "source",
                        "data", "createdAt");
            });
            assertThat(events(server.http.get(path + "?limit=1000"))).hasSize(1_000);
            assertThat(events(server.http.get(path + "?unknown=1&limit=2"))).hasSize(2);
            for (String bad : List.of("0", "1001", "-1", "1.5", "", "ten", "1e2", "%20", "%ff", "+1", "99999999999",
                    "2&limit=2")) {
                Reply refused = server.http.get(path + "?limit=" + bad);
                assertThat(refused.status()).as(bad).isEqualTo(400);
                assertThat(refused.field("ok")).as(bad).isEqualTo(JsonValue.of(false));
            }
        }
    }

    @Test
    void aQueryThatCannotBeDecodedIsRefused() throws IOException {
        for (String query : List.of("limit=%zz", "limit=%", "%zz", "limit=%c3")) {
            assertThat(RawClient.send(server.http.port(), "GET /v1/engine/signals/events?" + query, "Host: localhost")
                    .status()).as(query).isEqualTo(400);
        }
    }

    private static List<JsonValue> events(Reply answer) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("ok")).isEqualTo(JsonValue.of(true));
        return ((JsonValue.Arr) answer.field("events")).items();
    }

    @Test
    void theSeedsRouteShowsAsManyAsAskedBehindForeignSignalsAndOwnTenantOnly() throws Exception { // 13, 48
        assertThat(generate("a:0", "X-Tenant", "north").status()).isEqualTo(201);
        assertThat(generate("a:1").status()).isEqualTo(201);
        assertThat(server.http.post("/v1/signals", "{\"type\":\"a:2\",\"lifetimeSeconds\":5}").status())
                .isEqualTo(201);
        for (int i = 0; i < 9; i++) {
            server.append(new SignalType(Profile.DURABLE, "x"), "import");
        }
        assertThat(events(server.http.get("/v1/engine/signals/events?limit=2"))).extracting(
                event -> ((JsonValue.Obj) event).fields().get("type"))
                .containsExactly(JsonValue.of("a:1"), JsonValue.of("a:2"));
        assertThat(events(server.http.get("/v1/engine/signals/events", "X-Tenant", "north"))).hasSize(1);
    }

    @Test
    void theEngineAnnouncesEachSignalOnTheBusAndTheStream() throws Exception { // 6
        List<String> announced = new CopyOnWriteArrayList<>();
        var _ = server.bus.subscribe("test", List.of(SignalType.custom("signal.generated")),
                signal -> announced.add(signal.type().text()));
        try (EventReader events = new EventReader(server.http.port(), "/v1/engine/events")) {
            EventReader.SentEvent init = events.next();
            assertThat(init.text("type")).isEqualTo("init");
            assertThat(init.id()).isEmpty();
            assertThat(generate("build:done").status()).isEqualTo(201);
            EventReader.SentEvent next = events.next();
            assertThat(next.text("type")).isEqualTo("signal.generated");
            assertThat(next.text("payload", "type")).isEqualTo("build:done");
            assertThat(next.text("timestamp")).isEqualTo("2026-03-01T12:00:00Z");
            assertThat(next.name()).isEqualTo("message");
            assertThat(next.id()).isEqualTo("1");
        }
        assertThat(announced).containsExactly("signal.generated");
        assertThat(generate("build:later").status()).isEqualTo(201);
        try (EventReader events = new EventReader(server.http.port(), "/v1/engine/events", "Last-Event-ID", "1")) {
            assertThat(events.next(2)).extracting(event -> event.text("type")).containsExactly("init",
                    "signal.generated");
        }
    }
}
