package dev.waggle.cli.serve;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** People who answer later through a client of the Model Context Protocol. */
@Timeout(60)
class SeatToolsTest {

    private static final String HELLO = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"pipe","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;
    private static final Pattern RUN = Pattern.compile("solve_[0-9a-z]+");

    @TempDir
    private Path folder;

    @Test
    void aClientListsRequestsAndAnswersOnce() {
        String data = folder.resolve("data").toString();
        Matcher run = RUN.matcher(CommandRun.of("solve", "Shard?", "--seat-later", "maya||engineer|3d", "--data", data)
                .out());
        assertThat(run.find()).isTrue();
        String seat = "\"run\":\"" + run.group() + "\",\"seat\":\"maya\"";

        assertThat(call("list_seats", "{}", data)).contains("\"question\":\"Shard?\"", "\"seat\":\"maya\"",
                "\"forms\":[");
        assertThat(call("answer_seat", "{" + seat + ",\"lines\":[\"sing\"]}", data)).contains("\"isError\":true",
                "line 1: ", "is no act");
        assertThat(call("answer_seat", "{" + seat + ",\"lines\":[\"pass\"],\"turn\":2}", data))
                .contains("\"isError\":true", "is asked for turn 1, got 2");
        assertThat(call("answer_seat", "{" + seat + ",\"lines\":[\"pass\"]}", data)).contains("\"isError\":false",
                "\"by\":\"mcp:pipe\"");
        assertThat(call("answer_seat", "{" + seat + ",\"lines\":[\"pass\"]}", data)).contains("\"isError\":true",
                "has its answer already");
        assertThat(call("list_seats", "{\"run\":\"" + run.group() + "\"}", data)).contains("\"requests\":[]");
        assertThat(call("list_seats", "{\"run\":\"solve_0\"}", data)).contains("there is no run");
        assertThat(CommandRun.of("resume", run.group(), "--data", data).code()).isIn(0, 3);
    }

    private static String call(String tool, String arguments, String data) {
        CommandRun run = CommandRun.fed(HELLO + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}}\n", "mcp", "--data", data);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out();
    }
}
