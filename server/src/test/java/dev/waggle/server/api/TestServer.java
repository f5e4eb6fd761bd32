package dev.waggle.server.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Operations behind a real listener. The header X-Tenant names the tenant of a caller, X-Agent its agent and X-Scope its
 * only right; without that it has all.
 */
public final class TestServer implements AutoCloseable {

    private final ServerListener listener;
    private final HttpClient client = HttpClient.newHttpClient();

    public TestServer(List<Operation> operations) {
        AccessGate gate = (head, _) -> AccessGate.Admission.of(new CallerIdentity("tester",
                scopes(head.one("x-scope")), head.one("x-agent"), head.one("x-tenant")));
        listener = ServerListener.open(Place.local(), operations, gate, new RequestCounter(), Optional.empty(),
                World.system());
    }

    /** Its port. */
    public int port() {
        return listener.port();
    }

    private static Set<AccessScope> scopes(@Nullable String only) {
        return only == null ? EnumSet.allOf(AccessScope.class) : EnumSet.of(AccessScope.of(only));
    }

    /** Answer with its JSON. */
    public record Reply(int status, String text, HttpHeaders headers) {

        public Optional<String> etag() {
            return header("etag");
        }

        public Optional<String> header(String name) {
            return headers.firstValue(name);
        }

        public JsonValue.Obj json() {
            return (JsonValue.Obj) JsonText.read(text);
        }

        public JsonValue field(String... path) {
            JsonValue at = json();
            for (String name : path) {
                at = ((JsonValue.Obj) at).fields().getOrDefault(name, JsonValue.ofNull());
            }
            return at;
        }
    }

    public Reply get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, "", headers);
    }

    public Reply post(String path, String json, String... headers) throws IOException, InterruptedException {
        return send("POST", path, json, headers);
    }

    public Reply send(String method, String path, String json, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + path))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
        if (!json.isEmpty() && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body(), response.headers());
    }

    @Override
    public void close() {
        client.close();
        listener.close();
    }
}
