package dev.waggle.connect.mcp.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool server over HTTP that forgets its open connections, as gateways do after an idle time or a restart. It closes
 * each when the next request comes over it. New connections work.
 */
final class ForgetfulServer implements AutoCloseable {

    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
    private static final Pattern LENGTH = Pattern.compile("content-length: *(\\d+)");

    private final ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final Queue<Socket> clients = new ConcurrentLinkedQueue<>();
    private final AtomicInteger generation = new AtomicInteger();

    ForgetfulServer() throws IOException {
        Thread.ofVirtual().name("forgetful").start(this::accept);
    }

    McpServerConfig config() {
        return McpServerConfig.of("forgetful", new McpServerConfig.Http(
                URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/mcp"), Map.of()));
    }

    /** Forgets the connections that are open now. */
    void forget() {
        generation.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket client : clients) {
            client.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                clients.add(client);
                int born = generation.get();
                Thread.ofVirtual().name("forgetful-client").start(() -> serve(client, born));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client, int born) {
        try (client; InputStream in = new BufferedInputStream(client.getInputStream())) {
            while (true) {
                String head = head(in);
                if (head.isEmpty()) {
                    return;
                }
                Matcher length = LENGTH.matcher(head.toLowerCase(Locale.ROOT));
                String body = new String(in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0),
                        StandardCharsets.UTF_8);
                if (born != generation.get()) {
                    return;
                }
                client.getOutputStream().write(answer(head, body).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException left) {
            // The other side has left.
        }
    }

    /** All lines of a request before its body; empty at the end. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.write(next);
            if (head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
        }
        return "";
    }

    private static String answer(String head, String body) {
        if (!head.startsWith("POST")) {
            return "HTTP/1.1 " + (head.startsWith("GET") ? "405 Method Not Allowed" : "200 OK")
                    + "\r\nContent-Length: 0\r\n\r\n";
        }
        Matcher method = METHOD.matcher(body);
        Matcher id = ID.matcher(body);
        if (!method.find() || !id.find()) {
            return "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
        }
        String result = TrickServer.result(id.group(1), TrickServer.goodResult(method.group(1)));
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + result.length() + "\r\n\r\n"
                + result;
    }
}
