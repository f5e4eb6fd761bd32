package dev.waggle.server.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;

/**
 * Session of one command: its claims and inboxes, for as long as its connection is open. Its calls have the numbers of
 * the command, also across connections. Calls of a session and its end exclude each other.
 */
final class FolderSession {

    /** Span between two beats. A dead command is noticed within it, or at once when another one needs its claim. */
    private static final Duration BEAT = Duration.ofSeconds(1);

    private final String id;
    private final CallLedger ledger = new CallLedger();
    private final ReentrantReadWriteLock calls = new ReentrantReadWriteLock();
    private final Map<String, Journal.Claim> claims = new HashMap<>();
    private final Set<String> inboxes = new HashSet<>();
    private CompletableFuture<Boolean> poke = new CompletableFuture<>();
    private CompletableFuture<Boolean> beat = new CompletableFuture<>();
    private boolean isOpen;

    FolderSession(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    CallLedger ledger() {
        return ledger;
    }

    /** Opens it for a connection; false when another one has it. */
    synchronized boolean open() {
        if (isOpen) {
            return false;
        }
        isOpen = true;
        return true;
    }

    /**
     * Makes a call while the connection is open.
     *
     * @throws ProblemException with status 410 when it is not
     */
    <T> T whileOpen(Supplier<T> call) {
        calls.readLock().lock();
        try {
            if (!isOpen()) {
                throw ProblemException.of(410, "the session " + id + " has ended");
            }
            return call.get();
        } finally {
            calls.readLock().unlock();
        }
    }

    /** Sends beats until the command closes the session or its connection breaks. */
    void beat(OutputStream out, World world) throws IOException, InterruptedException {
        boolean isEnding = false;
        while (!isEnding) {
            CompletableFuture<Boolean> wish = currentPoke();
            if (world.await(wish, BEAT)) {
                isEnding = wish.join();
                renewPoke();
            }
            out.write('\n');
            out.flush();
            completeBeat();
        }
    }

    /** Asks for a beat now; the future completes with it, or when the session has ended. */
    synchronized CompletableFuture<Boolean> requestBeat() {
        poke.complete(false);
        return isOpen ? beat : CompletableFuture.completedFuture(true);
    }

    /** Ends the beats, which ends the session. */
    synchronized void requestEnd() {
        if (!poke.complete(true)) {
            poke = CompletableFuture.completedFuture(true);
        }
    }

    synchronized boolean has(String run) {
        return claims.containsKey(run);
    }

    synchronized void add(String run, Journal.Claim claim) {
        claims.put(run, claim);
    }

    /** Ends a claim, if there is one. */
    synchronized void release(String run) {
        Journal.Claim claim = claims.remove(run);
        if (claim != null) {
            claim.close();
        }
    }

    synchronized void addInbox(String agentId) {
        inboxes.add(agentId);
    }

    /**
     * Ends it, after the calls that are being answered.
     *
     * @return the agents whose inboxes it read
     */
    Set<String> end() {
        calls.writeLock().lock();
        try {
            return freed();
        } finally {
            calls.writeLock().unlock();
        }
    }

    private synchronized Set<String> freed() {
        isOpen = false;
        claims.values().forEach(Journal.Claim::close);
        claims.clear();
        Set<String> read = Set.copyOf(inboxes);
        inboxes.clear();
        poke = new CompletableFuture<>();
        completeBeat();
        return read;
    }

    /** True if it has no connection. */
    boolean isEnded() {
        return !isOpen();
    }

    private synchronized boolean isOpen() {
        return isOpen;
    }

    private synchronized CompletableFuture<Boolean> currentPoke() {
        return poke;
    }

    private synchronized void renewPoke() {
        if (!poke.getNow(false)) {
            poke = new CompletableFuture<>();
        }
    }

    private synchronized void completeBeat() {
        beat.complete(true);
        beat = new CompletableFuture<>();
    }
}
