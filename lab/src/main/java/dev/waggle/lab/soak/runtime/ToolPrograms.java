package dev.waggle.lab.soak.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.connect.mcp.client.McpServerConfig;
import dev.waggle.connect.mcp.client.McpTools;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;

/** Tool servers that are programs. Each is called, some die in a call and are started again, and all are ended. */
final class ToolPrograms implements SoakWork {

    /** A program costs a second of a processor, which the other work needs too. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "programs";
    }

    @Override
    public void round(RandomGenerator random) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        McpServerConfig config = McpServerConfig.of("program",
                McpServerConfig.Stdio.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-cp",
                        System.getProperty("java.class.path"), EchoTools.class.getName()));
        try (McpTools client = McpTools.connect(List.of(config), World.system())) {
            ToolRegistry tools = ToolRegistry.of(client.tools());
            McpClients.requireEcho(tools, random);
            if (random.nextBoolean()) {
                ToolOutcome died = tools.call("die", new ToolCaller("soak", 1), JsonValue.of(Map.of()));
                SoakFailureException.unless(died instanceof ToolOutcome.Failed, () -> "a dead program said " + died);
                McpClients.requireEcho(tools, random);
            }
        }
        Thread.sleep(PAUSE);
    }
}
