package dev.waggle.cli.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.Main;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.journal.cassette.CassetteFile;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle mcp} as a process, and the official client. */
@Timeout(120)
class McpProcessTest {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Path CASSETTE = ProjectFiles.at("examples/crossing.jsonl");
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    void theOfficialClientUsesItOverStdio() {
        String data = folder.resolve("data").toString();
        Queue<String> progress = new ConcurrentLinkedQueue<>();
        ServerParameters server = ServerParameters.builder(JAVA)
                .args(arguments("mcp", "--data", data, "--cassette", CASSETTE.toString())).build();

        try (McpSyncClient client = client(new StdioClientTransport(server, McpJsonDefaults.getMapper()), progress)) {
            useAll(client);
        }

        assertThat(progress).isNotEmpty().anyMatch(line -> line.contains("round 1: proposal of"));
        assertThat(CommandRun.of("log", "verify", data).code()).isZero();
        assertThat(CommandRun.of("log", "show", data, "--json").out()).contains("\"by\":\"mcp:official-client\"",
                "\"type\":\"run:closed\"");
    }

    @Test
    void theOfficialClientUsesItOverHttpUntilItIsStopped() throws Exception {
        String data = folder.resolve("data").toString();
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(arguments("mcp", "--http", "0", "--token-file", token.toString(), "--data", data, "--cassette",
                CASSETTE.toString()));
        Process server = new ProcessBuilder(command).start();
        try (BufferedReader said = server.errorReader(StandardCharsets.UTF_8)) {
            String url = said.readLine().replace("waggle: serving at ", "");
            assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/mcp");
            Queue<String> progress = new ConcurrentLinkedQueue<>();
            try (McpSyncClient client = client(HttpClientStreamableHttpTransport.builder(url.replace("/mcp", ""))
                    .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + TOKEN)).build(),
                    progress)) {
                useAll(client);
            }
            assertThat(progress).anyMatch(line -> line.contains("round 1: proposal of"));

            server.toHandle().destroy(); // Unlike Process.destroy, it leaves the streams open.
            server.waitFor();

            assertThat(server.inputReader(StandardCharsets.UTF_8).readLine()).isNull();
            assertThat(isFree(URI.create(url).getPort())).isTrue();
            assertThat(CommandRun.of("log", "verify", data).code()).isZero();
            assertThat(CommandRun.of("signals", "generate", "after:all", "--data", data).code()).isZero();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static void useAll(McpSyncClient client) {
        assertThat(client.initialize().serverInfo().name()).isEqualTo("waggle");
        assertThat(client.listTools().tools()).extracting(McpSchema.Tool::name).containsExactlyInAnyOrder("solve",
                "decide", "generate_signal", "signal_subscribe", "signal_unsubscribe", "signal_inbox",
                "list_seats", "answer_seat");
        McpSchema.CallToolResult decided = client.callTool(call("decide", Map.of("votes",
                List.of(Map.of("item", "q", "agent", "a", "answer", "x"),
                        Map.of("item", "q", "agent", "b", "answer", "x")))));
        assertThat(decided.isError()).isFalse();
        assertThat(decided.content().getFirst()).isEqualTo(McpSchema.TextContent.builder("Decided: x").build());
        assertThat(client.callTool(call("decide", Map.of("votes", 3))).isError()).isTrue();
        assertThat(client.callTool(call("generate_signal", Map.of("type", "build:done")))
                .isError()).isFalse();
        McpSchema.CallToolResult solved = client.callTool(McpSchema.CallToolRequest.builder("solve")
                .arguments(Map.of("question", SolveSource.of(CassetteFile.read(CASSETTE)).task().text()))
                .meta(Map.of("progressToken", "p")).build());
        assertThat(solved.isError()).as(solved.toString()).isFalse();
        String id = String.valueOf(((Map<?, ?>) solved.structuredContent()).get("solveId"));
        assertThat(client.listResources().resources()).extracting(McpSchema.Resource::uri)
                .containsExactly("waggle://runs");
        assertThat(client.listResourceTemplates().resourceTemplates()).hasSize(2);
        assertThat(text(client, "waggle://runs")).contains(id);
        assertThat(text(client, "waggle://runs/" + id)).contains("About fifteen minutes", "\"dissent\":[{");
        assertThat(text(client, "waggle://runs/" + id + "/log").lines()).hasSizeGreaterThan(20);
    }

    private static String text(McpSyncClient client, String uri) {
        return client.readResource(McpSchema.ReadResourceRequest.builder(uri).build()).contents()
                .getFirst() instanceof McpSchema.TextResourceContents contents ? contents.text() : "(no text)";
    }

    private static McpSchema.CallToolRequest call(String tool, Map<String, Object> arguments) {
        return McpSchema.CallToolRequest.builder(tool).arguments(arguments).build();
    }

    private static McpSyncClient client(McpClientTransport transport, Queue<String> progress) {
        return McpClient.sync(transport).clientInfo(McpSchema.Implementation.builder("Official Client", "1").build())
                .initializationTimeout(Duration.ofSeconds(60)).requestTimeout(Duration.ofSeconds(60))
                .progressConsumer(told -> progress.add(told.progressToken() + " " + told.message())).build();
    }

    private static List<String> arguments(String... args) {
        List<String> all = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Main.class.getName()));
        all.addAll(List.of(args));
        return all;
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort() == port;
        }
    }
}
