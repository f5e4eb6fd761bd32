package dev.waggle.cli.command.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import dev.waggle.cli.LabModelsFile;
import dev.waggle.cli.command.solve.SolveFactory;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.serve.CatalogModels;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.folder.FolderOwnership;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server of a folder whose solves ask a model that stands in for a provider. The header X-Name names a caller,
 * X-Agent its agent, X-Tenant its tenant, X-Scope its one right instead of all.
 */
final class ServerBed implements AutoCloseable {

    private final SignalService signals;
    private final ServerAccess access;
    private final FolderOperations operations;
    private final FolderServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    ServerBed(Path folder, FakeModels models) throws IOException {
        this(folder, models, 4);
    }

    ServerBed(Path folder, FakeModels models, int maxSolves) throws IOException {
        Path file = LabModelsFile.write(folder, models, WireFormatName.OPENAI);
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        TerminalScreen screen = new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN, false);
        Path data = folder.resolve("data");
        World world = World.system();
        signals = DataFolder.openAsOwner(screen, data, Duration.ZERO, "waggle serve");
        SolveFactory solves = new SolveFactory(data, signals,
                new SolveFactory.Defaults(List.of("lab:fake-fast"), null, file), screen,
                ProcessTelemetry.NONE);
        FileJournal log = signals.log();
        AccessGate gate = (head, _) -> AccessGate.Admission.of(new CallerIdentity(
                Objects.requireNonNullElse(head.one("x-name"), CallerIdentity.OWNER), scopes(head.one("x-scope")),
                head.one("x-agent"), head.one("x-tenant")));
        FolderOwnership ownership = FolderOwnership.prepare(data, Transport.SOCKET);
        access = ServerAccess.open(AccessConfig.local().withCredentials(AccessConfig.Credentials.NONE),
                TokenFile.of(data.resolve(TokenFile.PLACE), world), log, ownership.secret(),
                SecretSet.NONE, world);
        operations = FolderOperations.open(data, signals, new CatalogModels(() -> ModelCatalog.of(Map.of(), file)),
                screen,
                world);
        server = FolderServer.open(new FolderServer.Parts("test", ServerListener.Place.local(), ownership, gate,
                access, solves, maxSolves, hub -> operations.operations(hub, access.limiter()),
                A2aSettings.of("test")), data, signals, world);
    }

    /** An answer. */
    record Reply(int status, String body, HttpResponse<String> response) {

        JsonValue.Obj json() {
            return (JsonValue.Obj) JsonText.read(body);
        }

        String text(String name) {
            return json().fields().get(name) instanceof JsonValue.Str text ? text.value() : "";
        }
    }

    /** A message of a stream. */
    record Message(@Nullable Long id, String event, String data) {}

    /** The signals of the folder. */
    SignalService signals() {
        return signals;
    }

    Reply get(String path, String... headers) throws IOException, InterruptedException {
        return send(with(request(path).GET(), headers));
    }

    Reply post(String path, String json, String... headers) throws IOException, InterruptedException {
        return send(with(request(path).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)), headers));
    }

    Reply put(String path, String json, String... headers) throws IOException, InterruptedException {
        return send(with(request(path).header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json)), headers));
    }

    Reply delete(String path, String... headers) throws IOException, InterruptedException {
        return send(with(request(path).DELETE(), headers));
    }

    /** Posts without a body. */
    Reply post(String path) throws IOException, InterruptedException {
        return send(request(path).POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** All messages of a stream until its end, or that many. */
    List<Message> follow(String path, long after, int limit) throws IOException, InterruptedException {
        AtomicInteger count = new AtomicInteger();
        return followUntil(path, after, _ -> count.incrementAndGet() == limit);
    }

    /** All messages of a stream until its end, or until one that fits. */
    List<Message> followUntil(String path, long after, Predicate<Message> last, String... headers)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(
                with(request(path).header("Last-Event-ID", String.valueOf(after)).GET(), headers).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isIn(200, 204);
        List<Message> messages = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            Long id = null;
            String event = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = Long.valueOf(line.substring(4));
                } else if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    messages.add(new Message(id, event, line.substring(6)));
                    id = null;
                    if (last.test(messages.getLast())) {
                        return messages;
                    }
                }
            }
        }
        return messages;
    }

    @Override
    public void close() {
        try (signals; operations; access; server; client) {
            // In the reverse order.
        }
    }

    private static Set<AccessScope> scopes(@Nullable String one) {
        return one == null ? EnumSet.allOf(AccessScope.class) : EnumSet.of(AccessScope.of(one));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private static HttpRequest.Builder with(HttpRequest.Builder request, String... headers) {
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body(), response);
    }
}
