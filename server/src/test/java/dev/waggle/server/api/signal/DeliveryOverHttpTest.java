package dev.waggle.server.api.signal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DeliveryOverHttpTest {

    private static final String NORTH = "north";
    private static final String TENANT = "X-Tenant";
    private static final String AGENT = "X-Agent";

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

    private void restart() {
        ManualWorld world = server.world;
        server.close();
        server = new SignalServer(data, world);
    }

    private Reply generate(String type, String... headers) throws IOException, InterruptedException {
        Reply stored = server.http.post("/v1/signals", "{\"type\":\"" + type + "\"}", headers);
        assertThat(stored.status()).isEqualTo(201);
        return stored;
    }

    private Reply subscribe(String agent, String pattern, String... headers) throws IOException, InterruptedException {
        return server.http.send("PUT", "/v1/agents/" + agent + "/subscriptions",
                "{\"pattern\":\"" + pattern + "\",\"silent\":false}", headers);
    }

    private Reply inbox(String agent, String... headers) throws IOException, InterruptedException {
        return server.http.get("/v1/agents/" + agent + "/inbox", headers);
    }

    private static List<String> types(Reply answer) {
        return items(answer).stream().map(item -> item.fields().get("entry") instanceof JsonValue.Obj(var entry)
                && entry.get("type") instanceof JsonValue.Str(String type) ? type : "").toList();
    }

    private static List<JsonValue.Obj> items(Reply answer) {
        return ((JsonValue.Arr) answer.field("items")).items().stream().map(JsonValue.Obj.class::cast).toList();
    }

    @Test
    void anotherAgentMustBeKnownAndATokenForAnAgentSubscribesItself() throws Exception { // 26, 27, 30
        assertThat(subscribe("bob", "a:*").status()).isEqualTo(404);
        assertThat(server.http.post("/v1/agents/bob", "").status()).isEqualTo(201);
        assertThat(server.http.post("/v1/agents/bob", "").status()).isEqualTo(200);
        assertThat(server.http.send("PUT", "/v1/agents/bob/subscriptions", "{\"pattern\":\"a:*\"}")).satisfies(made -> {
            assertThat(made.status()).isEqualTo(201);
            assertThat(made.field("silent")).isEqualTo(JsonValue.of(true));
        });
        assertThat(subscribe("bob", "a:*").status()).isEqualTo(200);
        assertThat(server.http.send("PUT", "/v1/agents/bob/subscriptions", "{\"pattern\":\"a:*\"}").field("silent"))
                .isEqualTo(JsonValue.of(false));
        assertThat(subscribe("ada", "a:*", AGENT, "ada").status()).isEqualTo(201);
        for (String bad : List.of("{}", "{\"pattern\":\" \"}", "{\"pattern\":7}",
                "{\"pattern\":\"a\",\"loud\":true}")) {
            assertThat(server.http.send("PUT", "/v1/agents/bob/subscriptions", bad).status()).as(bad).isEqualTo(400);
        }
        assertThat(items(server.http.get("/v1/subscriptions"))).hasSize(2);
        assertThat(items(server.http.get("/v1/subscriptions?agent=bob"))).hasSize(1);
    }

    @Test
    void endedSubscriptionsAreExactAndDeliverNothingMore() throws Exception { // 29, 35
        assertThat(subscribe("ada", "a:*", AGENT, "ada").status()).isEqualTo(201);
        var _ = generate("a:1");
        String path = "/v1/agents/ada/subscriptions?pattern=";
        assertThat(server.http.send("DELETE", path + "a:b", "").field("removed")).isEqualTo(JsonValue.of(false));
        assertThat(server.http.send("DELETE", path + "a:*", "").field("removed")).isEqualTo(JsonValue.of(true));
        assertThat(server.http.send("DELETE", path + "a:*", "").field("removed")).isEqualTo(JsonValue.of(false));
        assertThat(types(inbox("ada"))).isEmpty();
    }

    @Test
    void itemsStayUntilTheyAreAcknowledgedAlsoOverARestart() throws Exception { // 31, 42
        assertThat(subscribe("ada", "a:*", AGENT, "ada").status()).isEqualTo(201);
        for (int i = 0; i < 4; i++) {
            var _ = generate("a:" + i);
        }
        assertThat(types(server.http.get("/v1/agents/ada/inbox?limit=2"))).containsExactly("a:0", "a:1");
        Reply drained = server.http.post("/v1/agents/ada/inbox/drain", "{\"limit\":3}");
        assertThat(types(drained)).containsExactly("a:0", "a:1", "a:2");
        assertThat(drained.field("more")).isEqualTo(JsonValue.of(true));
        assertThat(server.http.post("/v1/agents/ada/inbox/ack", "{\"through\":2}").status()).isEqualTo(204);
        restart();
        assertThat(types(inbox("ada"))).containsExactly("a:2", "a:3");
        for (String bad : List.of("{\"through\":0}", "{\"through\":99}", "{}", "{\"through\":1.5}")) {
            assertThat(server.http.post("/v1/agents/ada/inbox/ack", bad).status()).as(bad).isEqualTo(400);
        }
        for (String bad : List.of("{\"limit\":0}", "{\"limit\":1001}", "{}")) {
            assertThat(server.http.post("/v1/agents/ada/inbox/drain", bad).status()).as(bad).isEqualTo(400);
        }
        assertThat(inbox("nobody").status()).isEqualTo(404);
    }

    @Test
    void aSignalThatWasGivenUpIsADeadLetterUntilItIsRequeued() throws Exception {
        assertThat(subscribe("ada", "a:*", AGENT, "ada").status()).isEqualTo(201);
        var _ = generate("a:1");
        Inbox inbox = server.signals.inboxes().inboxOf("ada");
        List<InboxItem> taken = inbox.drain(1).stream().map(item -> item.withAttempts(3)).toList();
        inbox.giveUp(taken, "overloaded");
        assertThat(types(inbox("ada"))).isEmpty();
        Reply letters = server.http.get("/v1/agents/ada/dead-letters");
        assertThat(items(letters)).singleElement().satisfies(letter -> {
            assertThat(letter.fields().get("reason")).isEqualTo(JsonValue.of("turn-failed"));
            assertThat(letter.fields().get("requeueable")).isEqualTo(JsonValue.of(true));
        });
        assertThat(server.http.get("/v1/agents/ada/dead-letters", TENANT, NORTH).status()).isEqualTo(404);
        for (String bad : List.of("{}", "{\"sequences\":[]}", "{\"sequences\":[99]}", "{\"all\":false}",
                "{\"all\":true,\"sequences\":[1]}")) {
            assertThat(server.http.post("/v1/agents/ada/requeue", bad).status()).as(bad).isEqualTo(400);
        }
        assertThat(server.http.post("/v1/agents/ada/requeue", "{\"all\":true}").text())
                .isEqualTo("{\"requeued\":[1]}");
        assertThat(types(inbox("ada"))).containsExactly("a:1");
    }

    @Test
    void aTokenForAnAgentReachesItsOwnInboxOnly() throws Exception {
        assertThat(subscribe("ada", "a:*", AGENT, "ada").status()).isEqualTo(201);
        assertThat(subscribe("bob", "a:*", AGENT, "bob").status()).isEqualTo(201);
        var _ = generate("a:1");
        assertThat(types(inbox("ada", AGENT, "ada"))).containsExactly("a:1");
        assertThat(types(inbox("%20ada%20", AGENT, "ada"))).containsExactly("a:1");
        for (Reply refused : List.of(inbox("bob", AGENT, "ada"), subscribe("bob", "x", AGENT, "ada"),
                server.http.post("/v1/agents/eve", "", AGENT, "ada"),
                server.http.post("/v1/agents/bob/inbox/drain", "{\"limit\":1}", AGENT, "ada"),
                server.http.post("/v1/agents/bob/inbox/ack", "{\"through\":1}", AGENT, "ada"),
                server.http.post("/v1/agents/bob/requeue", "{\"all\":true}", AGENT, "ada"),
                server.http.get("/v1/agents/bob/dead-letters", AGENT, "ada"),
                server.http.get("/v1/subscriptions?agent=bob", AGENT, "ada"),
                server.http.send("DELETE", "/v1/agents/bob/subscriptions?pattern=a:*", "", AGENT, "ada"))) {
            assertThat(refused.status()).as(refused.text()).isEqualTo(403);
        }
        assertThat(items(server.http.get("/v1/agents", AGENT, "ada"))).singleElement()
                .satisfies(line -> assertThat(line.fields().get("agent")).isEqualTo(JsonValue.of("ada")));
        assertThat(items(server.http.get("/v1/subscriptions", AGENT, "ada"))).hasSize(1);
        assertThat(items(server.http.get("/v1/agents"))).hasSize(2);
        assertThat(types(inbox("bob"))).containsExactly("a:1");
    }

    @Test
    void anAgentDoesNotGetItsOwnSignals() throws Exception { // 39
        assertThat(subscribe("ada", "a:*", AGENT, "ada").status()).isEqualTo(201);
        var _ = generate("a:own", AGENT, "ada");
        var _ = generate("a:other", AGENT, "bob");
        assertThat(types(inbox("ada"))).containsExactly("a:other");
    }

    /** Scenario 46. */
    @Test
    void aDelayedSignalComesAtItsTimeAlsoAfterARestart() throws Exception {
        Reply later = delay("tea:ready", "2026-03-01T12:05:00Z", null);
        assertThat(later.status()).isEqualTo(202);
        assertThat(later.field("owner")).isEqualTo(JsonValue.of("urn:waggle:name:tester"));
        assertThat(server.log.lastSequence()).isZero();
        restart();
        assertThat(items(server.http.get("/v1/delayed"))).hasSize(1);
        try (EventReader events = new EventReader(server.http.port(), "/v1/signals/events").begun()) {
            server.world.advance(Duration.ofMinutes(5).minusMillis(1));
            assertThat(server.log.lastSequence()).isZero();
            server.world.advance(Duration.ofMillis(1));
            assertThat(events.next().text("id")).isEqualTo(((JsonValue.Str) later.field("signal", "id")).value());
        }
    }

    private Reply delay(String type, String time, @Nullable String key, String... headers)
            throws IOException, InterruptedException {
        return server.http.post("/v1/signals", "{\"type\":\"" + type + "\",\"deliverAt\":\"" + time + "\""
                + (key == null ? "" : ",\"repeatKey\":\"" + key + "\"") + "}", headers);
    }

    /** Scenario 46. */
    @Test
    void aDelayedSignalIsReplacedAndCancelledByItsOwnerOnly() throws Exception {
        String time = "2026-03-01T13:00:00Z";
        assertThat(delay("tea", time, "k", AGENT, "ada").status()).isEqualTo(202);
        assertThat(delay("tea", time, "k", AGENT, "ada").status()).isEqualTo(202);
        assertThat(delay("tea", time, "k", AGENT, "bob").status()).isEqualTo(202);
        assertThat(delay("tea", time, "k", AGENT, "ada", TENANT, NORTH).status()).isEqualTo(202);
        List<JsonValue.Obj> waiting = items(server.http.get("/v1/delayed"));
        assertThat(waiting).hasSize(2);
        assertThat(items(server.http.get("/v1/delayed", TENANT, NORTH))).hasSize(1);
        assertThat(items(server.http.get("/v1/delayed", AGENT, "ada"))).hasSize(1);
        Reply first = server.http.get("/v1/delayed?limit=1");
        String cursor = ((JsonValue.Str) first.field("next")).value();
        assertThat(items(server.http.get("/v1/delayed?limit=1&cursor=" + cursor))).hasSize(1)
                .doesNotContainAnyElementsOf(items(first));
        String key = "/v1/delayed?type=tea&repeatKey=k";
        assertThat(server.http.send("DELETE", key, "").status()).isEqualTo(404);
        assertThat(server.http.send("DELETE", key, "", AGENT, "ada", TENANT, "south").status()).isEqualTo(404);
        assertThat(server.http.send("DELETE", key, "", AGENT, "ada").status()).isEqualTo(204);
        assertThat(server.http.send("DELETE", key, "", AGENT, "ada").status()).isEqualTo(404);
        String id = id(items(server.http.get("/v1/delayed", AGENT, "bob")).getFirst()).value();
        assertThat(server.http.send("DELETE", "/v1/delayed/" + id, "", AGENT, "ada").status()).isEqualTo(404);
        assertThat(server.http.send("DELETE", "/v1/delayed/" + id, "", AGENT, "bob").status()).isEqualTo(204);
        assertThat(items(server.http.get("/v1/delayed"))).isEmpty();
        for (String bad : List.of("?type=tea", "?repeatKey=k", "", "?type=tea&repeatKey=%20")) {
            assertThat(server.http.send("DELETE", "/v1/delayed" + bad, "").status()).as(bad).isEqualTo(400);
        }
    }

    private static JsonValue.Str id(JsonValue.Obj delayed) {
        return (JsonValue.Str) ((JsonValue.Obj) delayed.fields().getOrDefault("signal", delayed)).fields()
                .getOrDefault("id", JsonValue.of(""));
    }

    /** Scenario 47. */
    @Test
    void wakeAndSleepAreVisibleAndTriggerNothing() throws Exception {
        assertThat(subscribe("x", "mail:*", AGENT, "x").status()).isEqualTo(201);
        AtomicInteger wakes = new AtomicInteger();
        CountDownLatch woken = new CountDownLatch(1);
        var _ = server.signals.inboxes().attachWake("x", () -> {
            wakes.incrementAndGet();
            woken.countDown();
        });
        try (EventReader events = new EventReader(server.http.port(), "/v1/signals/events?pattern=agent:x:*")
                .begun()) {
            for (String type : List.of("agent:x:wake", "agent:x:sleep", "server:stop", "run:finished")) {
                var _ = generate(type);
            }
            assertThat(events.next(2)).extracting(event -> event.text("by"))
                    .containsOnly("urn:waggle:name:tester");
            assertThat(wakes).hasValue(0);
            assertThat(types(inbox("x"))).isEmpty();
            var _ = generate("mail:come");
            EventReader.SentEvent wake = events.next();
            assertThat(wake.text("type")).isEqualTo("agent:x:wake");
            assertThat(wake.text("by")).isEqualTo("inboxes");
            assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 2; i++) {
                assertThat(server.http.post("/v1/agents/x/inbox/drain", "{\"limit\":9}").status()).isEqualTo(200);
            }
            assertThat(events.next().text("type")).isEqualTo("agent:x:sleep");
        }
        assertThat(wakes).hasValue(1);
    }

    /** Scenario 48. */
    @Test
    void tenantsNeverHearEachOther() throws Exception {
        String[] north = {TENANT, NORTH, AGENT, "ada"};
        String[] south = {TENANT, "south", AGENT, "bob"};
        assertThat(subscribe("ada", "a:*", north).status()).isEqualTo(201);
        assertThat(subscribe("bob", "a:*", south).status()).isEqualTo(201);
        try (EventReader events = new EventReader(server.http.port(), "/v1/signals/events", TENANT, NORTH).begun();
                EventReader engine = new EventReader(server.http.port(), "/v1/engine/events", TENANT, NORTH)) {
            assertThat(engine.next().text("type")).isEqualTo("init");
            var _ = generate("a:none");
            var _ = generate("a:south", TENANT, "south");
            var _ = generate("a:north", TENANT, NORTH);
            assertThat(events.next().text("type")).isEqualTo("a:north");
            assertThat(engine.next().text("payload", "type")).isEqualTo("a:north");
        }
        assertThat(types(inbox("ada", north))).containsExactly("a:north");
        assertThat(types(inbox("bob", south))).containsExactly("a:south");
        assertThat(items(server.http.get("/v1/signals", TENANT, NORTH))).hasSize(1);
        assertThat(items(server.http.get("/v1/signals", TENANT, "other"))).isEmpty();
        String[] other = {TENANT, "south"};
        for (Reply hidden : List.of(inbox("ada", other), subscribe("ada", "a:*", other),
                server.http.post("/v1/agents/ada", "", other),
                server.http.post("/v1/agents/ada/inbox/drain", "{\"limit\":1}", other),
                server.http.post("/v1/agents/ada/inbox/ack", "{\"through\":1}", other),
                server.http.get("/v1/agents/ada/dead-letters", other),
                server.http.send("DELETE", "/v1/agents/ada/subscriptions?pattern=a:*", "", other),
                inbox("ada", "X-Scope", "signals"))) {
            assertThat(hidden.status()).as(hidden.text()).isEqualTo(404);
        }
        assertThat(items(server.http.get("/v1/agents", other))).hasSize(1);
        assertThat(items(server.http.get("/v1/subscriptions", other))).hasSize(1);
        assertThat(types(inbox("ada"))).containsExactly("a:north");
    }
}
