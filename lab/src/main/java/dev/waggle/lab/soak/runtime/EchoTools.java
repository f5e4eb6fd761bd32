package dev.waggle.lab.soak.runtime;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import dev.waggle.connect.mcp.server.ClientCall;
import dev.waggle.connect.mcp.server.LongRunningTool;
import dev.waggle.connect.mcp.server.McpServerDefinition;
import dev.waggle.connect.mcp.server.McpServerHandle;
import dev.waggle.connect.mcp.server.ResourceProvider;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;

/**
 * Tools of the servers of the soak: {@code echo} answers its text, {@code refuse} fails, {@code wait} waits until its
 * caller takes the call back. As a program it serves them on its standard streams, with {@code die}, which ends it.
 */
final class EchoTools {

    private EchoTools() {}

    public static void main(String... args) throws InterruptedException {
        Tool die = Tool.of("die", "Ends the program.", Map.of(), _ -> {
            Runtime.getRuntime().halt(3);
            return "";
        });
        McpServerHandle serving = McpServerHandle.stdio(served(List.of(echo(), refuse(), die)), System.in, System.out,
                World.system());
        serving.awaitEnd();
        serving.close();
    }

    static McpServerDefinition served() {
        return served(List.of(echo(), refuse()));
    }

    private static McpServerDefinition served(List<Tool> tools) {
        return new McpServerDefinition("echo", "1", "", ToolRegistry.of(tools), List.of(new WaitTool()),
                ResourceProvider.none());
    }

    private static Tool echo() {
        return Tool.of("echo", "Answers its text.", Map.of("text", "the text"), input -> "echo " + input.get("text"));
    }

    private static Tool refuse() {
        return Tool.of("refuse", "Fails.", Map.of(), _ -> {
            throw new IllegalArgumentException("not today");
        });
    }

    private static final class WaitTool implements LongRunningTool {

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("wait", "Waits until the call is taken back.",
                    new JsonValue.Obj(Map.of("type", JsonValue.of("object"))));
        }

        @Override
        public ToolOutcome call(ClientCall call, JsonValue input) throws InterruptedException {
            call.progress().report(1, "waiting");
            new CountDownLatch(1).await();
            return new ToolOutcome.Failed("the wait ended");
        }
    }
}
