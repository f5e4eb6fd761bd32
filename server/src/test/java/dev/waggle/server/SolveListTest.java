package dev.waggle.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;

/** The list of runs and the metrics, of a server whose solves also fail before they are in the log. */
@Timeout(60)
class SolveListTest {

    /** Lines of the text format of Prometheus. */
    private static final Pattern LINE = Pattern
            .compile("# (HELP|TYPE) ([a-z_0-9]+) (.+)|([a-z_0-9]+)(\\{[a-z]+=\"[A-Za-z]+\"})? (\\d+)");

    @TempDir
    private Path home;

    private ServedFolder folder;
    private ApiClient client;

    @BeforeEach
    void serve() {
        folder = new ServedFolder(home);
        client = new ApiClient(folder.port());
    }

    @AfterEach
    void close() {
        client.close();
        folder.close();
    }

    @Test
    void eachRunIsOnOnePageOfTheList() throws Exception {
        List<String> runs = new ArrayList<>();
        for (String question : List.of("one", "two", "fail before the log", "fail again")) {
            runs.add(client.post("/v1/solves", "{\"question\": \"" + question + "\"}").text("run"));
            until(() -> folder.server().solves().running() == 0);
        }

        for (int limit = 1; limit <= 5; limit++) {
            List<String> listed = new ArrayList<>();
            String cursor = "";
            do {
                JsonValue.Obj page = (JsonValue.Obj) client.get("/v1/solves?limit=" + limit + cursor).json();
                List<String> items = runs(page);
                assertThat(items).hasSizeLessThanOrEqualTo(limit);
                listed.addAll(items);
                cursor = page.fields().get("next") instanceof JsonValue.Str(String next) ? "&cursor=" + next : "";
            } while (!cursor.isEmpty());
            assertThat(listed).as("pages of %s", limit).containsExactlyElementsOf(runs.reversed());
        }
        assertThat(runs((JsonValue.Obj) client.get("/v1/solves?status=failed").json()))
                .containsExactly(runs.get(3), runs.get(2));
    }

    @Test
    void eachMetricHasOneKindAndADescription() throws Exception {
        List<String> described = new ArrayList<>();
        List<String> values = new ArrayList<>();
        String kind = "";
        for (String line : client.get("/v1/metrics").body().lines().toList()) {
            Matcher parts = LINE.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            if (parts.group(4) != null) {
                values.add(parts.group(4));
                assertThat(parts.group(4)).as(line).isEqualTo(described.getLast());
                assertThat(kind).as(line).isEqualTo(line.contains("_total") ? "counter" : "gauge");
            } else if (parts.group(1).equals("HELP")) {
                described.add(parts.group(2));
            } else {
                assertThat(parts.group(2)).isEqualTo(described.getLast());
                kind = parts.group(3);
            }
        }
        assertThat(described).doesNotHaveDuplicates();
        assertThat(values).contains("waggle_solves_running", "waggle_requests_total");
    }

    private static List<String> runs(JsonValue.Obj page) {
        return DocumentedApi.items(page.fields().get("items")).stream()
                .map(item -> DocumentedApi.text((JsonValue.Obj) item, "run")).toList();
    }
}
