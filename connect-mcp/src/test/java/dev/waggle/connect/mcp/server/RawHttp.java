package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Requests with exactly the headers that a test wants. */
final class RawHttp {

    static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final int port;
    private final List<String> headers = new ArrayList<>();

    RawHttp(int port) {
        this.port = port;
        headers.add("Host: 127.0.0.1:" + port);
        headers.add("Authorization: Bearer " + TOKEN);
        headers.add("Content-Type: application/json");
        headers.add("Accept: application/json, text/event-stream");
    }

    /** Replaces the header of that name; an empty value removes it. */
    RawHttp with(String name, String value) {
        headers.removeIf(header -> header.startsWith(name + ": "));
        if (!value.isEmpty()) {
            headers.add(name + ": " + value);
        }
        return this;
    }

    String post(String body) throws IOException {
        return send("POST", "/mcp", body);
    }

    /** The whole response. */
    String send(String method, String path, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write((method + " " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nContent-Length: "
                    + bytes.length + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            try {
                out.write(bytes);
                out.flush();
            } catch (IOException refusedInTheMiddle) {
                // The response can still be read.
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static int status(String response) {
        return Integer.parseInt(response.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    }

    static String header(String response, String name) {
        return response.lines().takeWhile(line -> !line.isEmpty())
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                .map(line -> line.substring(name.length() + 1).strip()).findFirst().orElse("");
    }
}
