package dev.waggle.server.api.run;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.server.ApiClient;
import dev.waggle.server.ServedFolder;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The live events of a run. */
@Timeout(60)
class SolveEventsTest {

    private static final String DATA = "data: ";
    private static final String DELIVERED = "signal:delivered";

    @TempDir
    private Path home;

    @Test
    void everyEventIsLiveAndDeliveriesAreForThoseWhoAsk() throws Exception {
        try (ServedFolder folder = new ServedFolder(home); ApiClient client = new ApiClient(folder.port());
                HttpClient streams = HttpClient.newHttpClient()) {
            String run = client.post("/v1/solves", "{\"question\": \"wait for those who listen\"}").text("run");
            folder.solves().awaitEntry();
            Stream<String> usual = follow(streams, folder.port(), run, "");
            Stream<String> all = follow(streams, folder.port(), run, "?deliveries=true");
            folder.solves().openDoor();

            List<String> usualTypes = types(usual.toList());
            List<String> allTypes = types(all.toList());

            assertThat(usualTypes).isNotEmpty().doesNotContain(DELIVERED);
            assertThat(allTypes).contains(DELIVERED);
            // A stream that begins later has more of the log before the first live events.
            assertThat(allTypes.stream().filter(type -> !type.equals(DELIVERED)).toList())
                    .containsExactlyInAnyOrderElementsOf(usualTypes);
        }
    }

    private static Stream<String> follow(HttpClient client, int port, String run, String query) throws Exception {
        HttpResponse<Stream<String>> answer = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port
                + "/v1/solves/" + run + "/events" + query)).build(), BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    /** The types of the messages in the order of the stream. */
    private static List<String> types(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(DATA))
                .map(line -> ((JsonValue.Obj) JsonText.read(line.substring(DATA.length()))).fields().get("type"))
                .flatMap(type -> type instanceof JsonValue.Str(String text) ? Stream.of(text) : Stream.empty())
                .toList();
    }
}
