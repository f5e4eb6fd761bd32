package dev.waggle.connect.llm.hostile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.connect.llm.LoopbackServer;
import dev.waggle.connect.llm.RawServer;

/** Server on the loopback interface that answers with any bytes, and counts what it could send. */
final class HostileServer implements AutoCloseable {

    /** Bytes that a server sends. */
    @FunctionalInterface
    interface Reply {

        /** Sends the reply; an exception means that the client has left. */
        void send(Connection connection) throws IOException;
    }

    /** Connection to one client. */
    static final class Connection {

        private final OutputStream out;
        private final AtomicLong sent;
        private final CompletableFuture<Void> left;

        Connection(OutputStream out, AtomicLong sent, CompletableFuture<Void> left) {
            this.out = out;
            this.sent = sent;
            this.left = left;
        }

        Connection send(String text) throws IOException {
            return send(text.getBytes(StandardCharsets.UTF_8));
        }

        Connection send(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            sent.addAndGet(bytes.length);
            return this;
        }

        /** Sends the text until the client leaves. */
        void forever(String text) throws IOException {
            byte[] block = text.repeat(Math.max(1, 16_384 / text.length())).getBytes(StandardCharsets.UTF_8);
            while (!left.isDone()) {
                send(block);
            }
        }

        /** Sends nothing more until the client leaves. */
        void silence() {
            left.join();
        }
    }

    private final LoopbackServer server = LoopbackServer.open();
    private final Reply reply;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();

    HostileServer(Reply reply) {
        this.reply = reply;
        server.start(this::serve);
    }

    int port() {
        return server.port();
    }

    /** Bytes that clients took, those in buffers of connections included. */
    long sent() {
        return sent.get();
    }

    long requests() {
        return requests.get();
    }

    private void serve(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        var _ = RawServer.read(in);
        requests.incrementAndGet();
        CompletableFuture<Void> left = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> watch(in, left));
        reply.send(new Connection(socket.getOutputStream(), sent, left));
    }

    private static void watch(InputStream in, CompletableFuture<Void> left) {
        try {
            while (in.read() >= 0) {
                // Nothing more is expected.
            }
        } catch (IOException closed) {
            // Left, too.
        }
        left.complete(null);
    }

    @Override
    public void close() {
        server.close();
    }
}
