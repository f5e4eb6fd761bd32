package dev.waggle.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Client that sends the headers that a test names, also those that no usual client lets a program set. */
public final class RawClient {

    private static final int TIMEOUT = 20_000;
    private static final int ATTEMPTS = 5;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    /**
     * Answer to a request.
     *
     * @param status the status
     * @param head all lines of the head
     * @param body the body
     */
    public record RawAnswer(int status, List<String> head, String body) {

        /** The values of a header. */
        public List<String> header(String name) {
            return head.stream().filter(line -> line.toLowerCase(Locale.ROOT)
                    .startsWith(name.toLowerCase(Locale.ROOT) + ": "))
                    .map(line -> line.substring(name.length() + 2)).toList();
        }
    }

    /** Sends a request to a port of this machine; adds only the end of the connection. */
    public static RawAnswer send(int port, String requestLine, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return new RawClient(socket).send(requestLine, headers);
        }
    }

    /** Sends a request over a connection that is open already. */
    public static RawAnswer send(Socket socket, String requestLine, String... headers) throws IOException {
        return new RawClient(socket).send(requestLine, headers);
    }

    /**
     * Sends these bytes, and returns all answers until the server closes the connection. A server that refuses a request
     * by its head may close before it takes the rest. An answer that the reset of a connection took is asked for again.
     */
    public static List<RawAnswer> exchange(int port, byte[] request) throws IOException {
        IOException reset = new IOException("no attempt");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(TIMEOUT);
                write(socket, request);
                return new RawClient(socket).answers();
            } catch (SocketException lost) {
                reset = lost;
            }
        }
        throw reset;
    }

    private static void write(Socket socket, byte[] request) throws IOException {
        OutputStream out = socket.getOutputStream();
        try {
            out.write(request);
            out.flush();
        } catch (SocketException _) {
            // The answer says why.
        }
    }

    private RawAnswer send(String requestLine, String... headers) throws IOException {
        socket.setSoTimeout(TIMEOUT);
        List<String> lines = new ArrayList<>(List.of(requestLine + " HTTP/1.1"));
        lines.addAll(List.of(headers));
        lines.add("Connection: close\r\n\r\n");
        socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return answers().getFirst();
    }

    private List<RawAnswer> answers() throws IOException {
        byte[] all = socket.getInputStream().readAllBytes();
        List<RawAnswer> answers = new ArrayList<>();
        String text = new String(all, StandardCharsets.ISO_8859_1);
        int at = 0;
        for (int end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n", at)) {
            List<String> head = List.of(text.substring(at, end).split("\r\n", -1));
            RawAnswer bare = new RawAnswer(Integer.parseInt(head.getFirst().split(" ", -1)[1]), head, "");
            List<String> length = bare.header("Content-Length");
            int from = end + 4;
            at = length.isEmpty() ? bare.status() < 200 ? from : all.length
                    : Math.min(all.length, from + Integer.parseInt(length.getFirst()));
            answers.add(new RawAnswer(bare.status(), head,
                    new String(all, from, at - from, StandardCharsets.UTF_8)));
        }
        return answers;
    }
}
