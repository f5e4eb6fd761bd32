package dev.waggle.connect.llm;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * Server on the loopback interface that answers with the bytes that a test gives, over TLS too. As a proxy it connects
 * every tunnel to one port of the loopback interface.
 */
public final class RawServer implements AutoCloseable {

    /** The head of a stream of events. */
    public static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

    /** An answer of OpenAI: fine. */
    public static final String FINE = STREAM + chat("{\"role\":\"assistant\",\"content\":\"fine\"}", null)
            + chat("{}", "stop")
            + "data: [DONE]\n\n";

    /** Ends a connection. */
    public static final String END = "";

    private static final long SOON = 10;

    /** More bytes than the buffers of a connection hold, and fewer than a client takes. */
    private static final int FLOOD = 12 * 1_024 * 1_024;

    /** A request as it came. */
    public record Received(String line, Map<String, String> headers, String body) {

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** The pieces that a connection sends, in order, as they come; an empty one ends it. */
    public static final class Feed {

        private boolean isTunnel;

        private final LinkedBlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        private final LinkedBlockingQueue<String> written = new LinkedBlockingQueue<>();

        public Feed send(String piece) {
            pieces.add(piece);
            return this;
        }

        /**
         * Sends so much that the client has read a part of it when this returns, because no buffer of a connection
         * holds all.
         */
        public void sendUntilRead(String line) throws InterruptedException {
            String all = line.repeat(FLOOD / line.length());
            send(all);
            for (String piece = written.poll(SOON, TimeUnit.SECONDS); !all.equals(piece); piece = written.poll(SOON,
                    TimeUnit.SECONDS)) {
                if (piece == null) {
                    throw new AssertionError("the client does not read");
                }
            }
        }
    }

    private final LoopbackServer server;
    private final Function<Received, Feed> script;
    private final int tunnel;
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<Received> arrivals = new LinkedBlockingQueue<>();

    private RawServer(LoopbackServer server, int tunnel, Function<Received, Feed> script) {
        this.server = server;
        this.tunnel = tunnel;
        this.script = script;
        server.start(this::serve);
    }

    public static RawServer answering(Function<Received, Feed> script) {
        return new RawServer(LoopbackServer.open(), 0, script);
    }

    public static RawServer saying(String answer) {
        return answering(_ -> new Feed().send(answer).send(END));
    }

    public static RawServer secure(SSLContext context, String answer) throws IOException {
        return new RawServer(LoopbackServer.of(context.getServerSocketFactory().createServerSocket(0, 50,
                InetAddress.getLoopbackAddress())), 0, _ -> new Feed().send(answer).send(END));
    }

    /** A proxy that opens a tunnel to that port, whatever it is asked. */
    public static RawServer tunnel(int target) {
        Feed tunnel = new Feed();
        tunnel.isTunnel = true;
        return new RawServer(LoopbackServer.open(), target, _ -> tunnel);
    }

    public int port() {
        return server.port();
    }

    public List<Received> requests() {
        return requests;
    }

    /** The next request that arrives. */
    public Received next() throws InterruptedException {
        Received received = arrivals.poll(SOON, TimeUnit.SECONDS);
        if (received == null) {
            throw new AssertionError("no request came");
        }
        return received;
    }

    public static String chat(String delta, @Nullable String finish) {
        return "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"delta\":" + delta + ",\"finish_reason\":" + (finish == null ? "null" : '"' + finish + '"')
                + "}]}\n\n";
    }

    public static String answer(int status, String type, String body) {
        return "HTTP/1.1 " + status + " x\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\nConnection: close\r\n\r\n" + body;
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        socket.setTcpNoDelay(true);
        InputStream in = new BufferedInputStream(socket.getInputStream());
        Received received = read(in);
        requests.add(received);
        arrivals.add(received);
        Feed feed = script.apply(received);
        OutputStream out = socket.getOutputStream();
        if (feed.isTunnel) {
            connect(in, out);
            return;
        }
        for (String piece = feed.pieces.take(); !piece.isEmpty(); piece = feed.pieces.take()) {
            out.write(piece.getBytes(StandardCharsets.UTF_8));
            out.flush();
            feed.written.add(piece);
        }
    }

    private void connect(InputStream in, OutputStream out) throws IOException, InterruptedException {
        try (Socket target = new Socket(InetAddress.getLoopbackAddress(), tunnel)) {
            server.closeAtTheEnd(target);
            out.write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            Thread back = Thread.ofVirtual().start(() -> copy(target, out));
            try {
                in.transferTo(target.getOutputStream());
            } finally {
                target.shutdownInput(); // Ends the other direction.
                target.shutdownOutput();
                back.join();
            }
        }
    }

    private static void copy(Socket from, OutputStream out) {
        try {
            from.getInputStream().transferTo(out);
            out.close();
        } catch (IOException closed) {
            // The other side left.
        }
    }

    /** Reads a request with its body. */
    public static Received read(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        while (lines.isEmpty() || !lines.getLast().isEmpty()) {
            int unit = in.read();
            if (unit < 0) {
                throw new IOException("the client left");
            }
            if (unit == '\n') {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            } else {
                line.append((char) unit);
            }
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header : lines.subList(1, lines.size() - 1)) {
            int colon = header.indexOf(':');
            headers.merge(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip(),
                    (one, other) -> one + " AND " + other);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Received(lines.getFirst(), headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}
