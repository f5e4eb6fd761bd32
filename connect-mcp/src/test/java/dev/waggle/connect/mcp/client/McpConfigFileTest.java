package dev.waggle.connect.mcp.client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class McpConfigFileTest {

    private static final Map<String, String> ENV = Map.of("SEARCH_KEY", "sk-123456", "MODE", "read");

    @Test
    void readsProgramsAndServersInTheirOrder() {
        List<McpServerConfig> configs = McpConfigFile.parse("""
                {"mcpServers": {
                  "files": {"command": "files-server", "args": ["/data", "-v"], "env": {"MODE": "${MODE}-only"},
                            "cwd": "/data", "tools": ["read_file"], "timeoutMs": 5000, "connectTimeoutMs": 1000},
                  "search": {"type": "http", "url": "https://tools.example/mcp?a=1",
                             "headers": {"Authorization": "Bearer ${SEARCH_KEY}"}}}}
                """, ENV);

        assertThat(configs).containsExactly(
                McpServerConfig.of("files", new McpServerConfig.Stdio("files-server", List.of("/data", "-v"),
                        Map.of("MODE", "read-only"), Path.of("/data"))).withTools("read_file")
                        .withCallTimeout(Duration.ofSeconds(5)).withConnectTimeout(Duration.ofSeconds(1)),
                McpServerConfig.of("search", new McpServerConfig.Http(URI.create("https://tools.example/mcp?a=1"),
                        Map.of("Authorization", "Bearer sk-123456"))));
        assertThat(configs.getLast().callTimeout()).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"mcpServer\": {}}                                              | Maybe mcpServers.",
        "{}                                                               | mcpServers is missing",
        "[]                                                               | the file must be an object",
        "{\"mcpServers\": {\"a\": {\"comand\": \"x\"}}}                   | Maybe command.",
        "{\"mcpServers\": {\"a\": {\"whatever\": \"x\"}}}                 | Maybe one of command, args",
        "{\"mcpServers\": {\"a\": {}}}                                    | mcpServers.a.command is missing, and url too",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"url\": \"http://h\"}}} | mcpServers.a.command and url are both present",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"headers\": {}}}} | headers goes with url only",
        "{\"mcpServers\": {\"a\": {\"url\": \"http://h\", \"cwd\": \"/\"}}} | cwd goes with command only",
        "{\"mcpServers\": {\"a\": {\"url\": \"ftp://h\"}}}                | must begin with http:// or https://",
        "{\"mcpServers\": {\"a\": {\"url\": \"http://u:p@h/\"}}}          | Maybe the key belongs into the headers",
        "{\"mcpServers\": {\"a\": {\"command\": \" \"}}} | command must be a text that is not blank",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [1]}}}   | mcpServers.a.args[0] must be a text, got 1",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"timeoutMs\": 0}}} | from 1 to 86400000, got 0",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"timeoutMs\": 1.5}}} | got 1.5",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"timeoutMs\": 86400001}}} | from 1 to 86400000, got 86400001",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"cwd\": null}}} | cwd must be a text, got null",
        "{\"mcpServers\": {\"a\\u001b\": {\"command\": 1}}} | mcpServers.a\\u001b.command must be a text, got 1",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"type\": \"sse\"}}} | type must be stdio",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"K\": \"${NOPE}\"}}}} | needs the variable NOPE",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"K\": \"${MODE\"}}}} | without the name",
        "{\"mcpServers\": {\"a\": {}, \"a\": {}}} | at character 29, or has a name twice",
    })
    void saysWhatIsWrongAndWhatWouldDo(String text, String message) {
        assertThatThrownBy(() -> McpConfigFile.parse(text, ENV)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void noMessageHoldsAValueOfTheEnvironmentOrAHeader() {
        for (String text : List.of(
                "{\"mcpServers\": {\"a\": {\"url\": \"http://h\", \"headers\": {\"X\": \"sk-secret\\u00e9\"}}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"http://h\", \"headers\": {\"X Y\": \"sk-secret\"}}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"http://h\", \"headers\": {\"X\": [\"sk-secret\"]}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A=B\": \"sk-secret\"}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": secret}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": \"sk-secret${\"}}}}")) {
            assertThatThrownBy(() -> McpConfigFile.parse(text, ENV)).isInstanceOf(IllegalArgumentException.class)
                    .message().doesNotContain("secret");
        }
    }

    @Test
    void noToStringHoldsASecret() {
        var stdio = McpServerConfig.of("a", new McpServerConfig.Stdio("x", List.of("--key=sk-1"),
                Map.of("KEY", "sk-2"), null));
        var http = McpServerConfig.of("b", new McpServerConfig.Http(URI.create("https://h/mcp?key=sk-3"),
                Map.of("Authorization", "Bearer sk-4")));

        assertThat(stdio.toString()).contains("KEY").doesNotContain("sk-");
        assertThat(http.toString()).contains("Authorization", "https://h/mcp").doesNotContain("sk-");
    }

    @Test
    void headersOfTheProtocolCannotBeSet() {
        assertThatThrownBy(() -> new McpServerConfig.Http(URI.create("http://h/"), Map.of("Host", "x")))
                .hasMessageContaining("\"Host\" cannot be a header");
    }
}
