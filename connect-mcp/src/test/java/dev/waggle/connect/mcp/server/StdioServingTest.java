package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A server on streams that receives exactly the lines that a client may send, and lines that it may not. */
@Timeout(20)
class StdioServingTest {

    private static final String CANCEL = """
            {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}""";

    private final TestHost host = new TestHost();

    @Test
    void saysWhoItIsAndWhatItCan() throws Exception {
        try (StreamClient pipe = new StreamClient(host)) {
            pipe.send(StreamClient.INITIALIZE);

            assertThat(pipe.receive()).contains("\"protocolVersion\":\"2025-06-18\"", "\"name\":\"house\"",
                    "Knock first.", "\"tools\":", "\"resources\":");
        }
    }

    @Test
    void callsAToolForTheClientByItsName() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(1, "echo", "{\"x\":[1,0.5,null,true,\"é\"]}"));

            assertThat(pipe.receive()).contains("\"id\":1", "heard by mcp:pipe-client", "\"isError\":false",
                    "\"structuredContent\":{\"x\":[1,0.5,null,true,\"é\"]}");
            assertThat(host.log).containsExactly("mcp:pipe-client/0");
        }
    }

    @Test
    void whatAToolRefusesIsAnErrorOfTheTool() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(1, "refuse", "{}"));
            pipe.send(StreamClient.call("\"two\"", "break", "{}"));

            assertThat(List.of(pipe.receive(), pipe.receive()))
                    .anySatisfy(answer -> assertThat(answer).contains("\"id\":1", "Maybe tomorrow", "\"isError\":true"))
                    .anySatisfy(answer -> assertThat(answer).contains("\"id\":\"two\"", "by a fault of the server",
                            "\"isError\":true"));
        }
    }

    @Test
    void anUnknownToolIsAnErrorOfTheProtocol() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(1, "dance", "{}"));

            assertThat(pipe.receive()).contains("\"id\":1", "\"error\":", "-32602");
        }
    }

    @Test
    void aCallThatIsTakenBackIsInterruptedAndNotAnswered() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(7, "wait", "{}"));
            host.waiting.acquire();

            pipe.send(CANCEL.formatted("\"7\"")); // A text is not the number.
            pipe.send(CANCEL.formatted("8"));
            pipe.send(CANCEL.formatted("7"));
            host.stopped.await();
            pipe.send(StreamClient.call(9, "echo", "{}"));

            assertThat(pipe.receive()).contains("\"id\":9");
            assertThat(host.log).containsExactly("interrupted", "mcp:pipe-client/0");
        }
    }

    @Test
    void theTraceContextOfACallReachesTheTool() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            host.goOn.release(2);
            pipe.send(traced("{\"traceparent\":\"00-ab-cd-01\",\"tracestate\":\"vendor=1\",\"baggage\":\"user=7\"}"));
            assertThat(pipe.receive()).contains("\"id\":1", "done");
            pipe.send(traced("{\"traceparent\":7,\"tracestate\":\"" + "x".repeat(513) + "\"}"));
            assertThat(pipe.receive()).contains("\"id\":1", "done");

            assertThat(host.log).containsExactly("trace {traceparent=00-ab-cd-01, tracestate=vendor=1}");
        }
    }

    private static String traced(String meta) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\","
                + "\"arguments\":{},\"_meta\":" + meta + "}}";
    }

    @Test
    void tellsProgressWhenItIsAskedTo() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            host.goOn.release();
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\","
                    + "\"arguments\":{},\"_meta\":{\"progressToken\":\"tok\"}}}");

            assertThat(pipe.receive()).contains("notifications/progress", "\"tok\"", "waiting", "\"progress\":1.0");
            assertThat(pipe.receive()).contains("notifications/progress", "\"tok\"", "waited", "\"progress\":2.0");
            assertThat(pipe.receive()).contains("\"id\":1", "done");
        }
    }

    @Test
    void refusesMoreCallsThanItTakesAndGoesOnWhenOneEnds() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            for (int id = 1; id <= CallRegistry.MAX_RUNNING; id++) {
                pipe.send(StreamClient.call(id, "wait", "{}"));
            }
            host.waiting.acquire(CallRegistry.MAX_RUNNING);
            pipe.send(StreamClient.call(100, "echo", "{}"));
            assertThat(pipe.receive()).contains("\"id\":100", "16 calls are running already", "\"isError\":true");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":101,\"method\":\"resources/read\","
                    + "\"params\":{\"uri\":\"house://rooms\"}}");
            assertThat(pipe.receive()).contains("\"id\":101", "16 calls are running already", "\"error\"");

            host.goOn.release();
            assertThat(pipe.receive()).contains("done");
            pipe.send(StreamClient.call(102, "echo", "{}"));

            assertThat(pipe.receive()).contains("\"id\":102", "heard by");
        }
    }

    @Test
    void aRequestIdThatIsInUseIsRefused() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(5, "wait", "{}"));
            host.waiting.acquire();
            pipe.send(StreamClient.call(5, "echo", "{}"));

            assertThat(pipe.receive()).contains("the request id 5 is in use");
            host.goOn.release();
            assertThat(pipe.receive()).contains("done");
        }
    }

    @Test
    void whatIsNoMessageIsAnsweredAndTheNextOneHeard() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            for (String bad : List.of("{\"jsonrpc\":", "hello", "[" + StreamClient.call(1, "echo", "{}") + "]", "42",
                    "{}",
                    "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000))) {
                pipe.send(bad);
                assertThat(pipe.receive()).as(bad.substring(0, Math.min(bad.length(), 40))).contains("\"id\":null",
                        "\"error\":{\"code\":-32");
            }
            pipe.sendRaw(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}', '\n'});
            assertThat(pipe.receive()).contains("UTF-8");
            pipe.send("\r\n\n");
            pipe.send(StreamClient.call(2, "echo", "{}"));

            assertThat(pipe.receive()).contains("\"id\":2", "heard by");
        }
    }

    @Test
    void aLineThatIsTooLongIsReadPast() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            String full = StreamClient.call(1, "echo", "{\"x\":\"" + "y".repeat(MessageParser.MAX_BYTES - 200) + "\"}");
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    pipe.send(full);
                    pipe.send("x".repeat(MessageParser.MAX_BYTES + 1));
                    pipe.send(StreamClient.call(2, "refuse", "{}"));
                } catch (IOException broken) {
                    throw new IllegalStateException(broken);
                }
            });
            List<String> answers = new ArrayList<>(List.of(pipe.receive(), pipe.receive(), pipe.receive()));
            sender.join();

            assertThat(answers).anySatisfy(answer -> assertThat(answer).contains("\"id\":1", "yyyy"))
                    .anySatisfy(answer -> assertThat(answer).contains("at most 1048576 bytes, got 1048577"))
                    .anySatisfy(answer -> assertThat(answer).contains("\"id\":2"));
        }
    }

    @Test
    void numbersBeyondADoubleAreRefused() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(1, "echo", "{\"x\":1e999}"));

            assertThat(pipe.receive()).contains("\"id\":1", "must be finite", "\"isError\":true");
        }
    }

    @Test
    void nothingIsDoneBeforeTheClientHasIntroducedItself() throws Exception {
        try (StreamClient pipe = new StreamClient(host)) {
            pipe.send(StreamClient.call(1, "echo", "{}"));
            assertThat(pipe.receive()).contains("\"id\":1", "\"error\":", "not initialized");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
            assertThat(pipe.receive()).contains("\"id\":2", "\"result\":{}");
            assertThat(host.log).isEmpty();
        }
    }

    @Test
    void paramsThatMakeNoSenseAreErrorsOfTheRequest() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":\"echo\"}");
            assertThat(pipe.receive()).contains("\"id\":1", "\"error\":");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"no/such\"}");
            assertThat(pipe.receive()).contains("\"id\":2", "-32601");
            pipe.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}");
            pipe.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/never-heard-of\"}");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":\"nobody asked\",\"result\":{}}");
            pipe.send(StreamClient.call(3, "echo", "{}"));
            assertThat(pipe.receive()).contains("\"id\":3");
        }
    }

    @Test
    void listsAndReadsResources() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}");
            assertThat(pipe.receive()).contains("house://rooms\"").doesNotContain("{id}");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/templates/list\"}");
            assertThat(pipe.receive()).contains("house://rooms/{id}\"", "house://rooms/{id}/log");
            for (String uri : List.of("house://rooms", "house://rooms/hall", "house://rooms/hall/log")) {
                pipe.send(read(uri));
                assertThat(pipe.receive()).contains("\"text\":\"read " + uri + "\"");
            }
            pipe.send(read("house://rooms/nowhere"));
            assertThat(pipe.receive()).contains("\"error\":", "-32002", "Maybe read house://rooms");
            pipe.send(read("file:///etc/passwd"));
            assertThat(pipe.receive()).contains("\"error\":", "-32002");
        }
    }

    @Test
    void theEndOfInputLetsQuickCallsEndAndStopsLongOnes() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        try (StreamClient pipe = new StreamClient(host, world).initialize()) {
            pipe.send(StreamClient.call(1, "wait", "{}"));
            host.waiting.acquire();
            pipe.send(StreamClient.call(2, "echo", "{}"));
            pipe.endInput();
            assertThat(pipe.receive()).contains("\"id\":2");

            FutureTask<Void> waiting = new FutureTask<>(() -> {
                pipe.serving.awaitEnd();
                return null;
            });
            Thread.ofVirtual().start(waiting);
            while (!waiting.isDone()) {
                world.advance(McpServerHandle.GRACE);
                Thread.onSpinWait();
            }
            assertThat(host.log).doesNotContain("interrupted");
            pipe.serving.close();

            assertThat(host.stopped.getCount()).isZero();
        }
    }

    @Test
    void aLastLineWithoutAnEndIsHeard() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.sendRaw(StreamClient.call(1, "echo", "{}").getBytes(StandardCharsets.UTF_8));
            pipe.endInput();
            pipe.serving.awaitEnd();

            assertThat(pipe.receive()).contains("\"id\":1");
        }
    }

    @Test
    void afterItsCloseNothingRunsAnyMore() throws Exception {
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(StreamClient.call(1, "wait", "{}"));
            host.waiting.acquire();

            pipe.serving.close();
            pipe.serving.close();

            assertThat(host.log).containsExactly("interrupted");
            pipe.serving.awaitEnd();
        }
    }

    private static String read(String uri) {
        return "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"resources/read\",\"params\":{\"uri\":\"" + uri + "\"}}";
    }
}
