package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.connect.qdrant.server.QdrantServer;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Requests and their answers, and the refusals of the fake that stand for those of Qdrant. */
class QdrantCollectionTest {

    private static final long SMALL_LIMIT = 4_000;

    private final QdrantServer server;
    private final QdrantClient http;
    private final QdrantCollection collection;

    QdrantCollectionTest() throws Exception {
        server = QdrantServer.start();
        http = new QdrantClient(MemoryTexts.quick(server.url()), World.system(7), SMALL_LIMIT);
        collection = new QdrantCollection(http, "c");
    }

    @BeforeEach
    void create() throws Exception {
        assertThat(collection.open()).isNull();
        collection.create(2);
        collection.create(2);
        assertThat(collection.open()).isEqualTo(2);
    }

    @AfterEach
    void stop() {
        http.close();
        server.close();
    }

    private static JsonValue id(int number) {
        return PointId.of("mem-" + String.format(Locale.ROOT, "%032x", number));
    }

    private void insert(int count, int letters) throws Exception {
        JsonValue payload = new JsonObjectBuilder().with("content", "x".repeat(letters)).json();
        collection.write(List.of(QdrantCollection.insertion(IntStream.rangeClosed(1, count)
                .mapToObj(i -> QdrantCollection.point(id(i), new float[] {1, i}, payload)).toList())));
    }

    @Test
    void anAnswerThatIsTooLargeIsAskedForInHalves() throws Exception {
        insert(8, 1_000);
        List<JsonValue> ids = IntStream.rangeClosed(1, 8).mapToObj(QdrantCollectionTest::id).toList();
        server.forgetRequests();
        assertThat(collection.retrieve(ids, JsonValue.of(true))).extracting(QdrantPoint::id).isEqualTo(ids);
        assertThat(server.requests()).hasSize(7);
        assertThat(server.largestAnswer()).isGreaterThan(SMALL_LIMIT);
    }

    @Test
    void anAnswerThatIsTooLargeAloneIsRefused() throws Exception {
        insert(1, 10_000);
        assertThatExceptionOfType(QdrantException.class)
                .isThrownBy(() -> collection.retrieve(List.of(id(1)), JsonValue.of(true)))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE))
                .withMessageContaining("more than 4000 bytes");
    }

    @Test
    void aRequestBeyondTheLimitOfTheServerIsNotSent() {
        server.forgetRequests();
        assertThatExceptionOfType(QdrantException.class).isThrownBy(() -> insert(1, QdrantClient.MAX_REQUEST))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void theFakeRefusesWhatQdrantRefuses() {
        refused("POST points with a name as id", "/collections/c/points", "{\"ids\":[\"mem-1\"]}", 400);
        refused("an unknown field", "/collections/c/points", "{\"ids\":[1],\"with_payloads\":true}", 400);
        refused("an unknown collection", "/collections/d/points", "{\"ids\":[1]}", 404);
        refused("a limit of 0", "/collections/c/points/scroll", "{\"limit\":0}", 422);
        refused("an unknown condition", "/collections/c/points/count",
                "{\"filter\":{\"must\":[{\"key\":\"author\",\"matches\":{\"value\":\"a\"}}]}}", 400);
        refused("an unknown clause", "/collections/c/points/count", "{\"filter\":{\"all\":[]}}", 400);
        refused("a field without an index", "/collections/c/points/count",
                "{\"filter\":{\"must\":[{\"key\":\"content\",\"match\":{\"value\":\"a\"}}]}}", 400);
        refused("an order without an index", "/collections/c/points/scroll",
                "{\"order_by\":{\"key\":\"author\"}}", 400);
        refused("an offset with an order", "/collections/c/points/scroll",
                "{\"order_by\":{\"key\":\"order\"},\"offset\":1}", 400);
        refused("facets of a field without an index", "/collections/c/facet", "{\"key\":\"strength\"}", 400);
        refused("a vector of another size", "/collections/c/points/query/batch",
                "{\"searches\":[{\"query\":[1,2,3]}]}", 400);
        refused("a number that is none", "/collections/c/points/query/batch", "{\"searches\":[{\"query\":[NaN,1]}]}",
                400);
        refused("a payload for no points", "/collections/c/points/batch?wait=true",
                "{\"operations\":[{\"set_payload\":{\"payload\":{}}}]}", 400);
        refused("an unknown operation", "/collections/c/points/batch?wait=true", "{\"operations\":[{\"insert\":{}}]}",
                400);
        refused("no JSON", "/collections/c/points/count", "{", 400);
    }

    private void refused(String reason, String path, String body, int status) {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + path))
                            .POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(reason + ": " + answer.body()).isEqualTo(status);
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(reason, failure);
        }
    }
}
