package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;

import dev.waggle.cli.PassingWorld;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.serve.CatalogModels;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.connect.llm.ModelCatalog;
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
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;

/** A demo in a folder, whose pauses pass at once. */
final class DemoBed implements AutoCloseable {

    private final SignalService signals;
    private final ServerAccess access;
    private final FolderOperations operations;
    private final FolderServer server;
    private final DemoProgram demo;
    private final HttpClient client = HttpClient.newHttpClient();

    DemoBed(Path data) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        TerminalScreen screen = new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN, false);
        World world = World.system();
        signals = DataFolder.openAsOwner(screen, data, Duration.ZERO, "waggle serve");
        demo = DemoProgram.prepare(data, signals, screen, new PassingWorld(), ProcessTelemetry.NONE);
        FolderOwnership ownership = FolderOwnership.prepare(data, Transport.SOCKET);
        access = ServerAccess.open(AccessConfig.local().withCredentials(AccessConfig.Credentials.NONE),
                TokenFile.of(data.resolve(TokenFile.PLACE), world), signals.log(), ownership.secret(), SecretSet.NONE,
                world);
        operations = FolderOperations.open(data, signals, new CatalogModels(() -> ModelCatalog.of(Map.of())), screen,
                world);
        server = FolderServer.open(new FolderServer.Parts("test", ServerListener.Place.local(), ownership,
                (_, _) -> AccessGate.Admission.of(new CallerIdentity(CallerIdentity.OWNER,
                        EnumSet.allOf(AccessScope.class), null, null)),
                access, demo.solves(), 4, hub -> operations.operations(hub, access.limiter()),
                A2aSettings.of("test")), data, signals, world);
    }

    /** Starts the deliberation that visitors see live. */
    void start() {
        demo.start(server.solves(), access.limiter());
    }

    /** The token of the seat that waits. */
    String seatToken() {
        return DemoProgram.seatToken(server).orElseThrow();
    }

    ServerBed.Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    ServerBed.Reply post(String path, String json) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private ServerBed.Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new ServerBed.Reply(response.statusCode(), response.body(), response);
    }

    @Override
    public void close() {
        try (signals; operations; access; server; client) {
            // In the reverse order.
        }
    }
}
