package dev.waggle.server.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.server.access.AuditLog;
import dev.waggle.server.access.AuditLog.SolveCharge;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.agent.seat.SeatFacts.AskedSeat;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * All runs of a log, by their opening and closing facts, and the people that they wait for. The first question reads
 * those facts once; from then on each append costs what is new. Without notice of appends, each question reads what is
 * new. About 500 bytes a run. May be used by many threads.
 */
public final class RunCatalog implements AutoCloseable {

    private static final int MAX_TEXT = 200;
    private static final int PAGE = 4_096;
    private static final System.Logger LOG = System.getLogger(RunCatalog.class.getName());
    private static final List<Pattern> FACTS = List.of(Pattern.of("run:*"), Pattern.of("seat:*"),
            Pattern.of(SignalType.CONSENSUS_REACHED.text()), Pattern.of(AuditLog.COST.text()));

    private final SearchableJournal log;
    private final @Nullable Closeable following;
    private final NavigableMap<Long, RunLine> byEntry = new TreeMap<>();
    private final Map<String, Long> entries = new HashMap<>();
    /** Open requests by run, in the order in which they were asked; a run without any is absent. */
    private final Map<String, Map<SeatTurn, OpenSeat>> seats = new LinkedHashMap<>();
    private final Map<String, RunAccount> accounts = new HashMap<>();
    private long lastCharge;
    /** Number from which the facts of each pattern are still to be read. */
    private final Map<Pattern, Long> unread = new HashMap<>();
    private boolean isLoaded;

    /** The runs of that log. */
    public RunCatalog(FileJournal log) {
        this.log = log;
        this.following = log.follow(this::appended);
    }

    private RunCatalog(SearchableJournal log) {
        this.log = log;
        this.following = null;
    }

    /** The runs of a log that another process may write, so that each question reads what is new. */
    public static RunCatalog onDemand(SearchableJournal log) {
        return new RunCatalog(log);
    }

    /** A run that has begun in the log. */
    public synchronized Optional<RunLine> find(String run) {
        load();
        Long entry = entries.get(run);
        return entry == null ? Optional.empty() : Optional.ofNullable(byEntry.get(entry)).map(this::settled);
    }

    /**
     * Runs that fit, the latest first.
     *
     * @param before the number of the first entry of the run before which the list begins
     */
    public synchronized List<RunLine> latest(long before, int limit, Predicate<RunLine> filter) {
        load();
        List<RunLine> found = new ArrayList<>();
        for (RunLine logged : byEntry.headMap(before, false).descendingMap().values()) {
            RunLine line = settled(logged);
            if (filter.test(line)) {
                found.add(line);
                if (found.size() == limit) {
                    break;
                }
            }
        }
        return found;
    }

    /** The line with the cost that the audit entries of the run settle. */
    private RunLine settled(RunLine line) {
        RunAccount account = accounts.get(line.run());
        return account == null ? line : line.withCost(account.usd(), account.tokens());
    }

    /** Requests of a run to people that no entry of the log ends, in the order in which they were asked. */
    public synchronized List<OpenSeat> openSeats(String run) {
        load();
        return List.copyOf(seats.getOrDefault(run, Map.of()).values());
    }

    /** The same of all runs. */
    public synchronized List<OpenSeat> openSeats() {
        load();
        return seats.values().stream().flatMap(open -> open.values().stream())
                .sorted(Comparator.comparingLong(OpenSeat::entry)).toList();
    }

    /** Payer of a run; the owner for one that no token ordered. */
    synchronized RunAccount account(String run) {
        load();
        return accounts.getOrDefault(run, RunAccount.of(CallerIdentity.OWNER));
    }

    /** Number of runs. */
    public synchronized int size() {
        load();
        return byEntry.size();
    }

    @Override
    public void close() {
        if (following == null) {
            return;
        }
        try {
            following.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void load() {
        if (isLoaded && following != null) {
            return;
        }
        isLoaded = true;
        FACTS.forEach(this::load);
    }

    private void load(Pattern facts) {
        long from = unread.getOrDefault(facts, 1L);
        List<LogEntry> page;
        do {
            page = log.select(JournalQuery.ALL.startingAt(from).ofTypes(facts).withFirst(PAGE));
            page.forEach(this::accept);
            from = page.isEmpty() ? from : page.getLast().sequence() + 1;
        } while (page.size() == PAGE);
        unread.put(facts, from);
    }

    private synchronized void appended(List<LogEntry> some) {
        if (!isLoaded) {
            return; // The first question reads them.
        }
        for (LogEntry entry : some) {
            SignalType type = entry.signal().type();
            if (FACTS.stream().anyMatch(facts -> facts.matches(type))) { // What was read already changes nothing.
                accept(entry);
            }
        }
    }

    private void accept(LogEntry entry) {
        if (entry.signal().type().equals(AuditLog.COST)) {
            acceptCharge(entry);
            return;
        }
        String run = entry.signal().scope().run();
        if (run == null || !entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR)) {
            return;
        }
        if (entry.signal().type().equals(RunFacts.OPENED)) {
            entries.putIfAbsent(run, entry.sequence());
            byEntry.putIfAbsent(entry.sequence(), opened(run, entry));
        } else if (entry.signal().type().equals(RunFacts.CLOSED) && entries.containsKey(run)) {
            byEntry.computeIfPresent(entries.get(run), (_, line) -> closed(line, entry));
            seats.remove(run);
        } else if (entry.signal().payload() instanceof Payload.ConsensusReached reached && entries.containsKey(run)) {
            byEntry.computeIfPresent(entries.get(run), (_, line) -> line.withDecision(cut(reached.decision())));
        } else {
            acceptSeat(run, entry);
        }
    }

    private void acceptCharge(LogEntry entry) {
        if (entry.sequence() > lastCharge) {
            lastCharge = entry.sequence();
            SolveCharge.of(entry).ifPresent(charge -> accounts.merge(charge.run(),
                    RunAccount.of(charge.caller()).with(charge), (known, _) -> known.with(charge)));
        }
    }

    private void acceptSeat(String run, LogEntry entry) {
        SignalType type = entry.signal().type();
        try {
            if (type.equals(SeatFacts.ASKED)) {
                AskedSeat asked = SeatFacts.readAsked(FactBody.of(entry.signal()));
                seats.computeIfAbsent(run, _ -> new LinkedHashMap<>()).putIfAbsent(asked.turn(),
                        new OpenSeat(asked.turn(), entry.sequence(), tenant(run, entry),
                                entry.recordedAt(), asked.deadline()));
            } else if (SeatFacts.isReply(type)) {
                close(run, SeatFacts.readReply(type, FactBody.of(entry.signal())).turn());
            }
            updateStatus(run);
        } catch (IllegalArgumentException unreadable) {
            LOG.log(Level.WARNING, "entry " + entry.sequence() + " is no request to a person", unreadable);
        }
    }

    private @Nullable String tenant(String run, LogEntry entry) {
        Long opened = entries.get(run);
        RunLine line = opened == null ? null : byEntry.get(opened);
        return line == null ? entry.signal().scope().tenant() : line.tenant();
    }

    private void close(String run, SeatTurn turn) {
        seats.computeIfPresent(run, (_, open) -> {
            open.remove(turn);
            return open.isEmpty() ? null : open;
        });
    }

    private void updateStatus(String run) {
        Long entry = entries.get(run);
        RunLine line = entry == null ? null : byEntry.get(entry);
        if (entry == null || line == null) {
            return;
        }
        if (line.status() == RunStatus.FINISHED) {
            seats.remove(run); // It ended while it waited.
        } else {
            byEntry.put(entry, line.with(seats.containsKey(run) ? RunStatus.SUSPENDED : RunStatus.INTERRUPTED, null));
        }
    }

    private static RunLine opened(String run, LogEntry entry) {
        JsonObjectReader fact = fact(entry);
        String question = text(fact, "task");
        String taskType = text(fact, RunFacts.TASK_TYPE);
        return new RunLine(run, RunStatus.INTERRUPTED, cut(question), taskType.isEmpty() ? Task.GENERAL : taskType,
                entry.recordedAt(), entry.sequence(), RunTenant.of(entry)).withTitle(title(fact));
    }

    private static RunLine closed(RunLine line, LogEntry entry) {
        JsonObjectReader fact = fact(entry);
        return new RunLine(line.run(), RunStatus.FINISHED, line.question(), line.taskType(), line.startedAt(),
                entry.recordedAt(), text(fact, "ending"), fact.optionalFlag("decided"),
                fact.optionalNumber("confidence"), line.firstEntry(), entry.sequence(), null,
                line.tenant(), line.title(), line.decision(), line.costUsd(), line.costTokens());
    }

    private static @Nullable String title(JsonObjectReader fact) {
        String title = text(fact, "title");
        return title.isEmpty() ? null : cut(title);
    }

    private static String cut(String text) {
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }

    private static JsonObjectReader fact(LogEntry entry) {
        JsonValue data = entry.signal().payload() instanceof Payload.Open open ? open.data() : null;
        return JsonObjectReader.root("the fact", data == null ? new JsonValue.Obj(Map.of()) : data);
    }

    private static String text(JsonObjectReader fact, String name) {
        @Nullable JsonValue value = fact.optional(name);
        return value instanceof JsonValue.Str words ? words.value() : "";
    }
}
