package dev.waggle.connect.mcp.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that closes idle connections without a word costs one call: the next one uses nothing of before. */
class ForgottenConnectionTest {

    private static final JsonValue.Obj NOTHING = new JsonValue.Obj(Map.of());

    @Test
    void aReconnectionUsesNoConnectionOfBefore() throws Exception {
        try (ForgetfulServer server = new ForgetfulServer();
                McpTools tools = McpTools.connect(List.of(server.config()), World.system(7))) {
            Tool tool = tools.tools().getFirst();
            for (int round = 0; round < 3; round++) {
                assertThat(together(tool)).hasOnlyElementsOfType(ToolOutcome.Done.class);
                server.forget();

                assertThat(tool.call(ChildPrograms.CALLER, NOTHING)).isInstanceOf(ToolOutcome.Failed.class);
                assertThat(tool.call(ChildPrograms.CALLER, NOTHING)).isInstanceOf(ToolOutcome.Done.class);
            }
        }
    }

    /** Eight calls at the same time, over as many connections. */
    private static List<ToolOutcome> together(Tool tool) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ToolOutcome>> calls = IntStream.range(0, 8)
                    .mapToObj(_ -> threads.submit(() -> tool.call(ChildPrograms.CALLER, NOTHING))).toList();
            return calls.stream().map(call -> {
                try {
                    return call.get();
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }).toList();
        }
    }
}
