package dev.waggle.server.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import dev.waggle.server.folder.FolderTransport.OpenStream;
import dev.waggle.server.folder.FolderTransport.Reply;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Durability;
import org.jspecify.annotations.Nullable;

/**
 * Session of a command with the owner of a folder. A lost session is opened again with the next call, and its claims
 * are made again first. Thread-safe.
 */
final class FolderSessionClient implements AutoCloseable {

    private final FolderPlace place;
    private final FolderTransport transport;
    private final Set<String> claims = new TreeSet<>();
    private final Set<String> lost = new TreeSet<>();
    private String id = "";
    private Durability durability = Durability.memory();
    private long firstLast = -1;
    private @Nullable OpenSession current;

    FolderSessionClient(FolderPlace place, FolderTransport transport) {
        this.place = place;
        this.transport = transport;
    }

    /**
     * An open session.
     *
     * @param id its id
     * @param owner the owner that it is with
     * @param stream its connection
     */
    record OpenSession(String id, FolderDescriptor owner, OpenStream stream) {

        private boolean isOpen() {
            return !stream.ended().isDone();
        }
    }

    /**
     * Sends a call.
     *
     * @throws IOException when no answer came
     */
    FolderMessage call(FolderMessage message) throws IOException {
        OpenSession open = open();
        Reply reply = FolderTransport.join(transport.call(place, open.owner, open.id, message.encode()));
        if (reply.status() == 200) {
            return decoded(reply);
        }
        if (FolderRefusal.isTransient(reply.status())) {
            open.stream.abort();
            throw new IOException(FolderRefusal.message(reply));
        }
        throw FolderRefusal.of(reply);
    }

    /** The session, opened again when its connection is lost. */
    synchronized OpenSession open() throws IOException {
        OpenSession known = current;
        if (known != null && known.isOpen()) {
            return known;
        }
        Optional<FolderDescriptor> found = FolderDescriptor.read(place);
        if (found.isEmpty() || !found.get().isCredible()) {
            throw new IOException("it has ended");
        }
        FolderDescriptor owner = found.get();
        if (!owner.version().equals(FolderVersion.OWN)) {
            String refusal = FolderVersion.refusal(owner.version(), FolderVersion.OWN);
            throw new UncheckedIOException(refusal, new IOException(refusal));
        }
        OpenSession opened = opened(owner);
        current = opened;
        for (String run : Set.copyOf(claims)) {
            claimAgain(opened, run);
        }
        return opened;
    }

    /** Keeps a claim, so that later sessions have it too. */
    synchronized void keep(String run) {
        claims.add(run);
    }

    /** Forgets a claim; true if the owner has it and must be told. */
    synchronized boolean forget(String run) {
        claims.remove(run);
        return !lost.remove(run) && current != null && current.isOpen();
    }

    /**
     * Refuses writing when another command has taken a run of this one meanwhile.
     *
     * @throws FolderConflictException when it has
     */
    synchronized void requireClaims(@Nullable String run) {
        if (run != null && lost.contains(run)) {
            throw new FolderConflictException("the run " + run + " is being solved by another command, which took it"
                    + " while the connection to the server was lost\nMaybe wait for its end.");
        }
    }

    /** Durability of an append to the log of the owner. */
    synchronized Durability durability() {
        return durability;
    }

    /** The number of the last entry when the first session began. */
    synchronized long firstLast() {
        return firstLast;
    }

    @Override
    public void close() {
        OpenSession open;
        synchronized (this) {
            open = current;
            current = null;
        }
        if (open == null || !open.isOpen()) {
            return;
        }
        try {
            Reply _ = FolderTransport.join(transport.call(place, open.owner, open.id, FolderMessage.of(
                    new JsonObjectBuilder().with("call", FolderCodec.word(FolderCall.END))).encode()));
            Reply _ = FolderTransport.join(open.stream.ended());
        } catch (IOException ended) {
            open.stream.abort(); // The server frees everything when the connection breaks.
        }
    }

    private OpenSession opened(FolderDescriptor owner) throws IOException {
        CompletableFuture<byte[]> greeting = new CompletableFuture<>();
        OpenStream stream = transport.open(place, owner, id, bytes -> {
            if (bytes[bytes.length - 1] == '\n') {
                greeting.complete(bytes);
            }
        });
        var _ = stream.ended().whenComplete((reply, failed) -> greeting.completeExceptionally(failed == null
                ? new RefusedException(reply)
                : failed));
        byte[] first;
        try {
            first = FolderTransport.join(greeting);
        } catch (RefusedException refused) {
            if (FolderRefusal.isTransient(refused.reply.status()) || refused.reply.status() == 200) {
                throw new IOException(FolderRefusal.message(refused.reply), refused);
            }
            throw FolderRefusal.of(refused.reply);
        }
        JsonObjectReader in = decoded(new Reply(200, first)).in();
        id = in.text("session");
        durability = FolderCodec.durability(in.object("durability"));
        if (firstLast < 0) {
            firstLast = in.integer("last");
        }
        return new OpenSession(id, owner, stream);
    }

    private void claimAgain(OpenSession opened, String run) throws IOException {
        FolderMessage claim = new FolderMessage(new JsonObjectBuilder()
                .with("call", FolderCodec.word(FolderCall.CLAIM)).with("run", run).json(), List.of());
        Reply reply = FolderTransport.join(transport.call(place, opened.owner, opened.id, claim.encode()));
        if (reply.status() == 200) {
            lost.remove(run);
        } else if (reply.status() == 409) {
            lost.add(run);
        } else {
            opened.stream.abort();
            throw new IOException(FolderRefusal.message(reply));
        }
    }

    private static FolderMessage decoded(Reply reply) throws IOException {
        try {
            return FolderMessage.decode(reply.body());
        } catch (IllegalArgumentException broken) {
            throw new IOException("the answer of the server is damaged: " + broken.getMessage(), broken);
        }
    }

    /** A session that was not opened. */
    private static final class RefusedException extends IOException {

        private static final long serialVersionUID = 1;

        private final transient Reply reply;

        private RefusedException(Reply reply) {
            super(null, null);
            this.reply = reply;
        }
    }
}
