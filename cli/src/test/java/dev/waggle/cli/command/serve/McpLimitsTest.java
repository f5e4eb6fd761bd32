package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.command.serve.ServerBed.Reply;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.AuditLog;
import dev.waggle.server.access.AuditLog.SolveCharge;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Solves of clients of the Model Context Protocol under the limits of their tokens. */
@Timeout(60)
class McpLimitsTest {

    private static final String ACCEPT = "application/json, text/event-stream";
    private static final String HELLO = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"pipe","version":"1"}}}
            """;
    @TempDir
    private Path folder;

    private final FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
    private @Nullable ServerBed bed;

    @AfterEach
    void close() {
        bed().close();
        models.close();
    }

    @Test
    void aSolveCountsForTheTokenOfItsRequestAndNotForThatOfItsSession() throws Exception {
        serve(CallerLimits.defaults().withBudget(null, 1_000_000L));
        String session = session("other");

        assertThat(solve(session, "ci")).contains("\"isError\":false");

        List<SolveCharge> charges = charges();
        assertThat(charges).extracting(SolveCharge::caller).containsExactly("ci", "ci");
        assertThat(charges.getFirst().tokens()).as("the reservation").isZero();
        assertThat(charges.getLast().tokens()).as("the settlement").isPositive();
    }

    @Test
    void aUsedUpBudgetRefusesASolve() throws Exception {
        serve(CallerLimits.defaults().withBudget(null, 0L));

        assertThat(solve(session("ci"), "ci")).contains("\"isError\":true", "is used up: 0 of 0 tokens are left");

        assertThat(charges()).isEmpty();
        assertThat(models.requests()).isEmpty();
    }

    @Test
    void aTokenWithoutAFreePlaceStartsNoSolve() throws Exception {
        serve(CallerLimits.defaults().withConcurrency(0, 1));

        assertThat(solve(session("ci"), "ci")).contains("\"isError\":true", "has 0 open solves, which is its limit");

        assertThat(charges()).isEmpty();
        assertThat(bed().get("/v1/solves").body()).doesNotContain("Shard");
    }

    @Test
    void anInboxShowsNeitherTheAuditLogNorTheRunOfATenant() throws Exception {
        serve(CallerLimits.defaults());
        String session = session("ci");
        assertThat(tool(session, "signal_subscribe", "{\"pattern\":\"*:*\",\"bookkeeping\":true}", "ci"))
                .contains("\"isError\":false");
        String run = bed().post("/v1/solves", "{\"question\": \"Shard?\", \"agents\": 2}", "X-Tenant", "acme")
                .text("run");
        assertThat(bed().followUntil("/v1/solves/" + run + "/events", 0, _ -> false, "X-Tenant", "acme")).isNotEmpty();
        assertThat(bed().post("/v1/signals", "{\"type\": \"later:done\"}").status()).isEqualTo(201);

        assertThat(tool(session, "signal_inbox", "{\"limit\":100}", "ci")).contains("later:done")
                .doesNotContain("server:cost").doesNotContain(run);
    }

    private void serve(CallerLimits limits) throws Exception {
        Path tokens = folder.resolve("data").resolve(TokenFile.PLACE);
        TokenFile.NewToken _ = TokenFile.of(tokens, World.system()).create(TokenGrant.of("ci", AccessScope.ADMIN)
                .withLimits(limits));
        bed = new ServerBed(folder, models);
    }

    private List<SolveCharge> charges() {
        return bed().signals().log().select(JournalQuery.ALL.ofTypes(Pattern.of(AuditLog.COST.text()))).stream()
                .flatMap(entry -> SolveCharge.of(entry).stream()).toList();
    }

    private String session(String caller) throws Exception {
        Reply hello = bed().post("/mcp", HELLO, "Accept", ACCEPT, "X-Name", caller);
        assertThat(hello.status()).as(hello.body()).isEqualTo(200);
        return hello.response().headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    private String solve(String session, String caller) throws Exception {
        return tool(session, "solve", "{\"question\":\"Shard the database or buy time?\",\"agents\":2}", caller);
    }

    private String tool(String session, String name, String input, String caller) throws Exception {
        Reply reply = bed().post("/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                        + name + "\",\"arguments\":" + input + "}}",
                "Accept", ACCEPT, "Mcp-Session-Id", session, "X-Name", caller);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.body();
    }

    private ServerBed bed() {
        return Objects.requireNonNull(bed);
    }
}
