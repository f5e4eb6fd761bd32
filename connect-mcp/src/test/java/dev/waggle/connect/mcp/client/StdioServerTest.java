package dev.waggle.connect.mcp.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The SDK's server as a child process. */
class StdioServerTest {

    private static final World WORLD = World.system(7);

    @Test
    @DisplayName("L7 the whitelist applies, unknown tools give error results, and calls run side by side")
    void l7CallsToolsOfAChild() throws Exception {
        McpServerConfig config = config(Map.of()).withTools("weather", "environment");
        try (McpTools tools = McpTools.connect(List.of(config), WORLD)) {
            ToolRegistry registry = ToolRegistry.of(tools.tools());

            assertThat(registry.definitions()).extracting(definition -> definition.name())
                    .containsExactlyInAnyOrder("weather", "environment");
            assertThat(registry.call("weather", ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isEqualTo(new ToolOutcome.Done("sun in Bonn", JsonValue.ofNull()));
            assertThat(registry.call("die", ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isInstanceOf(ToolOutcome.Failed.class);
            List<CompletableFuture<ToolOutcome>> calls = IntStream.range(0, 50)
                    .mapToObj(i -> BackgroundCalls.later(() -> registry
                            .call("weather", ChildPrograms.CALLER,
                                    new JsonValue.Obj(Map.of("city", JsonValue.of("c" + i))))))
                    .toList();
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).join()).isEqualTo(new ToolOutcome.Done("sun in c" + i, JsonValue.ofNull()));
            }
        }
    }

    @Test
    void aChildGetsWhatIsWrittenDownForItAndNoKeyOfOurs() throws Exception {
        Map<String, String> ours = Map.of("PATH", System.getenv().getOrDefault("PATH", ""), "HOME", "/tmp",
                "OPENAI_API_KEY", "sk-ours", "AWS_SECRET_ACCESS_KEY", "ours too");
        try (McpTools tools = McpTools.connect(List.of(config(Map.of("API_TOKEN", "t-1"))), WORLD, ours)) {
            ToolOutcome outcome = tool(tools, "environment").call(ChildPrograms.CALLER, ChildPrograms.BONN);

            assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class, done -> assertThat(
                    ((JsonValue.Obj) done.details()).fields()).containsEntry("API_TOKEN", JsonValue.of("t-1"))
                    .containsEntry("HOME", JsonValue.of("/tmp"))
                    .doesNotContainKeys("OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY"));
        }
    }

    @Test
    void aServerThatEchoesItsSecretsGivesThemToNoModel() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config(Map.of("API_TOKEN", "t0ken-0123456789"))), WORLD)) {
            ToolOutcome outcome = tool(tools, "environment").call(ChildPrograms.CALLER, ChildPrograms.BONN);

            assertThat(outcome).asString().contains("API_TOKEN", "(key)").doesNotContain("t0ken-");
        }
    }

    @Test
    void aServerThatDiesGivesFailedOutcomesAndIsStartedAgainAtTheNextCall() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config(Map.of("API_TOKEN", "t-secret"))), WORLD)) {
            ToolOutcome died = tool(tools, "die").call(ChildPrograms.CALLER, ChildPrograms.BONN);
            ToolOutcome after = tool(tools, "weather").call(ChildPrograms.CALLER, ChildPrograms.BONN);

            assertThat(died).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                    failed -> assertThat(failed.reason())
                            .contains("the tool server \"test\"", "exit code 3", "is not known")
                            .doesNotContain("t-secret"));
            assertThat(after).isInstanceOf(ToolOutcome.Done.class);
        }
    }

    @Test
    void toolsThatChangeAreListedAgainAndOneThatIsGoneFails() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config(Map.of())), WORLD)) {
            Tool weather = tool(tools, "weather");
            assertThat(tool(tools, "grow").call(ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isInstanceOf(ToolOutcome.Done.class);
            List<String> names = BackgroundCalls.until(() -> names(tools),
                    now -> now.contains("grown") && !now.contains("weather"));

            assertThat(names).containsExactlyInAnyOrder("environment", "grow", "die", "grown");
            assertThat(weather.call(ChildPrograms.CALLER, ChildPrograms.BONN)).isInstanceOfSatisfying(
                    ToolOutcome.Failed.class,
                    failed -> assertThat(failed.reason()).contains("has no tool \"weather\" any more", "grown"));
        }
    }

    private static McpServerConfig config(Map<String, String> env) {
        return McpServerConfig.of("test", ChildPrograms.java(SdkStdioServer.class, env));
    }

    private static List<String> names(McpTools tools) throws InterruptedException {
        return tools.tools().stream().map(tool -> tool.definition().name()).toList();
    }

    private static Tool tool(McpTools tools, String name) throws InterruptedException {
        return tools.tools().stream().filter(tool -> tool.definition().name().equals(name)).findFirst().orElseThrow();
    }
}
