package dev.waggle.lab.convention;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.mcp.client.McpServerConfig;
import dev.waggle.connect.mcp.client.McpTools;
import dev.waggle.connect.mcp.client.ToolServerException;
import dev.waggle.connect.mcp.server.HttpEndpoint;
import dev.waggle.connect.mcp.server.McpServerDefinition;
import dev.waggle.connect.mcp.server.McpServerHandle;
import dev.waggle.connect.mcp.server.ResourceProvider;
import dev.waggle.connect.web.WebFetch;
import dev.waggle.connect.web.WebPolicy;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;

/** First act of a fresh program, named by its argument; prints what came of it. It needs no network but the loopback. */
final class StartProbe {

    private static final String TOKEN = "0123456789abcdef";

    private StartProbe() {}

    public static void main(String... args) throws Exception {
        String done = switch (args[0]) {
            case "schema" -> String.valueOf(JsonSchemas.accepts(JsonSchemas.names().getFirst(), JsonValue.of(1)));
            case "model" -> model();
            case "web" -> web();
            case "server" -> server();
            case "client" -> client();
            case "nothing prepared" -> slf4j();
            default -> throw new IllegalArgumentException("no probe " + args[0]);
        };
        System.out.println(args[0] + ": " + done);
    }

    /** Calls a model of a provider that knows none. */
    private static String model() throws Exception {
        HttpServer provider = serverOfNothing();
        try (ModelCatalog catalog = ModelCatalog.of(
                Map.of("OLLAMA_HOST", "127.0.0.1:" + provider.getAddress().getPort()))) {
            return catalog.harness("ollama:small").run(HarnessInput.of(List.of(Message.user("hello"))),
                    RunContext.of(RunContext.Caller.of("ann", 0), World.system(), _ -> {})).content();
        } catch (HarnessException failed) {
            return failed.failure().kind().wireName();
        } finally {
            provider.stop(0);
        }
    }

    private static String web() throws InterruptedException {
        return String.valueOf(new WebFetch(WebPolicy.defaults(), World.system()).call(new ToolCaller("ann", 0),
                JsonValue.of(Map.of("url", JsonValue.of("http://127.0.0.1/")))));
    }

    /** Serves no tool to one client, which sends a message that is none. */
    private static String server() throws Exception {
        McpServerDefinition served = new McpServerDefinition("probe", "1", "", ToolRegistry.of(List.of()), List.of(),
                ResourceProvider.none());
        try (McpServerHandle server = McpServerHandle.http(served, HttpEndpoint.local(0, TOKEN), World.system());
                HttpClient client = HttpClient.newHttpClient()) {
            URI url = URI.create("http://127.0.0.1:" + server.port().orElseThrow() + "/mcp");
            return String.valueOf(client.send(HttpRequest.newBuilder(url)
                    .header("Authorization", "Bearer " + TOKEN).POST(BodyPublishers.ofString("{}")).build(),
                    BodyHandlers.ofString()).statusCode());
        }
    }

    /** Connects to a server of tools that is none. */
    private static String client() throws Exception {
        HttpServer nothing = serverOfNothing();
        URI url = URI.create("http://127.0.0.1:" + nothing.getAddress().getPort() + "/mcp");
        McpServerConfig config = McpServerConfig.of("probe", new McpServerConfig.Http(url, Map.of()));
        try (McpTools tools = McpTools.connect(List.of(config), World.system())) {
            return "connected " + tools.leftOut();
        } catch (ToolServerException refused) {
            return "refused";
        } finally {
            nothing.stop(0);
        }
    }

    private static HttpServer serverOfNothing() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String slf4j() throws ReflectiveOperationException {
        Object logger = Class.forName("org.slf4j.LoggerFactory").getMethod("getLogger", String.class)
                .invoke(null, "probe");
        return logger.getClass().getSimpleName();
    }
}
