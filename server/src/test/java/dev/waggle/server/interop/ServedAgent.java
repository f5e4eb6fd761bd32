package dev.waggle.server.interop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.CodedSolves;
import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;

/** Our server with agents in code, and a receiver of its updates. */
final class ServedAgent implements AutoCloseable {

    private final HttpServer receiver;
    private final BlockingQueue<Update> updates = new LinkedBlockingQueue<>();
    private final CodedSolves solves;
    private final ServerAccess access;
    private final WaggleServer server;

    /** An update that arrived, with its token and its media type. */
    record Update(String token, String type, String body) {}

    ServedAgent(Path folder) throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
        World world = World.system();
        FileJournal journal = FileJournal.open(folder.resolve("log"));
        solves = new CodedSolves(journal, FileSeatAnswers.open(folder, world));
        access = ServerAccess.open(AccessConfig.local(), TokenFile.of(folder.resolve("tokens.jsonl"), world), journal,
                FolderSecret.random(), SecretSet.NONE, world);
        AccessGate gate = (_, scope) -> AccessGate.Admission
                .of(scope == null ? CallerIdentity.anonymous() : CallerIdentity.owner());
        A2aSettings settings = A2aSettings.of("test")
                .withPushPlaces(List.of("127.0.0.1:" + receiver.getAddress().getPort()));
        server = WaggleServer
                .open(new WaggleServer.Parts("test", ServerListener.Place.local(), gate, access, solves, 16,
                        _ -> List.of(), settings), folder, journal, world, (_, _) -> Optional.empty());
    }

    String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** Address of the receiver of updates. */
    String hook() {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
    }

    /** The next update, with a bound. */
    Update update() throws InterruptedException {
        Update update = updates.poll(60, TimeUnit.SECONDS);
        if (update == null) {
            throw new AssertionError("no update came");
        }
        return update;
    }

    @Override
    public void close() {
        solves.openDoor();
        try (access; server) {
            receiver.stop(0);
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        String token = exchange.getRequestHeaders().getFirst("X-A2A-Notification-Token");
        updates.add(new Update(String.valueOf(token), exchange.getRequestHeaders().getFirst("Content-Type"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }
}
