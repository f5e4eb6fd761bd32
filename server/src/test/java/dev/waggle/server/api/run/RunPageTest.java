package dev.waggle.server.api.run;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.review.json.RunMarkJson;
import dev.waggle.review.view.RunMark;
import dev.waggle.server.ApiClient;
import dev.waggle.server.ServedFolder;
import dev.waggle.server.http.Operation;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The view of a run, its marks as a stream, and single signals. */
@Timeout(60)
class RunPageTest {

    private static final String DATA = "data: ";

    @TempDir
    private Path home;

    private ServedFolder folder;
    private ApiClient client;
    private HttpClient streams;

    @BeforeEach
    void open() {
        folder = new ServedFolder(home);
        client = new ApiClient(folder.port());
        streams = HttpClient.newHttpClient();
    }

    @AfterEach
    void close() throws Exception {
        try (ServedFolder _ = folder; ApiClient _ = client; HttpClient _ = streams) {
            // In the reverse order.
        }
    }

    @Test
    void aViewHasTheFormThatTheDocumentStates() throws Exception {
        String run = finished();
        JsonValue view = client.get("/v1/solves/" + run + "/view").json();

        assertThat(ForeignSchema.of(Objects.requireNonNull(operation("viewSolve").answers().getFirst().schema()).get())
                .check(view)).isEmpty();
        assertThat(field(view, "finished")).isEqualTo(JsonValue.of(true));
        assertThat(field(view, "through")).isEqualTo(JsonValue.of(folder.journal().entriesOf(run).getLast()
                .sequence()));
        assertThat(field(view, "omitted")).isEqualTo(JsonValue.of(List.of()));
    }

    @Test
    void theStreamHasTheMarksOfTheViewWhileARunGoesOn() throws Exception {
        String run = client.post("/v1/solves", "{\"question\": \"wait for those who listen\"}").text("run");
        folder.solves().awaitEntry();
        JsonValue before = client.get("/v1/solves/" + run + "/view").json();
        long through = number(field(before, "through"));
        Stream<String> later = follow(run, "?after=" + through);
        folder.solves().openDoor();
        List<String> lines = later.toList();
        JsonValue after = client.get("/v1/solves/" + run + "/view").json();

        List<JsonValue> numbers = new ArrayList<>(column(before, "n"));
        numbers.addAll(marks(lines).stream().map(mark -> field(mark, "n")).toList());
        assertThat(numbers).isEqualTo(column(after, "n")).doesNotHaveDuplicates();
        assertThat(lines).contains("event: end");
        assertThat(marks(lines)).isEqualTo(written(run, through));
    }

    @Test
    void aResumedStreamHasNeitherAGapNorADouble() throws Exception {
        String run = finished();
        List<JsonValue> all = written(run, 0);

        for (int i = 0; i < all.size(); i++) {
            long after = number(field(all.get(i), "n"));
            List<JsonValue> rest = after == folder.journal().entriesOf(run).getLast().sequence()
                    ? List.of()
                    : marks(follow(run, "?after=" + after).toList());
            assertThat(rest).isEqualTo(all.subList(i + 1, all.size()));
        }
        assertThat(marks(follow(run, "").toList())).isEqualTo(all);
    }

    @Test
    void aSignalComesWithItsCausesUpToTheFirst() throws Exception {
        String run = finished();
        List<LogEntry> entries = folder.journal().entriesOf(run);
        for (LogEntry entry : entries) {
            JsonValue signal = client.get("/v1/solves/" + run + "/signals/" + entry.signal().id()).json();

            assertThat(field(field(signal, "entry"), "id")).isEqualTo(JsonValue.of(entry.signal().id()));
            assertThat(items(signal, "causes")).doesNotHaveDuplicates();
        }
        JsonValue vote = client.get("/v1/solves/" + run + "/signals/" + entries.stream()
                .filter(entry -> entry.signal().type().text().equals("vote")).findFirst().orElseThrow().signal().id())
                .json();
        assertThat(items(vote, "causes").stream().map(cause -> field(cause, "type")).toList())
                .startsWith(JsonValue.of("proposal"));
    }

    @Test
    void unknownRunsAndSignalsAreRefused() throws Exception {
        String run = finished();

        assertThat(client.get("/v1/solves/none/view").status()).isEqualTo(404);
        assertThat(client.get("/v1/solves/none/marks").status()).isEqualTo(404);
        assertThat(client.get("/v1/solves/" + run + "/signals/none").status()).isEqualTo(404);
        assertThat(client.get("/v1/solves/" + run + "/marks?after=x").status()).isEqualTo(400);
        assertThat(client.get("/v1/solves/" + run + "/view?lenses=maybe").status()).isEqualTo(400);
    }

    private String finished() throws Exception {
        String run = client.post("/v1/solves", "{\"question\": \"Shard or buy time?\"}").text("run");
        long _ = follow(run, "").count();
        return run;
    }

    private List<JsonValue> written(String run, long after) {
        return folder.journal().entriesOf(run).stream().filter(entry -> entry.sequence() > after).map(RunMark::of)
                .flatMap(mark -> mark.<JsonValue>map(RunMarkJson::of).stream()).toList();
    }

    private Stream<String> follow(String run, String query) throws Exception {
        HttpResponse<Stream<String>> answer = streams.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                + folder.port() + "/v1/solves/" + run + "/marks" + query)).build(), BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    /** The marks of a stream: the data of the messages that have a number. */
    private static List<JsonValue> marks(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(DATA))
                .map(line -> JsonText.read(line.substring(DATA.length())))
                .filter(data -> ((JsonValue.Obj) data).fields().containsKey("n")).toList();
    }

    private Operation operation(String id) {
        return folder.operations().stream().filter(operation -> operation.id().equals(id)).findFirst().orElseThrow();
    }

    private static JsonValue field(JsonValue object, String name) {
        return Objects.requireNonNull(((JsonValue.Obj) object).fields().get(name), name);
    }

    private static List<JsonValue> items(JsonValue object, String name) {
        return ((JsonValue.Arr) field(object, name)).items();
    }

    private static List<JsonValue> column(JsonValue view, String name) {
        return items(field(view, "marks"), name);
    }

    private static long number(JsonValue value) {
        return ((JsonValue.Num) value).value().longValueExact();
    }
}
