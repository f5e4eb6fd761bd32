package dev.waggle.server.api.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.server.api.SolvedRuns;
import dev.waggle.server.api.TestServer;
import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.server.http.Operation;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DataApisTest {

    @TempDir
    Path folder;

    private FileJournal journal;
    private CheckpointStore checkpoints;
    private List<Operation> operations;
    private TestServer server;
    private String run;

    @BeforeEach
    void open() {
        journal = FileJournal.open(folder.resolve("log"));
        run = SolvedRuns.solve(journal, "Shard or buy time?");
        checkpoints = FileCheckpointStore.open(folder, World.system());
        OutcomeTracker outcomes = OutcomeTracker.inMemory(World.system());
        MemoryPool pool = new MemoryPool(MemoryRules.defaults(), World.system());
        operations = Stream.of(
                new RecordingsApi(RecordingStore.open(folder.resolve("recordings"), JournalConfig.defaults(),
                        World.system()), journal).operations(),
                new CheckpointsApi(checkpoints, journal).operations(), new SchemasApi().operations(),
                new ThreadsApi(journal, World.system()).operations(),
                new ModelsApi(() -> new ModelsApi.ModelList(
                        List.of(new ModelsApi.ProviderLine("ollama", "ollama", true, "not_needed")), List.of()))
                        .operations(),
                new ReputationApi(outcomes, new ReliabilityTracker(outcomes,
                        ReliabilitySnapshots.none())).operations(),
                new MemoriesApi(() -> pool, World.system()).operations()).flatMap(List::stream).toList();
        server = new TestServer(operations);
    }

    @AfterEach
    void close() {
        server.close();
        journal.close();
    }

    @Test
    void aRecordingIsAddedListedMarkedAndDeleted() throws Exception {
        Reply added = server.post("/v1/recordings", "{\"run\": \"" + run + "\", \"name\": \"first\","
                + " \"tags\": [\"night\"]}");
        assertThat(added.status()).isEqualTo(201);
        String place = "/v1/recordings/" + text(added.field("id"));

        assertThat(added.field("state")).isEqualTo(JsonValue.of("complete"));
        assertThat(items(server.get("/v1/recordings?tag=night"))).hasSize(1);
        assertThat(items(server.get("/v1/recordings?tag=day"))).isEmpty();
        assertThat(server.get(place).field("name")).isEqualTo(JsonValue.of("first"));
        assertThat(server.send("PUT", place, "{\"mark\": \"end\"}").text()).contains("\"end\"");
        assertThat(server.send("DELETE", place, "").status()).isEqualTo(204);
        assertThat(server.send("DELETE", place, "").status()).isEqualTo(404);
        assertThat(server.get(place).status()).isEqualTo(404);
    }

    @Test
    void aRecordingOfNoRunAndABlankNameAreRefused() throws Exception {
        assertThat(server.post("/v1/recordings", "{\"run\": \"none\"}").status()).isEqualTo(404);
        assertThat(server.post("/v1/recordings", "{\"run\": \"" + run + "\"}", "X-Tenant", "rival").status())
                .isEqualTo(404);
        assertThat(server.post("/v1/recordings", "{\"run\": \"" + run + "\", \"name\": \" \"}").status())
                .isEqualTo(400);
        assertThat(items(server.get("/v1/recordings"))).isEmpty();
    }

    @Test
    void recordingsArePagedWithoutAGapOrADouble() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(server.post("/v1/recordings", "{\"run\": \"" + run + "\"}").status()).isEqualTo(201);
        }
        assertThat(paged("/v1/recordings?limit=2", "id")).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void aSavedStateIsShownAndDeleted() throws Exception {
        for (String id : List.of("a", "b", "c")) {
            var _ = checkpoints.save(id, JsonValue.of(id + " state"));
        }
        assertThat(paged("/v1/checkpoints?limit=1", "id")).containsExactly("a", "b", "c");
        assertThat(server.get("/v1/checkpoints/b").field("state")).isEqualTo(JsonValue.of("b state"));
        assertThat(server.send("DELETE", "/v1/checkpoints/b", "").status()).isEqualTo(204);
        assertThat(server.get("/v1/checkpoints/b").status()).isEqualTo(404);
        assertThat(server.get("/v1/checkpoints/..b").status()).isEqualTo(400);
    }

    @Test
    void everyShippedSchemaIsServedByItsName() throws Exception {
        List<JsonValue> listed = items(server.get("/v1/schemas"));
        assertThat(listed).hasSize(JsonSchemas.names().size());
        for (JsonValue one : listed) {
            assertThat(server.get("/v1/schemas/" + text(field(one, "name"))).status()).isEqualTo(200);
        }
        Reply vote = server.get("/v1/schemas/payload.vote");
        assertThat(server.get("/v1/schemas/payload.vote", "If-None-Match", vote.etag().orElseThrow()).status())
                .isEqualTo(304);
        assertThat(server.get("/v1/schemas/payload.vot").text()).contains("Maybe payload.vote");
    }

    @Test
    void memoriesAreAddedFoundPagedAndForgotten() throws Exception {
        for (int i = 0; i < 5; i++) {
            Reply added = server.post("/v1/memories", "{\"content\": \"deadlock number " + i + "\"}");
            assertThat(added.status()).isEqualTo(201);
            assertThat(violations("addMemory", added)).isEmpty();
        }
        Reply found = server.get("/v1/memories/search?q=deadlock&limit=3");
        assertThat(violations("searchMemories", found)).isEmpty();
        assertThat(items(found)).hasSize(3);
        List<String> ids = paged("/v1/memories?limit=2", "id");
        assertThat(ids).hasSize(5).doesNotHaveDuplicates();
        assertThat(server.get("/v1/memories/stats").field("total")).isEqualTo(JsonValue.of(5));
        assertThat(server.get("/v1/memories/" + ids.getFirst()).field("author")).isEqualTo(JsonValue.of("tester"));
        assertThat(server.send("DELETE", "/v1/memories/" + ids.getFirst(), "").status()).isEqualTo(204);
        assertThat(server.get("/v1/memories/" + ids.getFirst()).status()).isEqualTo(404);
        assertThat(items(server.get("/v1/memories?author=nobody"))).isEmpty();
    }

    @Test
    void tenantsNeverSeeEachOthersMemories() throws Exception {
        String id = text(server.post("/v1/memories", "{\"content\": \"ours alone\"}", "X-Tenant", "one").field("id"));

        assertThat(items(server.get("/v1/memories"))).isEmpty();
        assertThat(items(server.get("/v1/memories", "X-Tenant", "two"))).isEmpty();
        assertThat(items(server.get("/v1/memories/search?q=ours", "X-Tenant", "two"))).isEmpty();
        assertThat(server.get("/v1/memories/" + id, "X-Tenant", "two").status()).isEqualTo(404);
        assertThat(server.send("DELETE", "/v1/memories/" + id, "", "X-Tenant", "two").status()).isEqualTo(404);
        assertThat(server.get("/v1/memories/stats", "X-Tenant", "two").field("total")).isEqualTo(JsonValue.of(0));
        assertThat(items(server.get("/v1/memories", "X-Tenant", "one"))).hasSize(1);
    }

    @Test
    void aTokenOfAnAgentSpeaksAsThatAgentOnly() throws Exception {
        String body = "{\"content\": \"said by ada\", \"author\": \"ada\"}";

        assertThat(server.post("/v1/memories", body, "X-Agent", "bob").status()).isEqualTo(403);
        assertThat(server.post("/v1/memories", body, "X-Agent", "ada").status()).isEqualTo(201);
    }

    @Test
    void badMemoriesAreRefusedAndLeaveNoTrace() throws Exception {
        for (String bad : List.of("{}", "{\"content\": \" \"}", "{\"content\": \"x\", \"importance\": 2}",
                "{\"content\": \"x\", \"tenant\": \"two\"}", "[]", "{\"content\": 1}")) {
            assertThat(server.post("/v1/memories", bad).status()).as(bad).isEqualTo(400);
        }
        for (String query : List.of("?since=yesterday", "?limit=0", "?cursor=%00", "/search", "/search?q=%20")) {
            assertThat(server.get("/v1/memories" + query).status()).as(query).isEqualTo(400);
        }
        assertThat(items(server.get("/v1/memories"))).isEmpty();
    }

    @Test
    void theThreadOfASolveIsShownToItsTenantOnly() throws Exception {
        assertThat(paged("/v1/threads?limit=1", "id")).containsExactly(run);
        Reply open = server.get("/v1/threads/" + run);
        Reply all = server.get("/v1/threads/" + run + "?all=true");

        assertThat(((JsonValue.Arr) open.field("signals")).items())
                .hasSizeLessThan(((JsonValue.Arr) all.field("signals")).items().size());
        assertThat(items(server.get("/v1/threads", "X-Tenant", "rival"))).isEmpty();
        assertThat(server.get("/v1/threads/" + run, "X-Tenant", "rival").status()).isEqualTo(404);
    }

    @Test
    void modelsAndReputationAnswerWithoutContent() throws Exception {
        assertThat(server.get("/v1/threads/none").status()).isEqualTo(404);
        assertThat(server.get("/v1/models").text()).contains("ollama");
        assertThat(violations("listReputations", server.get("/v1/reputation"))).isEmpty();
        assertThat(server.get("/v1/reputation/ada").status()).isEqualTo(404);
    }

    private List<String> paged(String first, String field) throws Exception {
        List<String> seen = new ArrayList<>();
        String query = first;
        while (!query.isEmpty()) {
            Reply page = server.get(query);
            items(page).forEach(item -> seen.add(text(field(item, field))));
            query = page.field("next") instanceof JsonValue.Str(String next) ? first + "&cursor=" + next : "";
        }
        return seen;
    }

    private static List<JsonValue> items(Reply reply) {
        return reply.field("items") instanceof JsonValue.Arr(List<JsonValue> items) ? items : List.of();
    }

    private static JsonValue field(JsonValue object, String name) {
        return Objects.requireNonNull(((JsonValue.Obj) object).fields().get(name));
    }

    private static String text(JsonValue value) {
        return ((JsonValue.Str) value).value();
    }

    private List<?> violations(String operation, Reply reply) {
        Supplier<JsonValue.Obj> schema = operations.stream().filter(one -> one.id().equals(operation)).findFirst()
                .orElseThrow()
                .answers().getFirst().schema();
        return schema == null ? List.of() : ForeignSchema.of(schema.get()).check(reply.json());
    }
}
