package dev.waggle.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Client of a server on this machine. Of a stream of events it reads the first bytes only. */
public final class ApiClient implements AutoCloseable {

    /** Longest wait for an answer; an answer that takes longer is a hang. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final int port;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public ApiClient(int port) {
        this.port = port;
    }

    /**
     * An answer.
     *
     * @param status its status
     * @param type its media type without parameters; empty for none
     * @param body its body
     * @param headers its headers
     */
    public record Answer(int status, String type, String body, HttpHeaders headers) {

        public JsonValue json() {
            return JsonText.read(body);
        }

        /** A text field of the JSON; empty when it is absent. */
        public String text(String name) {
            return json() instanceof JsonValue.Obj object
                    && object.fields().get(name) instanceof JsonValue.Str(String text) ? text : "";
        }
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, Map.of(), BodyPublishers.noBody());
    }

    public Answer post(String path, String json) throws IOException, InterruptedException {
        return send("POST", path, Map.of("Content-Type", "application/json"), BodyPublishers.ofString(json));
    }

    public Answer send(String method, String path, Map<String, String> headers, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LIMIT).method(method, body);
        headers.forEach(request::header);
        HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
        String type = response.headers().firstValue("Content-Type").orElse("").split(";", -1)[0].strip();
        try (InputStream in = response.body()) {
            boolean isStream = type.equals("text/event-stream");
            byte[] bytes = isStream ? in.readNBytes(1) : in.readAllBytes();
            return new Answer(response.statusCode(), type, new String(bytes, StandardCharsets.UTF_8),
                    response.headers());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
