package dev.waggle.lab.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SolvePageServerTest {

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\n\ndata: forged\r\nid: 99\u2028";

    /** Agents give no answer before it is open. */
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Swarm swarm = new Swarm(SwarmConfig.of(List.of(agent("host"), agent("guest"))));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        gate.countDown();
        swarm.close();
        client.close();
    }

    @Test
    void everyMilestoneArrivesAsAnEventOfItsOwn() throws Exception {
        gate.countDown();
        try (SolvePageServer page = page()) {
            HttpResponse<Stream<String>> response = client.send(request(page, "events"), BodyHandlers.ofLines());
            List<String> lines = response.body().toList();

            assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream; charset=utf-8");
            assertThat(lines).allMatch(line -> line.isEmpty() || line.startsWith("id: ") || line.startsWith("data: {"));
            List<JsonValue.Obj> events = data(lines);
            assertThat(events).allSatisfy(event -> assertThat(JsonSchemas.validate("event", event)).isEmpty());
            assertThat(events.getFirst().fields()).containsEntry("type", JsonValue.of("solve:start"));
            assertThat(events.getLast().fields()).containsEntry("type", JsonValue.of("solve:complete"));
            assertThat(ids(lines)).containsExactlyElementsOf(
                    IntStream.rangeClosed(1, events.size()).boxed().toList());
            assertThat(((JsonValue.Obj) Objects.requireNonNull(events.getLast().fields().get("result"))).fields())
                    .containsEntry("answer",
                            JsonValue.of(HOSTILE));
            assertThat(lines).noneMatch(line -> line.contains("<"));
        }
    }

    @Test
    void theSolveContinuesWithoutItsClientAndAReturningClientMissesNothing() throws Exception {
        try (SolvePageServer page = page()) {
            HttpResponse<InputStream> gone = client.send(request(page, "events"), BodyHandlers.ofInputStream());
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(gone.body(), StandardCharsets.UTF_8))) {
                assertThat(reader.readLine()).isEqualTo("id: 1");
                assertThat(reader.readLine()).startsWith("data: {\"type\":\"solve:start\"");
            }
            gate.countDown();

            List<String> all = client.send(request(page, "events"), BodyHandlers.ofLines()).body().toList();
            List<String> rest = client.send(after(page, "1"), BodyHandlers.ofLines()).body().toList();

            assertThat(data(all).getLast().fields()).containsEntry("type", JsonValue.of("solve:complete"));
            assertThat(data(rest)).isEqualTo(data(all).subList(1, data(all).size()));
            assertThat(ids(rest)).startsWith(2);
            assertThat(client.send(after(page, String.valueOf(data(all).size())), BodyHandlers.ofString())
                    .statusCode()).isEqualTo(204);
            assertThat(data(client.send(after(page, "x"), BodyHandlers.ofLines()).body().toList()))
                    .isEqualTo(data(all));
        }
    }

    @Test
    void closingTheServerCancelsTheSolveAndEndsTheConnections() throws Exception {
        CountDownLatch isConnected = new CountDownLatch(1);
        SolvePageServer page = page();
        HttpResponse<InputStream> open = client.send(request(page, "events"), BodyHandlers.ofInputStream());
        Thread reader = Thread.ofVirtual().start(() -> {
            try (InputStream events = open.body()) {
                assertThat(events.read()).isPositive();
                isConnected.countDown();
                events.transferTo(OutputStream.nullOutputStream());
            } catch (IOException ended) {
                isConnected.countDown();
            }
        });
        isConnected.await();

        page.close();

        reader.join();
        assertThat(gate.getCount()).as("no agent ever answered").isOne();
    }

    @Test
    void thePageTakesTextsAsTextOnly() throws Exception {
        gate.countDown();
        try (SolvePageServer page = page()) {
            HttpResponse<String> html = client.send(request(page, ""), BodyHandlers.ofString());
            String script = client.send(request(page, "page.js"), BodyHandlers.ofString()).body();

            assertThat(html.headers().firstValue("Content-Security-Policy")).hasValueSatisfying(
                    policy -> assertThat(policy).contains("default-src 'none'").doesNotContain("unsafe"));
            assertThat(html.body()).contains("<script src=\"page.js\" defer></script>").doesNotContain("onload");
            assertThat(script).contains(".textContent = ").doesNotContain("innerHTML", "insertAdjacentHTML", "eval",
                    "document.write");
            assertThat(client.send(request(page, "other"), BodyHandlers.ofString()).statusCode()).isEqualTo(404);
            assertThat(client.send(HttpRequest.newBuilder(URI.create(page.address() + "events"))
                    .POST(HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(405);
        }
    }

    private SolvePageServer page() throws IOException {
        return new SolvePageServer(swarm, Task.of("Where do we meet?"), 0);
    }

    private static HttpRequest request(SolvePageServer page, String path) {
        return HttpRequest.newBuilder(URI.create(page.address() + path)).build();
    }

    private static HttpRequest after(SolvePageServer page, String id) {
        return HttpRequest.newBuilder(URI.create(page.address() + "events")).header("Last-Event-ID", id).build();
    }

    private static List<JsonValue.Obj> data(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("data: "))
                .map(line -> (JsonValue.Obj) JsonText.read(line.substring("data: ".length()))).toList();
    }

    private static List<Integer> ids(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("id: "))
                .map(line -> Integer.valueOf(line.substring("id: ".length()))).toList();
    }

    private Agent agent(String id) {
        return Agent.of(AgentProfile.of(id), turn -> {
            gate.await();
            return turn.stimuli().stream().flatMap(signal -> switch (signal.payload()) {
                case Payload.Task _ when id.equals("host") -> Stream.of(
                        Draft.of(new Payload.Proposal("park", HOSTILE, "there is room"), 0.9), vote());
                case Payload.Proposal _ when id.equals("guest") -> Stream.of(vote());
                default -> Stream.<Draft>of();
            }).toList();
        });
    }

    private static Draft vote() {
        return Draft.of(new Payload.Vote("park", Stance.AGREE, "rain", 0.9), 0.9);
    }
}
