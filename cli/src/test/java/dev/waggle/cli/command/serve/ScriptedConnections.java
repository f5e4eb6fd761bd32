package dev.waggle.cli.command.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stand-in for a server: each connection gets the next answer, as it is written, and is closed. Later connections get
 * the last answer.
 */
final class ScriptedConnections implements AutoCloseable {

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> answers;

    ScriptedConnections(String... answers) throws IOException {
        this.answers = List.of(answers);
        Thread.ofVirtual().start(this::serve);
    }

    /** A whole answer. */
    static String json(int status, String body) {
        return "HTTP/1.1 " + status + " Status\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\nConnection: close\r\n\r\n" + body;
    }

    /** A stream in one chunk that breaks before its end. */
    static String broken(String events) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(events.length() + 100) + "\r\n" + events;
    }

    /** A stream that ends as it should. */
    static String ended(String events) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(events.length()) + "\r\n" + events + "\r\n0\r\n\r\n";
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** The heads of the requests. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        for (int i = 0; !socket.isClosed(); i++) {
            try (Socket connection = socket.accept()) {
                requests.add(read(connection));
                connection.getOutputStream()
                        .write(answers.get(Math.min(i, answers.size() - 1)).getBytes(StandardCharsets.UTF_8));
            } catch (IOException closed) {
                // The test is over, or the client went away.
            }
        }
    }

    /** The head of a request, whose body is read too: a close with unread bytes would discard the answer. */
    private static String read(Socket connection) throws IOException {
        BufferedReader in = new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
        StringBuilder head = new StringBuilder();
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.append(line).append('\n');
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
                length = Integer.parseInt(line.substring("content-length: ".length()));
            }
        }
        for (int i = 0; i < length; i++) {
            int _ = in.read();
        }
        return head.toString();
    }
}
