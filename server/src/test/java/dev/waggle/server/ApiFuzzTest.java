package dev.waggle.server;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.server.ApiClient.Answer;
import dev.waggle.server.DocumentedApi.DocumentedOperation;
import dev.waggle.server.FuzzedRequests.FuzzedRequest;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Random requests for all operations: no failure of the server, no hang, no answer that the document does not state. */
class ApiFuzzTest {

    /** Refusals by the handling of requests itself, of any operation. */
    private static final List<Integer> OF_ALL = List.of(400, 404, 405, 414, 431);

    /** Requests before a failed one that its report names, because a spoiled connection shows later. */
    private static final int REMEMBERED = 8;

    @TempDir
    private Path home;

    @Test
    @Timeout(120)
    void fiveHundredRequestsAreAnsweredAsStated() throws Exception {
        fuzz(1, 500);
    }

    @Test
    @Tag("long")
    @Timeout(1_800)
    void tenThousandRequestsAreAnsweredAsStated() throws Exception {
        for (long seed = 2; seed < 12; seed++) {
            fuzz(seed, 1_000);
        }
    }

    private void fuzz(long seed, int count) throws Exception {
        try (ServedFolder folder = new ServedFolder(home.resolve("seed" + seed));
                ApiClient client = new ApiClient(folder.port());
                KeptConnection connection = new KeptConnection(folder.port())) {
            DocumentedApi api = new DocumentedApi(client.get("/v1/openapi.json").json());
            List<DocumentedOperation> operations = api.operations();
            FuzzedRequests requests = new FuzzedRequests(seed, SampleRequests.of(folder, client, "none"), api);
            Random order = new Random(seed);
            Deque<String> before = new ArrayDeque<>();
            for (int i = 0; i < count; i++) {
                DocumentedOperation operation = operations.get(order.nextInt(operations.size()));
                FuzzedRequest request = requests.next(operation);
                String about = "seed " + seed + ", request " + i + ": " + request;
                Answer answer;
                try {
                    answer = connection.send(request.method(), request.path(), request.headers(),
                            request.body());
                    check(api, operation, request, answer);
                } catch (AssertionError | Exception failed) {
                    throw new AssertionError(about + "\n" + failed.getMessage() + "\nafter "
                            + String.join("\nand ", before), failed);
                }
                if (before.size() == REMEMBERED) {
                    var _ = before.removeLast();
                }
                before.addFirst(answer.status() + " to " + request);
            }
            folder.solves().openDoor();
            assertThat(client.get("/v1/health/ready").status()).isEqualTo(200);
        }
    }

    private static void check(DocumentedApi api, DocumentedOperation operation, FuzzedRequest request, Answer answer) {
        assertThat(answer.status()).as(answer.body()).isNotEqualTo(500);
        boolean isOther = !request.method().equals(operation.method());
        if (answer.status() == 400 && answer.type().equals("application/json") && !isOther) {
            api.requireStated(operation, answer); // The route of the engine refuses in a form of its own.
            return;
        }
        if (answer.status() >= 400) {
            assertThat(answer.type()).as(answer.body()).isEqualTo("application/problem+json");
            Map<String, JsonValue> problem = ((JsonValue.Obj) answer.json()).fields();
            assertThat(problem).containsKeys("title", "status", "detail");
            assertThat(problem.get("status")).isEqualTo(JsonValue.of(answer.status()));
        }
        if (!isOther && (answer.status() < 400 || !OF_ALL.contains(answer.status()))) {
            api.requireStated(operation, answer);
        }
    }
}
