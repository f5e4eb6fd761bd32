package dev.waggle.server.folder;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of the commands that use a folder. It says which of them holds a run and which reads an inbox. Thread-safe.
 *
 * <p>A session with a broken connection keeps its answers for a while, so that its command can continue it. Its claims
 * and inboxes are free at once.
 */
final class FolderSessionRegistry {

    /** Sessions at once, open ones and those that may be continued. */
    static final int MAX_SESSIONS = 1_000;

    /** Wait for a sign of life of a command that holds what another one wants. */
    private static final Duration LIFE_WAIT = Duration.ofSeconds(2);

    /** Signs of life: over TCP the first write after the end of the reader succeeds. */
    private static final int SIGNS = 3;

    private final SignalService signals;
    private final World world;
    private final Map<String, FolderSession> sessions = new LinkedHashMap<>();
    private final Map<String, FolderSession> readers = new HashMap<>();

    FolderSessionRegistry(SignalService signals, World world) {
        this.signals = signals;
        this.world = world;
    }

    /**
     * Opens a session.
     *
     * @param id the session to continue; {@code null} for a new one
     */
    synchronized FolderSession open(@Nullable String id) {
        FolderSession known = id == null ? null : sessions.get(id);
        if (known != null && known.open()) {
            return known;
        }
        if (known != null) { // Its connection broke, which is not noticed yet.
            known.requestEnd();
            throw ProblemException.of(503, "the session " + id + " has another connection");
        }
        if (sessions.size() >= MAX_SESSIONS) {
            removeEnded();
        }
        FolderSession made = new FolderSession(world.nextId("session"));
        boolean _ = made.open();
        sessions.put(made.id(), made);
        return made;
    }

    /** The session of that id, with an open connection or not. */
    synchronized FolderSession require(String id) {
        FolderSession session = sessions.get(id);
        if (session == null) {
            throw ProblemException.of(410, "there is no session " + id);
        }
        return session;
    }

    /** Frees what a session holds. */
    void end(FolderSession session) {
        for (String agent : session.end()) {
            signals.inboxes().returnTaken(agent);
            synchronized (this) {
                var _ = readers.remove(agent, session);
            }
        }
    }

    /**
     * Claims a run for a session, which is free to claim it again.
     *
     * @throws IllegalStateException when another writer holds the run
     */
    void claim(FolderSession session, String run) {
        for (int sign = 1; !session.has(run); sign++) {
            Optional<FolderSession> holder = holder(run); // Before the try, because it may end in between.
            try {
                Journal.Claim claim = signals.log().claim(run);
                session.add(run, claim);
                return;
            } catch (IllegalStateException held) {
                if (holder.isEmpty() || sign > SIGNS) {
                    throw held;
                }
                awaitSign(holder.get());
            }
        }
    }

    /**
     * Makes a session the reader of an inbox until it ends.
     *
     * @throws IllegalStateException when another command reads it
     */
    void read(FolderSession session, String agentId) {
        for (int sign = 1;; sign++) {
            FolderSession reader = readerOrSelf(session, agentId);
            if (reader == session) {
                session.addInbox(agentId);
                return;
            }
            if (sign > SIGNS) {
                throw new IllegalStateException("the inbox of " + agentId + " is being read by another command"
                        + "\nMaybe wait for its end.");
            }
            awaitSign(reader);
        }
    }

    private synchronized FolderSession readerOrSelf(FolderSession session, String agentId) {
        FolderSession reader = readers.putIfAbsent(agentId, session);
        return reader == null ? session : reader;
    }

    private synchronized Optional<FolderSession> holder(String run) {
        return sessions.values().stream().filter(session -> session.has(run)).findFirst();
    }

    private void awaitSign(FolderSession other) {
        CompletableFuture<Boolean> beat = other.requestBeat();
        try {
            var _ = world.await(beat, LIFE_WAIT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw ProblemException.of(503, "the server ends");
        }
    }

    /** Forgets the oldest sessions without a connection. */
    private void removeEnded() {
        Optional<FolderSession> oldest = sessions.values().stream().filter(FolderSession::isEnded).findFirst();
        if (oldest.isEmpty()) {
            throw ProblemException.of(503, "at most " + MAX_SESSIONS + " commands may use a folder at once");
        }
        var _ = sessions.remove(oldest.get().id());
    }
}
