package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Client of an MCP server that sends exactly what it is told, each request on a connection of its own. */
final class RoughClient {

    static final String TOKEN = "soak-0123456789abcdef0123456789";

    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"rough","version":"1"}}}""";
    private static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final int ANSWER_TIMEOUT = 60_000;

    private final int port;
    private String session = "";

    RoughClient(int port) {
        this.port = port;
    }

    /** Begins a session. */
    void initialize() throws IOException {
        String answer = post(INITIALIZE);
        session = answer.lines().filter(line -> line.toLowerCase(Locale.ROOT).startsWith("mcp-session-id:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst()
                .orElseThrow(() -> new SoakFailureException("initialize was answered by " + answer));
        require(202, post(INITIALIZED));
    }

    /** Calls a tool and returns the whole response. */
    String call(int id, String tool, String arguments) throws IOException {
        return post(callText(id, tool, arguments));
    }

    /** Calls a tool and leaves without an answer. */
    void callAndVanish(int id, String tool, String arguments) throws IOException {
        try (Socket socket = send("POST", callText(id, tool, arguments).getBytes(StandardCharsets.UTF_8))) {
            socket.setSoLinger(true, 0);
        }
    }

    void cancel(int id) throws IOException {
        require(202, post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                + "}}"));
    }

    void delete() throws IOException {
        try (Socket socket = send("DELETE", new byte[0])) {
            require(200, response(socket));
        }
    }

    /** Sends these bytes as the body of a message and returns the whole response. */
    String postRaw(byte[] body) throws IOException {
        try (Socket socket = send("POST", body)) {
            return response(socket);
        }
    }

    /** Sends these bytes instead of a request and leaves. */
    void sendGarbage(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(bytes);
        } catch (IOException refused) {
            // The server may close as soon as it has seen enough.
        }
    }

    static void require(int status, String response) {
        SoakFailureException.unless(response.startsWith("HTTP/1.1 " + status + " "),
                () -> "status " + status + " was due, not " + response);
    }

    private String post(String body) throws IOException {
        return postRaw(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String callText(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    private Socket send(String method, byte[] body) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(ANSWER_TIMEOUT);
        OutputStream out = socket.getOutputStream();
        String head = method + " /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + TOKEN
                + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                + (session.isEmpty() ? "" : "Mcp-Session-Id: " + session + "\r\n") + "Content-Length: " + body.length
                + "\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.UTF_8));
        out.write(body);
        out.flush();
        return socket;
    }

    private static String response(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
