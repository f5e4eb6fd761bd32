package dev.waggle.cli.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.api.run.DecideApi;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Votes in the body over real HTTP, with the tables of the command. */
class DecideApiTest {

    private static final String CSV = """
            item,agent,answer,confidence
            q1,ada,Paris,0.9
            q1,bob,Paris,0.8
            q1,cyd,Lyon,0.4
            q2,ada,no,0.5
            """;

    private final HttpClient client = HttpClient.newHttpClient();
    private ServerListener server;

    @BeforeEach
    void open() {
        server = listen(new VoteTableReader());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static ServerListener listen(VoteTableReader reader) {
        AccessGate gate = (_, _) -> AccessGate.Admission.of(CallerIdentity.owner());
        return ServerListener.open(ServerListener.Place.local(), new DecideApi(reader).operations(), gate,
                new RequestCounter(), Optional.empty(), World.system());
    }

    @Test
    void answersALineForEachItemAndThenTheSummary() throws Exception {
        HttpResponse<String> reply = post("", "text/csv", CSV.getBytes(StandardCharsets.UTF_8));
        List<String> lines = reply.body().lines().toList();

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(lines).hasSize(3);
        assertThat(field(lines.get(0), "decision")).isEqualTo(JsonValue.of("Paris"));
        assertThat(field(lines.get(1), "decided")).isEqualTo(JsonValue.of(false));
        assertThat(field(lines.get(2), "summary")).isInstanceOf(JsonValue.Obj.class);
    }

    @Test
    void everyFormOfTheSameVotesIsDecidedAlike() throws Exception {
        String lines = """
                {"item":"q1","agent":"ada","answer":"Paris","confidence":0.9}
                {"item":"q1","agent":"bob","answer":"Paris","confidence":0.8}
                {"item":"q1","agent":"cyd","answer":"Lyon","confidence":0.4}
                {"item":"q2","agent":"ada","answer":"no","confidence":0.5}
                """;
        String csv = post("", "text/csv", CSV.getBytes(StandardCharsets.UTF_8)).body();

        assertThat(post("", "application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8)).body()).isEqualTo(csv);
        assertThat(post("", "text/csv", gzip(CSV), "Content-Encoding", "gzip").body()).isEqualTo(csv);
        String renamed = CSV.replace("item", "question").replace("answer", "says");
        assertThat(post("?item=question&answer=says", "text/csv", renamed.getBytes(StandardCharsets.UTF_8)).body())
                .isEqualTo(csv);
    }

    @Test
    void optionsChangeTheDecision() throws Exception {
        byte[] votes = CSV.getBytes(StandardCharsets.UTF_8);

        assertThat(field(first(post("?threshold=0.95&strategy=voting", "text/csv", votes)), "decided"))
                .isEqualTo(JsonValue.of(false));
        assertThat(field(first(post("?quorum=4", "text/csv", votes)), "decided")).isEqualTo(JsonValue.of(false));
        assertThat(post("?learn=batch", "text/csv", votes).statusCode()).isEqualTo(200);
    }

    @Test
    void aBrokenBodyIsRefusedByItsLineBeforeAnythingIsWritten() throws Exception {
        assertRefused(400, "line 4", post("", "text/csv",
                (CSV.substring(0, CSV.indexOf("q1,cyd")) + "q1,cyd\n").getBytes(StandardCharsets.UTF_8)));
        assertRefused(400, "line 2", post("", "application/x-ndjson",
                "{\"item\":\"q\",\"agent\":\"a\",\"answer\":\"x\"}\n{\"item\":".getBytes(StandardCharsets.UTF_8)));
        assertRefused(400, "no column", post("", "text/csv", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8)));
        assertRefused(400, "empty", post("", "text/csv", new byte[0]));
        assertRefused(400, "UTF-8", post("", "text/csv", new byte[] {'i', (byte) 0xff, '\n'}));
        byte[] whole = gzip(CSV);
        assertRefused(400, "", post("", "text/csv", Arrays.copyOf(whole, whole.length / 2), "Content-Encoding",
                "gzip"));
        assertRefused(415, "Content-Encoding", post("", "text/csv", whole));
        assertRefused(415, "", post("", "image/png", whole));
        for (String query : List.of("?threshold=2", "?threshold=x", "?strategy=dice", "?learn=x", "?quorum=0",
                "?learn=batch&strategy=voting", "?confidence=a,a", "?truth=none")) {
            assertRefused(400, "", post(query, "text/csv", CSV.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void moreVotesThanFitAreRefusedAndTheNextBodyIsDecided() throws Exception {
        StringBuilder many = new StringBuilder("item,agent,answer\n");
        for (int i = 0; i < 20_000; i++) {
            many.append('q').append(i).append(",ada,x\n");
        }
        try (ServerListener small = listen(new VoteTableReader(100_000))) {
            HttpRequest.Builder request = HttpRequest
                    .newBuilder(URI.create("http://127.0.0.1:" + small.port() + "/v1/decide"))
                    .header("Content-Type", "text/csv");
            for (int i = 0; i < 3; i++) { // A refused body gives its place back.
                assertRefused(400, "fit into the memory", client.send(
                        request.POST(BodyPublishers.ofString(many.toString())).build(), BodyHandlers.ofString()));
            }
            assertThat(client.send(request.POST(BodyPublishers.ofString(CSV)).build(), BodyHandlers.ofString())
                    .statusCode()).isEqualTo(200);
        }
    }

    private HttpResponse<String> post(String query, String type, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest
                .newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/v1/decide" + query))
                .header("Content-Type", type).POST(BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static void assertRefused(int status, String named, HttpResponse<String> reply) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(reply.body()).contains(named, "\"detail\"");
    }

    private static String first(HttpResponse<String> reply) {
        return reply.body().lines().findFirst().orElse("");
    }

    private static JsonValue field(String line, String name) {
        return ((JsonValue.Obj) JsonText.read(line)).fields().getOrDefault(name, JsonValue.ofNull());
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
