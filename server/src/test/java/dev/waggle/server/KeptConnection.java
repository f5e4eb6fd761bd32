package dev.waggle.server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.server.ApiClient.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A strict client on one connection. It opens another one only after an answer that announces the end of the first. So a
 * server is seen that ends a connection without a word, or answers twice. Of a stream it reads the first bytes only.
 */
final class KeptConnection implements AutoCloseable {

    private static final int TIMEOUT = 20_000;
    private static final int LAST_INTERIM = 199;

    private final int port;
    private @Nullable Socket socket;

    KeptConnection(int port) {
        this.port = port;
    }

    Answer send(String method, String path, Map<String, String> headers, byte[] body) throws IOException {
        Socket open = socket == null ? new Socket(InetAddress.getLoopbackAddress(), port) : socket;
        socket = open;
        open.setSoTimeout(TIMEOUT);
        open.setTcpNoDelay(true);
        StringBuilder head = new StringBuilder(method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (body.length > 0 || !method.equals("GET")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        write(open, head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        write(open, body);
        Answer answer = read(open.getInputStream(), method.equals("HEAD"));
        boolean isEnd = answer.type().equals("text/event-stream")
                || answer.headers().allValues("connection").contains("close");
        if (isEnd) {
            close();
        }
        return answer;
    }

    /** Sends what the server takes; it may refuse the request by its head. */
    private static void write(Socket open, byte[] bytes) {
        try {
            OutputStream out = open.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (IOException _) {
            // The answer says why.
        }
    }

    private static Answer read(InputStream in, boolean isHead) throws IOException {
        int status = status(line(in));
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] parts = line.split(": ?", 2);
            fields.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
        }
        if (status <= LAST_INTERIM) {
            return read(in, isHead);
        }
        HttpHeaders headers = HttpHeaders.of(fields, (_, _) -> true);
        String type = headers.firstValue("Content-Type").orElse("").split(";", -1)[0].strip();
        boolean isChunked = headers.allValues("Transfer-Encoding").contains("chunked");
        byte[] body = isHead ? new byte[0]
                : isChunked ? chunks(in, type.equals("text/event-stream"))
                        : exactly(in, (int) headers.firstValueAsLong("Content-Length").orElse(0));
        return new Answer(status, type, new String(body, StandardCharsets.UTF_8), headers);
    }

    private static byte[] chunks(InputStream in, boolean isStream) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = size(in); size > 0; size = size(in)) {
            all.write(exactly(in, size));
            if (isStream) {
                return all.toByteArray();
            }
            String _ = line(in);
        }
        String _ = line(in);
        return all.toByteArray();
    }

    private static int size(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static byte[] exactly(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the connection ended after " + bytes.length + " bytes of " + count);
        }
        return bytes;
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.1 \\d{3}( .*)?")) {
            throw new IOException("no answer begins so: " + line);
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended without an announcement after " + line);
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
