package dev.waggle.server;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.connect.mcp.server.McpServerDefinition;
import dev.waggle.connect.mcp.server.ResourceProvider;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tools that nobody asked for are not opened. */
class McpMountTest {

    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"test","version":"1"}}}""";
    private static final Map<String, String> HEADERS = Map.of("Content-Type", "application/json", "Accept",
            "application/json, text/event-stream");

    private final AtomicInteger asked = new AtomicInteger();
    private Optional<McpServerDefinition> tools = Optional.of(new McpServerDefinition("test", "1", "",
            ToolRegistry.of(List.of(Tool.of("echo", "Echoes.", Map.of(), _ -> "done"))), List.of(),
            ResourceProvider.none()));
    private final List<String> audited = new CopyOnWriteArrayList<>();
    private final AccessGate gate = (head, _) -> new AccessGate.Admission(CallerIdentity.owner(), Map.of(),
            (status, _) -> audited.add(head.operation() + " " + status), () -> {
            });
    private final McpMount mount = new McpMount(() -> {
        asked.incrementAndGet();
        return tools;
    }, new McpAdmission(gate), World.system());
    private final ServerListener listener = ServerListener.open(Place.local(), List.of(), gate, new RequestCounter(),
            Optional.of(mount), World.system());
    private final ApiClient client = new ApiClient(listener.port());

    @AfterEach
    void close() {
        try (listener; mount; client) {
            // In the reverse order.
        }
    }

    @Test
    void theFirstRequestForToolsOpensThem() throws Exception {
        assertThat(client.get("/v1/health/live").status()).isEqualTo(404);
        assertThat(asked).hasValue(0);

        for (int i = 0; i < 3; i++) {
            assertThat(initialize()).isEqualTo(200);
        }

        assertThat(asked).hasValue(1);
    }

    @Test
    void eachCallOfAToolIsAudited() throws Exception {
        String session = client.send("POST", "/mcp", HEADERS, BodyPublishers.ofString(INITIALIZE)).headers()
                .firstValue("Mcp-Session-Id").orElseThrow();
        assertThat(audited).as("a session changes nothing").isEmpty();

        Map<String, String> headers = new HashMap<>(HEADERS);
        headers.put("Mcp-Session-Id", session);
        assertThat(client.send("POST", "/mcp", headers, BodyPublishers.ofString("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}""")).status())
                .isEqualTo(200);

        assertThat(audited).containsExactly("callTool 200");
    }

    @Test
    void aServerWithoutToolsHasNothingThere() throws Exception {
        tools = Optional.empty();

        assertThat(initialize()).isEqualTo(404);
        assertThat(initialize()).isEqualTo(404);
        assertThat(asked).hasValue(1);
    }

    @Test
    void closedToolsAreNotOpened() throws Exception {
        mount.close();

        assertThat(initialize()).isEqualTo(404);
        assertThat(asked).hasValue(0);
    }

    private int initialize() throws Exception {
        return client.send("POST", "/mcp", HEADERS, BodyPublishers.ofString(INITIALIZE)).status();
    }
}
