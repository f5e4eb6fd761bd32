package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import dev.waggle.signal.world.World;

import static org.assertj.core.api.Assertions.assertThat;

/** A client on streams that sends exactly the messages that a test wants. */
final class StreamClient implements AutoCloseable {

    static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"Pipe Client!","version":"1"}}}""";
    static final String INITIALIZED = """
            {"jsonrpc":"2.0","method":"notifications/initialized"}""";

    private static final int SIZE = 1 << 16;

    final McpServerHandle serving;
    private final PipedOutputStream toServer = new PipedOutputStream();
    private final BlockingQueue<String> fromServer = new LinkedBlockingQueue<>();

    StreamClient(TestHost host) throws IOException {
        this(host, World.system(1));
    }

    StreamClient(TestHost host, World world) throws IOException {
        serving = McpServerHandle.stdio(host.served(), new PipedInputStream(toServer, SIZE), output(), world);
    }

    /** A client that has initialized its session. */
    static StreamClient initialized(TestHost host) throws IOException, InterruptedException {
        return new StreamClient(host).initialize();
    }

    StreamClient initialize() throws IOException, InterruptedException {
        send(INITIALIZE);
        receive();
        send(INITIALIZED);
        return this;
    }

    static String call(Object id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    void send(String line) throws IOException {
        sendRaw((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void sendRaw(byte[] bytes) throws IOException {
        toServer.write(bytes);
        toServer.flush();
    }

    /** The next message, without its line end. */
    String receive() throws InterruptedException {
        String line = fromServer.take();
        assertThat(line).endsWith("\n");
        assertThat(line.strip()).doesNotContain("\n");
        return line.strip();
    }

    void endInput() throws IOException {
        toServer.close();
    }

    @Override
    public void close() throws IOException {
        toServer.close();
        serving.close();
    }

    /** A stream on which each message is one write. */
    private OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int oneByte) {
                throw new IllegalStateException("a message is one write");
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
                fromServer.add(new String(bytes, from, count, StandardCharsets.UTF_8));
            }
        };
    }
}
