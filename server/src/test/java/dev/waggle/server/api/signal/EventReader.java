package dev.waggle.server.api.signal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Client of server-sent events that reads them one by one. */
final class EventReader implements AutoCloseable {

    private static final int TIMEOUT = 20;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
    private final InputStream body;
    private final BufferedReader lines;

    EventReader(int port, String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode());
        }
        body = response.body();
        lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** An event; the id is empty where there is none. */
    record SentEvent(String id, String name, JsonValue.Obj data) {

        String text(String... path) {
            JsonValue at = data;
            for (String name : path) {
                at = ((JsonValue.Obj) at).fields().getOrDefault(name, JsonValue.ofNull());
            }
            return at instanceof JsonValue.Str(String text) ? text : JsonText.write(at);
        }
    }

    /** The next event. */
    SentEvent next() throws InterruptedException {
        return within(this::read);
    }

    /** The next events. */
    List<SentEvent> next(int count) throws InterruptedException {
        List<SentEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(next());
        }
        return events;
    }

    /** Waits for the comment that begins every stream of entries. */
    EventReader begun() throws InterruptedException {
        return within(() -> {
            while (!lines.readLine().startsWith(":")) {
                // The blank lines before it.
            }
            return this;
        });
    }

    private <T> T within(Callable<T> read) throws InterruptedException {
        try {
            return reading.submit(read).get(TIMEOUT, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new AssertionError("no event came", failed);
        }
    }

    private SentEvent read() throws IOException {
        String id = "";
        String name = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                return new SentEvent(id, name, (JsonValue.Obj) JsonText.read(line.substring(6)));
            }
        }
        throw new IOException("the stream has ended");
    }

    @Override
    public void close() throws IOException {
        body.close();
        client.shutdownNow();
        reading.shutdownNow();
    }
}
