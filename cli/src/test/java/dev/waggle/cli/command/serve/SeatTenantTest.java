package dev.waggle.cli.command.serve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.command.serve.ServerBed.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Seats by the tools of the Model Context Protocol at a server, and seats in the runs of tenants. */
@Timeout(60)
class SeatTenantTest extends ScriptedServer {

    private static final String ORDER = """
            {"question": "Shard the database or buy time?", "agents": 0, "seats": [{"id": "maya"}]}""";
    private static final String PASS = "{\"lines\": [\"pass\"]}";
    private static final String HELLO = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"pipe","version":"1"}}}
            """;
    private static final Pattern TOOL = Pattern.compile("\"name\":\"(list_seats|answer_seat)\"");

    @Test
    void aClientOfTheServerAnswersAndTheRunGoesOn() throws Exception {
        String path = suspended();
        String session = session();
        assertThat(TOOL.matcher(call(session, "tools/list", "{}")).results()).hasSize(2);
        assertThat(tool(session, "list_seats", "{}")).contains(run(path), "Shard the database");
        String stored = tool(session, "answer_seat", "{\"run\":\"" + run(path)
                + "\",\"seat\":\"maya\",\"lines\":[\"pass\"]}");
        assertThat(stored).contains("\"isError\":false", "\"by\":\"mcp:pipe\"");

        assertThat(bed.followUntil(path + "/events", 0, message -> message.data().contains("seat:answered")))
                .last().matches(message -> message.data().contains("\"seat:answered\""));
    }

    @Test
    void aCommandThatServesClientsAnswersThroughTheServerThatOwnsTheFolder() throws Exception {
        String path = suspended();
        String data = folder.resolve("data").toString();
        String seat = "\"run\":\"" + run(path) + "\",\"seat\":\"maya\"";
        CommandRun served = CommandRun.fed(HELLO.strip() + "\n"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                + request("list_seats", "{}", 1) + "\n"
                + request("answer_seat", "{" + seat + ",\"lines\":[\"pass\"]}", 2) + "\n", "mcp", "--data", data);

        assertThat(served.code()).as(served.err()).isZero();
        assertThat(served.out()).contains("\"requests\":[{", run(path)).contains("\"by\":\"mcp:pipe\"");
        assertThat(bed.followUntil(path + "/events", 0, message -> message.data().contains("seat:answered")))
                .last().matches(message -> message.data().contains("\"seat:answered\""));
    }

    @Test
    void aRunOfATenantIsNeitherSeenNorAnsweredByAnother() throws Exception {
        String path = suspended("X-Tenant", "acme");
        String seat = path + "/seats/maya";
        assertThat(bed.get("/v1/seats", "X-Tenant", "acme").body()).contains(run(path));
        assertThat(bed.get("/v1/seats").body()).as("an administrator sees all").contains(run(path));
        assertThat(bed.get("/v1/seats", "X-Tenant", "umbrella").body()).doesNotContain(run(path));
        assertThat(bed.get(path + "/seats", "X-Tenant", "umbrella").status()).isEqualTo(404);
        assertThat(bed.post(seat, PASS, "X-Tenant", "umbrella").status()).isEqualTo(404);
        assertThat(bed.post(seat + "/link", "", "X-Tenant", "umbrella").status()).isEqualTo(404);
        String session = session();
        assertThat(tool(session, "list_seats", "{}")).doesNotContain(run(path));
        assertThat(tool(session, "answer_seat", "{\"run\":\"" + run(path)
                + "\",\"seat\":\"maya\",\"lines\":[\"pass\"]}")).contains("\"isError\":true", "there is no run");
        assertThat(call(session, "resources/read", "{\"uri\":\"waggle://runs\"}")).doesNotContain(run(path));
        assertThat(call(session, "resources/read", "{\"uri\":\"waggle://runs/" + run(path) + "\"}"))
                .doesNotContain("Shard");

        Reply link = bed.post(seat + "/link", "", "X-Tenant", "acme");
        assertThat(link.status()).as(link.body()).isEqualTo(201);
        assertThat(bed.get(link.text("path"), "X-Tenant", "umbrella").text("seat")).as("a link needs no token")
                .isEqualTo("maya");
        assertThat(bed.post(link.text("path"), PASS).status()).isEqualTo(201);
    }

    /** Starts a solve; its path once it is suspended. */
    private String suspended(String... headers) throws Exception {
        Reply started = bed.post("/v1/solves", ORDER, headers);
        assertThat(started.status()).as(started.body()).isEqualTo(202);
        String path = started.response().headers().firstValue("Location").orElseThrow();
        assertThat(bed.followUntil(path + "/events", 0, message -> message.data().contains("seat:asked")))
                .isNotEmpty();
        return path;
    }

    private static String run(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private String session() throws Exception {
        Reply hello = bed.post("/mcp", HELLO, "Accept", "application/json, text/event-stream");
        assertThat(hello.status()).as(hello.body()).isEqualTo(200);
        String session = hello.response().headers().firstValue("Mcp-Session-Id").orElseThrow();
        assertThat(bed.post("/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "Accept",
                "application/json, text/event-stream", "Mcp-Session-Id", session).status()).isEqualTo(202);
        return session;
    }

    private String tool(String session, String name, String arguments) throws Exception {
        return post(session, request(name, arguments, 1));
    }

    private String call(String session, String method, String parameters) throws Exception {
        return post(session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + parameters
                + "}");
    }

    private String post(String session, String message) throws Exception {
        Reply reply = bed.post("/mcp", message, "Accept", "application/json, text/event-stream", "Mcp-Session-Id",
                session);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        Matcher data = Pattern.compile("(?m)^data: ?(.*)$").matcher(reply.body());
        return data.find() ? data.group(1) : reply.body();
    }

    private static String request(String tool, String arguments, int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }
}
