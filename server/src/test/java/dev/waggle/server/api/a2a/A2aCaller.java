package dev.waggle.server.api.a2a;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Client of the Agent2Agent protocol in one version, which knows its JSON only. */
final class A2aCaller implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final int port;
    private final String version;
    private final Map<String, String> headers;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    A2aCaller(int port, String version, Map<String, String> headers) {
        this.port = port;
        this.version = version;
        this.headers = Map.copyOf(headers);
    }

    /** The answer to a body, as it is. */
    HttpResponse<String> raw(String body) throws IOException, InterruptedException {
        return client.send(request(body, Map.of()), BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LIMIT);
        if (!version.isEmpty()) {
            request.header("A2A-Version", version);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** The answer to a call. */
    JsonValue call(String method, String params) throws IOException, InterruptedException {
        HttpResponse<String> response = raw(body(method, params));
        if (response.statusCode() != 200) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
        return JsonText.read(response.body().strip());
    }

    /** The text at that path of the result of a call. */
    String text(String method, String params, String... path) throws IOException, InterruptedException {
        return at(call(method, params), path);
    }

    /** Value at a path; numbers are indexes. */
    static String at(JsonValue value, String... path) {
        JsonValue at = value;
        for (String name : path) {
            at = switch (at) {
                case JsonValue.Obj(var fields) -> fields.getOrDefault(name, JsonValue.ofNull());
                case JsonValue.Arr(var items) when Integer.parseInt(name) < items.size() ->
                    items.get(Integer.parseInt(name));
                default -> JsonValue.ofNull();
            };
        }
        return at instanceof JsonValue.Str(String text) ? text : JsonText.write(at);
    }

    /** The stream of a call. */
    EventLines stream(String method, String params, String... more) throws IOException, InterruptedException {
        Map<String, String> further = more.length == 0 ? Map.of() : Map.of(more[0], more[1]);
        HttpResponse<InputStream> response = client.send(request(body(method, params), further),
                BodyHandlers.ofInputStream());
        return new EventLines(response);
    }

    private static String body(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + '}';
    }

    private HttpRequest request(String body, Map<String, String> more) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/a2a"))
                .timeout(LIMIT).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        if (!version.isEmpty()) {
            request.header("A2A-Version", version);
        }
        headers.forEach(request::header);
        more.forEach(request::header);
        return request.build();
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    /** Events of a stream, read one by one. */
    static final class EventLines implements AutoCloseable {

        private final HttpResponse<InputStream> response;
        private final BufferedReader lines;

        private EventLines(HttpResponse<InputStream> response) {
            this.response = response;
            this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        /** Result of an event with its number; the number is 0 for none. */
        record Line(long number, JsonValue result) {

            String at(String... path) {
                return A2aCaller.at(result, path);
            }
        }

        String type() {
            return response.headers().firstValue("Content-Type").orElse("");
        }

        /** The next event, or null at the end. */
        @Nullable Line next() throws IOException {
            long number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    number = Long.parseLong(line.substring(4));
                } else if (line.startsWith("data: ")) {
                    JsonValue.Obj envelope = (JsonValue.Obj) JsonText.read(line.substring(6));
                    if (!"7".equals(A2aCaller.at(envelope, "id"))) {
                        throw new IOException("another id: " + line);
                    }
                    return new Line(number, envelope.fields().getOrDefault("result", JsonValue.ofNull()));
                }
            }
            return null;
        }

        /** All events until the end. */
        List<Line> rest() throws IOException {
            List<Line> all = new ArrayList<>();
            for (Line line = next(); line != null; line = next()) {
                all.add(line);
            }
            return all;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }
}
