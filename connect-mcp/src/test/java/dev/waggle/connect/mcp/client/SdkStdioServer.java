package dev.waggle.connect.mcp.client;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;

/** The SDK's server on standard input and output: {@code weather}, {@code environment}, {@code grow}, {@code die}. */
final class SdkStdioServer {

    private SdkStdioServer() {}

    public static void main(String[] args) throws InterruptedException {
        McpSyncServer[] self = new McpSyncServer[1];
        self[0] = McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("test", "1").capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
                .tools(List.of(
                        TestTools.tool("weather", arguments -> TestTools.text("sun in " + arguments.get("city"))),
                        TestTools.tool("environment", _ -> environment()),
                        TestTools.tool("grow", _ -> {
                            self[0].addTool(TestTools.tool("grown", _ -> TestTools.text("new")));
                            self[0].removeTool("weather");
                            return TestTools.text("done");
                        }),
                        TestTools.tool("die", _ -> {
                            System.err.println("dying of " + System.getenv("API_TOKEN"));
                            Runtime.getRuntime().halt(3);
                            return TestTools.text("never");
                        })))
                .build();
        new CountDownLatch(1).await();
    }

    private static McpSchema.CallToolResult environment() {
        Map<String, Object> all = new TreeMap<>(System.getenv());
        return McpSchema.CallToolResult.builder(List.of()).structuredContent(all).build();
    }
}
