package dev.waggle.lab.soak.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import dev.waggle.connect.mcp.client.McpServerConfig;
import dev.waggle.connect.mcp.client.McpTools;
import dev.waggle.connect.mcp.server.HttpEndpoint;
import dev.waggle.connect.mcp.server.McpServerHandle;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;

/**
 * Clients of one MCP server over HTTP. Some are good, some vanish without DELETE or in the middle of a call, and some
 * send garbage. Now and then one talks to a server on streams.
 */
final class McpClients implements SoakWork {

    /** Vanished clients fill the places soon, so that others have to be evicted. */
    private static final int SESSIONS = 32;
    private static final int CALLS = 5;
    private static final int GARBAGE = 2_000;
    private static final ToolCaller CALLER = new ToolCaller("soak", 1);
    private static final long WAIT_SECONDS = 60;

    /** Lives as long as the soak. */
    private final McpServerHandle server = McpServerHandle.http(EchoTools.served(),
            HttpEndpoint.local(0, RoughClient.TOKEN)
                    .withSessions(new HttpEndpoint.SessionLimits(SESSIONS, Duration.ZERO)),
            World.system());
    private final int port = server.port().orElseThrow();

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public void round(RandomGenerator random) throws Exception {
        switch (random.nextInt(6)) {
            case 0 -> good(random);
            case 1 -> vanish(random);
            case 2 -> vanishInCall();
            case 3 -> cancel();
            case 4 -> garbage(random);
            default -> streams(random);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    /** Lists, calls, fails, and ends its session. */
    private void good(RandomGenerator random) throws Exception {
        McpServerConfig config = McpServerConfig.of("echo",
                new McpServerConfig.Http(URI.create("http://127.0.0.1:" + port + "/mcp"),
                        Map.of("Authorization", "Bearer " + RoughClient.TOKEN)));
        try (McpTools client = McpTools.connect(List.of(config), World.system())) {
            ToolRegistry tools = ToolRegistry.of(client.tools());
            SoakFailureException.unless(tools.definitions().size() == 3,
                    () -> "the server lists " + tools.definitions());
            requireEcho(tools, random);
            ToolOutcome refused = tools.call("refuse", CALLER, JsonValue.of(Map.of()));
            SoakFailureException.unless(refused instanceof ToolOutcome.Failed, () -> "refuse was " + refused);
        }
    }

    static void requireEcho(ToolRegistry tools, RandomGenerator random) throws InterruptedException {
        for (int i = 0; i < CALLS; i++) {
            String text = "number " + random.nextInt();
            ToolOutcome outcome = tools.call("echo", CALLER, JsonValue.of(Map.of("text", JsonValue.of(text))));
            SoakFailureException.unless(
                    outcome instanceof ToolOutcome.Done done && done.text().contains("echo " + text),
                    () -> "echo of \"" + text + "\" was " + outcome);
        }
    }

    private void vanish(RandomGenerator random) throws IOException {
        RoughClient client = new RoughClient(port);
        client.initialize();
        int number = random.nextInt();
        String answer = client.call(1, "echo", "{\"text\":\"" + number + "\"}");
        SoakFailureException.unless(answer.contains("echo " + number), () -> "echo was answered by " + answer);
    }

    private void vanishInCall() throws IOException {
        RoughClient client = new RoughClient(port);
        client.initialize();
        client.callAndVanish(1, "wait", "{}");
        client.delete(); // Another connection ends the session, and the call with it.
    }

    private void cancel() throws Exception {
        RoughClient client = new RoughClient(port);
        client.initialize();
        FutureTask<String> call = new FutureTask<>(() -> client.call(7, "wait", "{}"));
        Thread _ = Thread.ofVirtual().name("soak caller").start(call);
        while (!call.isDone()) { // The call may come after its cancellation.
            client.cancel(7);
            Thread.sleep(1);
        }
        String answer = call.get(WAIT_SECONDS, TimeUnit.SECONDS);
        SoakFailureException.unless(!answer.contains("\"id\":7"), () -> "a cancelled call was answered by " + answer);
        client.delete();
    }

    private void garbage(RandomGenerator random) throws IOException {
        byte[] bytes = new byte[1 + random.nextInt(GARBAGE)];
        random.nextBytes(bytes);
        RoughClient client = new RoughClient(port);
        client.sendGarbage(bytes);
        client.sendGarbage("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le".getBytes(StandardCharsets.UTF_8));
        client.initialize();
        RoughClient.require(400, client.postRaw(bytes));
        RoughClient.require(400, client.postRaw("{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.UTF_8)));
        String unknown = client.call(2, "no-such-tool", "[]");
        SoakFailureException.unless(unknown.contains("\"error\""), () -> "an unknown tool was answered by " + unknown);
        client.delete();
    }

    /** A client on streams that sends garbage between its messages. */
    private static void streams(RandomGenerator random) throws Exception {
        int number = random.nextInt();
        String messages = """
                {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                "capabilities":{},"clientInfo":{"name":"pipe","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"%d"}}}
                """.formatted(number);
        TextCollector out = new TextCollector();
        InputStream in = new ByteArrayInputStream(messages.getBytes(StandardCharsets.UTF_8));
        try (McpServerHandle serving = McpServerHandle.stdio(EchoTools.served(), in, out, World.system())) {
            serving.awaitEnd();
        }
        SoakFailureException.unless(out.text().contains("echo " + number) && out.text().contains("-32700"),
                () -> "a server on streams answered " + out.text());
    }
}
