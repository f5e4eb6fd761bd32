package dev.waggle.server.api.a2a;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.CodedSolves;
import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.RequestHead;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Server whose callers name themselves in headers: X-Caller, X-Tenant and X-Scopes. Without a header, the owner calls.
 * A question that begins with "events" has an event of each kind that a stream maps. The result of one that has the
 * word "lost" cannot be read from the log.
 */
final class A2aFolder implements AutoCloseable {

    private final FileJournal journal;
    private final CodedSolves solves;
    private final ServerAccess access;
    private final WaggleServer server;

    A2aFolder(Path folder, A2aSettings settings) {
        this(folder, settings, World.system(), 8);
    }

    A2aFolder(Path folder, A2aSettings settings, World world, int maxSolves) {
        journal = FileJournal.open(folder.resolve("log"));
        solves = new CodedSolves(journal, FileSeatAnswers.open(folder, world));
        access = ServerAccess.open(AccessConfig.local(), TokenFile.of(folder.resolve("tokens.jsonl"), world), journal,
                FolderSecret.random(), SecretSet.NONE, world);
        AccessGate gate = (head, scope) -> AccessGate.Admission.of(caller(head, scope));
        server = WaggleServer.open(new WaggleServer.Parts("test", ServerListener.Place.local(), gate, access,
                new EventfulSolves(solves), maxSolves, _ -> List.of(), settings), folder, journal, world,
                (_, _) -> Optional.empty());
    }

    private static CallerIdentity caller(RequestHead head, @Nullable AccessScope scope) {
        String name = head.one("x-caller");
        if (name == null) {
            return scope == null ? CallerIdentity.anonymous() : CallerIdentity.owner();
        }
        String scopes = head.one("x-scopes");
        Set<AccessScope> rights = scopes == null
                ? EnumSet.of(AccessScope.READ, AccessScope.SOLVE)
                : Stream.of(scopes.split(",", -1)).map(AccessScope::valueOf).collect(Collectors.toSet());
        return new CallerIdentity(name, rights, null, head.one("x-tenant"));
    }

    int port() {
        return server.port();
    }

    CodedSolves solves() {
        return solves;
    }

    WaggleServer server() {
        return server;
    }

    FileJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        solves.openDoor();
        closeWithoutOpening();
    }

    /** Closes it as a restart does: what waits is interrupted. */
    void closeWithoutOpening() {
        try (access; server) {
            // In the reverse order.
        }
    }

    /** Solves with further events. */
    private record EventfulSolves(CodedSolves inner) implements SolveLauncher {

        @Override
        public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
            PreparedSolve prepared = inner.prepare(order, tenant);
            return order.question().startsWith("events") ? new EventfulSolve(prepared) : prepared;
        }

        @Override
        public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
            return inner.prepareResume(run, entries);
        }

        @Override
        public SpanTracer tracer() {
            return inner.tracer();
        }

        @Override
        public SwarmResult result(String run, List<LogEntry> entries) {
            if (LoggedRun.of(run, entries).task().text().contains("lost")) {
                throw new IllegalStateException("the log is older");
            }
            return inner.result(run, entries);
        }
    }

    /** One of them. */
    private record EventfulSolve(PreparedSolve inner) implements PreparedSolve {

        @Override
        public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
            SwarmResult result = inner.run(run, listener);
            listener.accept(new SwarmEvent.TopologyUpdated(Topology.everyone(), "test"));
            listener.accept(new SwarmEvent.AgentSpawned("dan", "law", "nobody knows it"));
            listener.accept(new SwarmEvent.AgentDissolved("dan", "of little use"));
            listener.accept(new SwarmEvent.SynthesisStarted());
            listener.accept(new SwarmEvent.SynthesisCompleted("shard"));
            return result;
        }

        @Override
        public void cancel() {
            inner.cancel();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
