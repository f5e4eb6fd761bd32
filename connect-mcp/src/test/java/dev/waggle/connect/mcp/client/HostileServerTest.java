package dev.waggle.connect.mcp.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Child processes that do what no good server does. */
class HostileServerTest {

    private static final World WORLD = World.system(7);
    private static final JsonValue.Obj NOTHING = new JsonValue.Obj(Map.of());

    @Test
    void listsAllPagesAndLeavesOutWhatCannotBeUsed() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config("banner")), WORLD)) {
            assertThat(tools.tools()).extracting(tool -> tool.definition().name()).containsExactly("t0", "t1", "t2");
            assertThat(tools.leftOut()).hasSize(3)
                    .allSatisfy(line -> assertThat(line).contains("of \"scripted\": no JSON Schema"));
        }
    }

    @Test
    void aListThatGoesInACircleIsRefused() {
        assertThatThrownBy(() -> McpTools.connect(List.of(config("circle")), WORLD))
                .isInstanceOf(ToolServerException.class).hasMessageContaining("goes in a circle");
    }

    @Test
    @DisplayName("L7 the whitelist: a tool that the server lacks is an error that names what it has")
    void l7AWhitelistedToolMustBeThere() {
        assertThatThrownBy(() -> McpTools.connect(List.of(config().withTools("t1", "t9")), WORLD))
                .isInstanceOf(ToolServerException.class)
                .hasMessageContaining("the tool server \"scripted\" has no tool \"t9\"\nMaybe one of: t0, bad0, t1");
        assertThatThrownBy(() -> McpTools.connect(List.of(config().withTools("bad1")), WORLD))
                .hasMessageContaining("cannot be used: no JSON Schema");
    }

    @Test
    @DisplayName("L7 one failing server rolls back all, with its last words and without its secrets")
    void l7OneFailingServerRollsBackAll() {
        List<Long> before = children();

        assertThatThrownBy(() -> McpTools.connect(List.of(config(),
                McpServerConfig.of("broken", ChildPrograms.java(ScriptedServer.class, Map.of("API_TOKEN", "t-secret"),
                        "dies"))),
                WORLD)).isInstanceOf(ToolServerException.class)
                .hasMessageContaining("the tool server \"broken\" has ended with exit code 5")
                .hasMessageContaining("no such module: weather").message().doesNotContain("t-secret");
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> McpTools.connect(List.of(McpServerConfig.of("lost",
                McpServerConfig.Stdio.of("/no/such/program"))), WORLD)).isInstanceOf(ToolServerException.class)
                .hasMessageContaining("\"lost\" cannot be started").hasMessageContaining("/no/such/program");
    }

    @Test
    void aServerThatNeverShakesHandsMeetsTheTimeout() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        List<Long> before = children();
        CompletableFuture<
                McpTools> connecting = BackgroundCalls.later(() -> McpTools.connect(List.of(config("silent")), world));

        assertThatThrownBy(() -> BackgroundCalls.whileTimePasses(world, connecting))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ToolServerException.class)
                .hasMessageContaining("did not answer within 30000 ms");
        BackgroundCalls.until(HostileServerTest::children, before::equals);
    }

    @Test
    void aProgramThatIsNoServerIsGivenUp() {
        assertThatThrownBy(() -> McpTools.connect(List.of(config("garbage")), WORLD))
                .hasMessageContaining("lines that are no messages\nMaybe it is no MCP server")
                .hasMessageContaining("<html>this is a web page</html>");
    }

    @Test
    void processesThatIgnoreEveryRequestAndTheirChildrenDoNotOutliveClose() throws Exception {
        List<ProcessHandle> handles;
        try (McpTools tools = McpTools.connect(List.of(config("stubborn")), WORLD)) {
            handles = List.of(text(tools, "t1").split(" ", -1)).subList(0, 2).stream()
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow()).toList();
            assertThat(handles).allMatch(ProcessHandle::isAlive);
        }

        assertThat(handles).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    @DisplayName("L7 a timeout gives an error result with its duration, and the server is told")
    void l7ATimeoutEndsTheCallAndTheServerIsTold() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        try (McpTools tools = McpTools.connect(List.of(config()), world)) {
            CompletableFuture<ToolOutcome> call = BackgroundCalls
                    .later(() -> tool(tools, "t0").call(ChildPrograms.CALLER, NOTHING));

            assertThat(BackgroundCalls.whileTimePasses(world, call)).isEqualTo(new ToolOutcome.Failed(
                    "the tool server \"scripted\" did not answer within 30000 ms; whether it did what it was asked is"
                            + " not known"));
            assertThat(text(tools, "t1")).endsWith(" 1");
        }
    }

    @Test
    void anInterruptEndsTheWaitAndTheServerIsTold() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config()), WORLD)) {
            CompletableFuture<ToolOutcome> result = new CompletableFuture<>();
            Thread caller = Thread.ofVirtual().start(
                    () -> BackgroundCalls.run(() -> tool(tools, "t0").call(ChildPrograms.CALLER, NOTHING), result));
            BackgroundCalls.until(caller::getState, state -> state == Thread.State.TIMED_WAITING);
            caller.interrupt();

            assertThatThrownBy(result::join).hasCauseInstanceOf(InterruptedException.class);
            BackgroundCalls.until(() -> text(tools, "t1"), text -> text.endsWith(" 1"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "tools/list", "tools/call"})
    void aServerThatDiesInAPhaseIsNamedAndLeavesNoProcess(String phase) throws Exception {
        List<Long> before = children();
        McpServerConfig config = config("dies-in-" + phase);

        if (phase.equals("tools/call")) {
            try (McpTools tools = McpTools.connect(List.of(config), WORLD)) {
                assertThat(reason(tools)).contains("has ended with exit code 6", "is not known");
            }
        } else {
            assertThatThrownBy(() -> McpTools.connect(List.of(config), WORLD))
                    .hasMessageContaining("has ended with exit code 6")
                    .hasMessageContaining("the roof fell in during " + phase);
        }
        BackgroundCalls.until(HostileServerTest::children, before::equals);
    }

    @ParameterizedTest
    @CsvSource({"flood, 100000 notifications", "asks, 1000 "})
    void aFloodEndsTheConnectionAndTheProcess(String script, String reason) throws Exception {
        List<Long> before = children();
        try (McpTools tools = McpTools.connect(List.of(config(script)), WORLD)) {
            assertThat(reason(tools)).containsAnyOf("sent more than " + reason, "does not read what it is sent");
            BackgroundCalls.until(HostileServerTest::children, before::equals);
        }
    }

    @Test
    void noiseBesideAnAnswerDoesNotHurt() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config("stderr", "bytes")), WORLD)) {
            assertThat(text(tools, "t1")).isEqualTo("first");
            assertThat(text(tools, "t1")).isEqualTo("first");
        }
    }

    @Test
    void aMessageWithoutEndEndsTheConnectionNotTheProgram() throws Exception {
        try (McpTools tools = McpTools.connect(List.of(config("huge")), WORLD)) {
            assertThat(tool(tools, "t1").call(ChildPrograms.CALLER, NOTHING)).isInstanceOfSatisfying(
                    ToolOutcome.Failed.class,
                    failed -> assertThat(failed.reason()).contains("wrote a message of more"));
        }
    }

    @Test
    void aServerThatDiesWhenItIsStartedAgainIsLeftAloneForAWhile() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        try (McpTools tools = McpTools.connect(List.of(config("huge")), world)) {
            String first = reason(tools);
            String second = reason(tools);
            String third = reason(tools);
            world.advance(ToolServer.INITIAL_BACKOFF);
            String fourth = reason(tools);

            assertThat(List.of(first, second, fourth)).allMatch(reason -> reason.contains("wrote a message of more"));
            assertThat(third).contains("it is tried again in 1000 ms; it was not called");
        }
    }

    @Test
    void aConnectionOnWhichManyCallsWereNotAnsweredIsMadeAnew() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        try (McpTools tools = McpTools.connect(List.of(config()), world)) {
            String before = text(tools, "t1").split(" ", -1)[0];
            List<CompletableFuture<ToolOutcome>> calls = IntStream.range(0, McpConnection.MAX_UNANSWERED).mapToObj(
                    _ -> BackgroundCalls.later(() -> tool(tools, "t0").call(ChildPrograms.CALLER, NOTHING))).toList();
            calls.forEach(call -> BackgroundCalls.whileTimePasses(world, call));
            String after = text(tools, "t1").split(" ", -1)[0];

            assertThat(after).isNotEqualTo(before);
            assertThat(ProcessHandle.of(Long.parseLong(before))).isEmpty();
        }
    }

    @Test
    void noThreadOfAClosedConnectionIsLeft() throws Exception {
        Set<Thread> before = platformThreads();
        try (McpTools tools = McpTools.connect(List.of(config()), WORLD)) {
            assertThat(tools.tools()).isNotEmpty();
            assertThat(pipeThreads()).isNotEmpty();
        }

        BackgroundCalls.until(HostileServerTest::pipeThreads, List::isEmpty);
        assertThat(platformThreads()).isSubsetOf(before);
    }

    @Test
    void callsAfterCloseFail() throws Exception {
        Tool tool;
        try (McpTools tools = McpTools.connect(List.of(config()), WORLD)) {
            tool = tool(tools, "t1");
        }

        assertThat(tool.call(ChildPrograms.CALLER, NOTHING)).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                failed -> assertThat(failed.reason()).contains("is closed; it was not called"));
    }

    private static String reason(McpTools tools) throws InterruptedException {
        return ((ToolOutcome.Failed) tool(tools, "t1").call(ChildPrograms.CALLER, NOTHING)).reason();
    }

    private static McpServerConfig config(String... script) {
        return McpServerConfig.of("scripted", ChildPrograms.java(ScriptedServer.class, Map.of(), script))
                .withConnectTimeout(Duration.ofSeconds(30));
    }

    private static String text(McpTools tools, String name) throws InterruptedException {
        return ((ToolOutcome.Done) tool(tools, name).call(ChildPrograms.CALLER, NOTHING)).text();
    }

    private static Tool tool(McpTools tools, String name) throws InterruptedException {
        return tools.tools().stream().filter(tool -> tool.definition().name().equals(name)).findFirst().orElseThrow();
    }

    private static List<Long> children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).map(ProcessHandle::pid).toList();
    }

    /** Threads that would keep a program from ending. */
    private static Set<Thread> platformThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    private static List<String> pipeThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("mcp-")).toList();
    }
}
