package dev.waggle.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import dev.waggle.server.ApiClient.Answer;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Reliability diagrams of agents and of the answers. */
@Timeout(60)
class ReputationOverHttpTest {

    @TempDir
    private Path home;

    @Test
    void nothingIsClaimedBeforeAnOutcomeAndEveryClaimIsInOneBinAfterIt() throws Exception {
        try (ServedFolder folder = new ServedFolder(home); ApiClient client = new ApiClient(folder.port())) {
            JsonValue.Obj empty = (JsonValue.Obj) client.get("/v1/reputation").json();
            assertThat(list(empty, "agents")).isEmpty();
            assertThat(list(empty, "bins")).hasSize(10)
                    .allSatisfy(bin -> assertThat(number(bin, "cases")).isZero());
            String run = client.post("/v1/solves", "{\"question\": \"Shard or buy time?\"}").text("run");
            Answer seen = client.get("/v1/solves/" + run);
            while (!seen.text("status").equals("finished")) {
                seen = client.get("/v1/solves/" + run);
            }
            assertThat(client.post("/v1/solves/" + run + "/outcome", "{\"verdict\": \"correct\"}").status())
                    .isBetween(200, 201);
            JsonValue.Obj taught = (JsonValue.Obj) client.get("/v1/reputation").json();
            assertThat(sum(list(taught, "bins"))).isEqualTo(1);
            assertThat(list(taught, "agents")).isNotEmpty().allSatisfy(agent -> {
                JsonValue.Obj claims = (JsonValue.Obj) field(agent, "claims");
                assertThat(number(claims, "count")).isPositive().isEqualTo(sum(list(claims, "bins")));
                assertThat(list(claims, "bins")).allSatisfy(bin -> {
                    boolean isEmpty = number(bin, "cases") == 0;
                    assertThat(number(bin, "confidence")).isBetween(isEmpty ? 0 : number(bin, "low"),
                            isEmpty ? 0 : number(bin, "high"));
                    assertThat(number(bin, "accuracy")).isBetween(0.0, 1.0);
                });
            });
        }
    }

    private static JsonValue field(JsonValue object, String name) {
        return Objects.requireNonNull(((JsonValue.Obj) object).fields().get(name), name);
    }

    private static List<JsonValue> list(JsonValue object, String name) {
        return ((JsonValue.Arr) field(object, name)).items();
    }

    private static double number(JsonValue object, String name) {
        return ((JsonValue.Num) field(object, name)).value().doubleValue();
    }

    private static double sum(List<JsonValue> bins) {
        return bins.stream().mapToDouble(bin -> number(bin, "cases")).sum();
    }
}
