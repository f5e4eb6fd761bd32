package dev.waggle.server.access;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;

/**
 * Audit entries in the log of the folder, of type {@code server:audit}, and of type {@code server:cost} for the money
 * of solves. Refusals have a quota for each minute, because anybody causes them; further ones are counted in one entry.
 * May be used by many threads.
 */
public final class AuditLog implements AutoCloseable {

    /** Type of the entries. */
    public static final SignalType TYPE = SignalType.custom("server:audit");

    /** Type of the entries on the cost of a solve, by which the token that ordered a run is found quickly. */
    public static final SignalType COST = SignalType.custom("server:cost");

    /** Refusals with an entry of their own in a minute: more than a person reads. */
    static final int MAX_REFUSALS = 30;

    private static final Emission BY_SERVER = Emission.by(Emission.SERVER);
    private static final long WINDOW = Duration.ofMinutes(1).toNanos();
    private static final int MAX_TEXT = 200;
    private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());

    private final Journal journal;
    private final SecretSet secrets;
    private final World world;
    private long windowBegan;
    private int refusals;
    private long omitted;

    /**
     * An audit log.
     *
     * @param journal the log of the folder
     * @param secrets what is masked, such as the keys of models
     */
    public AuditLog(Journal journal, SecretSet secrets, World world) {
        this.journal = journal;
        this.secrets = secrets;
        this.world = world;
        windowBegan = world.nanos();
    }

    /** True for an entry that a server recorded here. */
    public static boolean isAudit(LogEntry entry) {
        SignalType type = entry.signal().type();
        return entry.emission().equals(BY_SERVER) && (type.equals(TYPE) || type.equals(COST));
    }

    /**
     * Audit entry on the cost of a solve: its reservation, which costs nothing yet, or a settlement.
     *
     * @param caller the name of the token that pays
     * @param run the run
     * @param usd the settled cost in US dollars
     * @param tokens the settled tokens of models
     */
    public record SolveCharge(String caller, String run, double usd, long tokens) {

        /** The charge of an entry of the log; empty for any other entry. */
        public static Optional<SolveCharge> of(LogEntry entry) {
            if (!isAudit(entry) || !entry.signal().type().equals(COST)
                    || !(entry.signal().payload() instanceof Payload.Open(var _, var _, var data, var _))
                    || !(data instanceof JsonValue.Obj fields)) {
                return Optional.empty();
            }
            JsonObjectReader in = JsonObjectReader.root("a charge", fields);
            boolean isSettled = in.text(AuditEvent.EVENT).equals(AuditEvent.SETTLED);
            return Optional.of(new SolveCharge(in.text("caller"), in.text("run"),
                    isSettled ? in.nonNegative("usd") : 0, isSettled ? in.integer("tokens") : 0));
        }
    }

    /** Records an event; a failure is logged, because the request itself has been answered. */
    void record(AuditEvent event) {
        try {
            require(event);
        } catch (UncheckedIOException | IllegalStateException failed) {
            LOG.log(Level.WARNING, "an audit entry was not written: " + failed.getMessage());
        }
    }

    /**
     * Records an event on which money depends.
     *
     * @throws UncheckedIOException when it was not kept for certain
     */
    void require(AuditEvent event) {
        JsonValue safe = safe(event.json());
        Signal signal = new Signal(world.nextId("sig"), typeOf(event), Source.named(Emission.SERVER), world.now(),
                new Payload.Open(null, null, safe, null), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
        LogEntry _ = journal.append(signal, BY_SERVER, world.now());
    }

    private static SignalType typeOf(AuditEvent event) {
        return switch (event) {
            case AuditEvent.Answered _, AuditEvent.Refused _, AuditEvent.Omitted _ -> TYPE;
            case AuditEvent.Reserved _, AuditEvent.Settled _ -> COST;
        };
    }

    /** Records a refusal within the quota, else counts it. */
    void recordRefusal(AuditEvent.Refused refusal) {
        long summary;
        boolean isWithin;
        synchronized (this) {
            summary = rollWindow();
            isWithin = refusals < MAX_REFUSALS;
            if (isWithin) {
                refusals++;
            } else {
                omitted++;
            }
        }
        recordOmitted(summary);
        if (isWithin) {
            record(refusal);
        }
    }

    /** Records the number of refusals that have no entry yet. */
    @Override
    public void close() {
        long rest;
        synchronized (this) {
            rest = omitted;
            omitted = 0;
        }
        recordOmitted(rest);
    }

    /** Reads the cost events since a moment, the oldest first. */
    void readCosts(Instant since, Consumer<JsonValue.Obj> reader) {
        long next = firstSince(since);
        List<LogEntry> page = journal.read(next, Journal.READ_AT_ONCE);
        while (!page.isEmpty()) {
            for (LogEntry entry : page) {
                if (isAudit(entry) && entry.signal().payload() instanceof Payload.Open(var _, var _, var data, var _)
                        && data instanceof JsonValue.Obj fields) {
                    reader.accept(fields);
                }
            }
            next = page.getLast().sequence() + 1;
            page = journal.read(next, Journal.READ_AT_ONCE);
        }
    }

    /** The first number of that moment or later, by bisection: time never steps back in a log. */
    private long firstSince(Instant since) {
        long low = 1;
        long high = 1;
        while (isBefore(high, since)) {
            low = high;
            high *= 2;
        }
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (isBefore(middle, since)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** True if there is an entry from that number on, and it is older than the moment. */
    private boolean isBefore(long sequence, Instant since) {
        List<LogEntry> found = journal.read(sequence, 1);
        return !found.isEmpty() && found.getFirst().recordedAt().isBefore(since);
    }

    private long rollWindow() {
        long now = world.nanos();
        if (now - windowBegan < WINDOW) {
            return 0;
        }
        long summary = omitted;
        windowBegan = now;
        refusals = 0;
        omitted = 0;
        return summary;
    }

    private void recordOmitted(long count) {
        if (count > 0) {
            record(new AuditEvent.Omitted(count));
        }
    }

    /** The fields with texts cut and without secrets. */
    private JsonValue.Obj safe(JsonValue.Obj fields) {
        return new JsonValue.Obj(fields.fields().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                field -> field.getValue() instanceof JsonValue.Str(String text) ? JsonValue.of(safe(text))
                        : field.getValue(),
                (first, _) -> first, LinkedHashMap::new)));
    }

    private String safe(String text) {
        String masked = secrets.maskError(text.length() > 4 * MAX_TEXT ? text.substring(0, 4 * MAX_TEXT) : text);
        return masked.length() > MAX_TEXT ? masked.substring(0, MAX_TEXT) : masked;
    }
}
