package dev.waggle.server.folder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RunClaimRegistry;

/**
 * The log of a data folder that another process owns. An append returns when the owner's append has returned. A claim
 * ends with the connection of this process. Many threads may use it.
 */
final class RemoteJournal implements SearchableJournal {

    private final FolderClient client;
    private final boolean isSynced;
    private final RunClaimRegistry claims = new RunClaimRegistry();
    /** The highest number that the owner has named: what it appends from now on is above. */
    private final AtomicLong last;
    private volatile boolean isClosed;

    /**
     * A journal on a connection, which its owner closes.
     *
     * @param isSynced whether an entry is on the disk when its append returns, for any durability of the owner
     */
    RemoteJournal(FolderClient client, boolean isSynced) {
        this.client = client;
        this.isSynced = isSynced;
        this.last = new AtomicLong(client.session().firstLast());
    }

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        if (isClosed) {
            throw new IllegalStateException("the journal is closed, signal " + signal.id() + " was not appended");
        }
        client.session().requireClaims(signal.scope().run());
        JsonObjectReader answer = client.call(FolderCall.APPEND,
                new JsonObjectBuilder().with("after", last.get()).with("sync", isSynced),
                List.of(new LogEntry(1, recordedAt, emission, signal))).in();
        long sequence = answer.integer("seq");
        var _ = last.accumulateAndGet(sequence, Math::max);
        return new LogEntry(sequence, Instant.parse(answer.text("recordedAt")), emission, signal);
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        if (fromSequence < 1 || limit < 0) {
            throw new IllegalArgumentException(
                    "read needs fromSequence >= 1 and limit >= 0, got " + fromSequence + " and " + limit);
        }
        return select(JournalQuery.fromSequence(fromSequence).withFirst(limit));
    }

    @Override
    public List<LogEntry> entriesOf(String run) {
        return select(JournalQuery.ALL.ofRun(run));
    }

    /** Reads page by page. The last entries are read from the first of them on. */
    @Override
    public List<LogEntry> select(JournalQuery query) {
        long from = query.fromSequence();
        if (query.end() == JournalQuery.End.LAST) {
            from = client.call(FolderCall.FIRST, new JsonObjectBuilder().with("query", FolderCodec.query(query))).in()
                    .integer("seq");
        }
        List<LogEntry> all = new ArrayList<>();
        boolean isMore = from > 0 && query.limit() > 0;
        while (isMore) {
            JournalQuery rest = query.startingAt(from).withFirst(query.limit() - all.size());
            FolderMessage page = client.call(FolderCall.SELECT,
                    new JsonObjectBuilder().with("query", FolderCodec.query(rest)));
            all.addAll(page.entries());
            isMore = page.in().flag("more") && !page.entries().isEmpty() && all.size() < query.limit();
            from = page.entries().isEmpty() ? from : page.entries().getLast().sequence() + 1;
        }
        return List.copyOf(all);
    }

    /** Claims a run in this process, then at the owner. */
    @Override
    public Claim claim(String run) {
        Claim own = claims.claim(run);
        try {
            client.claim(run);
        } catch (RuntimeException | Error refused) {
            own.close();
            throw refused;
        }
        return new OwnersClaim(run, own);
    }

    @Override
    public Durability durability() {
        Durability owners = client.session().durability();
        return isSynced && owners instanceof Durability.Every ? Durability.everyAppend() : owners;
    }

    @Override
    public void sync() {
        var _ = client.call(FolderCall.SYNC, new JsonObjectBuilder());
    }

    /** The highest number that the owner has named. */
    long lastKnown() {
        return last.get();
    }

    /** Ends writing; the connection stays open for readers until its owner closes it. */
    @Override
    public void close() {
        isClosed = true;
    }

    private final class OwnersClaim implements Claim {

        private final String run;
        private final Claim own;
        private boolean isOver;

        private OwnersClaim(String run, Claim own) {
            this.run = run;
            this.own = own;
        }

        @Override
        public synchronized void close() {
            if (isOver) {
                return;
            }
            isOver = true;
            try (own) {
                client.release(run);
            }
        }
    }
}
