package dev.waggle.connect.llm.hostile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

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

    private final ServerSocket server;
    private final Reply reply;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    HostileServer(Reply reply) {
        this.reply = reply;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Bytes that clients took, those in buffers of connections included. */
    long sent() {
        return sent.get();
    }

    long requests() {
        return requests.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            skipRequest(in);
            requests.incrementAndGet();
            CompletableFuture<Void> left = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> watch(in, left));
            reply.send(new Connection(socket.getOutputStream(), sent, left));
        } catch (IOException gone) {
            // The client left, as it should.
        }
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

    private static void skipRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int unit = in.read();
            if (unit < 0) {
                throw new IOException("the client left");
            }
            head.append((char) unit);
        }
        int at = head.toString().toLowerCase(Locale.ROOT).indexOf("content-length:");
        if (at >= 0) {
            int end = head.indexOf("\r", at);
            in.skipNBytes(Long.parseLong(head.substring(at + "content-length:".length(), end).strip()));
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
