package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.command.serve.ServerBed.Message;
import dev.waggle.cli.command.serve.ServerBed.Reply;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** The run of a tenant in the views of callers without a tenant. */
@Timeout(60)
class TenantRunTest extends ScriptedServer {

    private static final String ORDER = """
            {"question": "Shard the database or buy time?", "agents": 2}""";
    private static final String LATER = """
            {"type": "later:done"}""";

    @Test
    void theEntriesOfTheRunAreHiddenInSignalsAndThreads() throws Exception { // 48
        String run = solved();

        assertThat(read("/v1/signals?limit=1000")).doesNotContain(run);
        assertThat(read("/v1/signals?last=1000")).doesNotContain(run);
        assertThat(read("/v1/signals?run=" + run)).doesNotContain(run);
        assertThat(read("/v1/signals?text=Shard")).doesNotContain(run);
        assertThat(read("/v1/threads")).doesNotContain(run);
        assertThat(bed.get("/v1/threads/" + run, "X-Scope", "read").status()).isEqualTo(404);
        assertThat(bed.get("/v1/signals?run=" + run).body()).as("an administrator sees all").contains(run);
        assertThat(bed.get("/v1/threads").body()).contains(run);
        assertThat(bed.get("/v1/threads", "X-Tenant", "acme", "X-Scope", "read").body()).contains(run);
    }

    @Test
    void aStreamOfSignalsLeavesTheRunOut() throws Exception { // 48
        String run = solved();
        assertThat(bed.post("/v1/signals", LATER).status()).isEqualTo(201);

        List<Message> messages = bed.followUntil("/v1/signals/events", 0,
                message -> message.data().contains("later:done"), "X-Scope", "read");

        assertThat(messages).last().matches(message -> message.data().contains("later:done"));
        assertThat(messages).noneMatch(message -> message.data().contains(run));
    }

    @Test
    void anInboxShowsNeitherTheRunNorTheAuditLog() throws Exception { // 48
        assertThat(bed.post("/v1/agents/zed", "", "X-Scope", "signals").status()).isEqualTo(201);
        assertThat(bed.put("/v1/agents/zed/subscriptions", """
                {"pattern": "*:*", "own": true, "bookkeeping": true}""", "X-Scope", "signals").status()).isEqualTo(201);
        String run = solved();
        assertThat(bed.post("/v1/signals", LATER).status()).isEqualTo(201);

        String shown = bed.get("/v1/agents/zed/inbox?limit=1000", "X-Scope", "signals").body();
        String drained = bed.post("/v1/agents/zed/inbox/drain", "{\"limit\": 1000}", "X-Scope", "signals").body();

        assertThat(shown).contains("later:done").doesNotContain(run).doesNotContain("server:cost");
        assertThat(drained).contains("later:done").doesNotContain(run).doesNotContain("server:cost");
    }

    @Test
    void aRecordingOfTheRunIsHidden() throws Exception {
        String run = solved();
        String id = bed.post("/v1/recordings", "{\"run\": \"" + run + "\", \"name\": \"secret\"}", "X-Tenant", "acme")
                .text("id");

        for (String tenant : List.of("", "rival")) {
            String[] headers = tenant.isEmpty() ? new String[] {"X-Scope", "read"} : new String[] {"X-Tenant", tenant};
            assertThat(bed.get("/v1/recordings", headers).body()).as(tenant).doesNotContain("secret");
            assertThat(bed.get("/v1/recordings/" + id, headers).status()).as(tenant).isEqualTo(404);
        }
        assertThat(bed.put("/v1/recordings/" + id, "{\"mark\": \"end\"}", "X-Tenant", "rival").status()).isEqualTo(404);
        assertThat(bed.get("/v1/recordings", "X-Tenant", "acme").body()).contains("secret");
        assertThat(bed.get("/v1/recordings/" + id, "X-Tenant", "acme").status()).isEqualTo(200);
    }

    @Test
    void aSavedStateOfTheRunIsHidden() throws Exception {
        String run = solved();
        Path saved = folder.resolve("data");
        FileCheckpointStore.open(saved, World.system()).save(run, JsonValue.of("secret"));

        assertThat(read("/v1/checkpoints")).doesNotContain(run);
        assertThat(bed.get("/v1/checkpoints/" + run, "X-Scope", "read").status()).isEqualTo(404);
        assertThat(bed.get("/v1/checkpoints/" + run, "X-Tenant", "rival").status()).isEqualTo(404);
        assertThat(bed.delete("/v1/checkpoints/" + run, "X-Tenant", "rival").status()).isEqualTo(404);
        assertThat(bed.get("/v1/checkpoints/" + run, "X-Tenant", "acme").body()).contains("secret");
    }

    @Test
    void anOrderDoesNotNameTheTenantOfItsMemories() throws Exception {
        Reply refused = bed.post("/v1/solves", """
                {"question": "Shard?", "config": {"memory": {"tenant": "acme"}}}""", "X-Scope", "solve");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("memory.tenant is not for an order");
    }

    private String read(String path) throws Exception {
        Reply reply = bed.get(path, "X-Scope", "read");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.body();
    }

    /** Solves an order of the tenant; its run. */
    private String solved() throws Exception {
        Reply started = bed.post("/v1/solves", ORDER, "X-Tenant", "acme");
        assertThat(started.status()).as(started.body()).isEqualTo(202);
        String run = started.text("run");
        assertThat(bed.followUntil("/v1/solves/" + run + "/events", 0, _ -> false, "X-Tenant", "acme")).last()
                .matches(message -> message.event().equals("end"));
        return run;
    }
}
