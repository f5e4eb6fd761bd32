package dev.waggle.swarm.runlog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/**
 * Journal as one solve writes it. While there is a {@link ReplayLog}, nothing is appended: each signal of the solve is
 * compared with the entry there, and the first difference ends it. Behind the replayed entries it appends, with the
 * real date. A refusal by the journal is recorded in the place of the signal, so that a replay refuses the same.
 *
 * <p>A bus continues after some failures of its journal. Here, a failure that ended the solve ends it again at every
 * later append.
 */
public final class RunJournal implements Journal {

    private static final Source RUNTIME = Source.named(InfrastructureNames.ORCHESTRATOR);
    private static final Emission BY_RUNTIME = Emission.by(InfrastructureNames.ORCHESTRATOR);

    private final String run;
    private final Journal journal;
    private final ReplayLog replayLog;
    private final ReplayContext.ReplayMode mode;
    /** The date of the entries. */
    private final World realWorld;
    private final World ids;
    private long appended;
    private @Nullable IllegalStateException end;

    /**
     * The journal of that run.
     *
     * @param ids the date of the solve, and ids for its own facts
     */
    public RunJournal(String run, ReplayContext replay, World ids) {
        this.run = run;
        this.ids = ids;
        journal = replay.journal();
        replayLog = replay.log();
        mode = replay.mode();
        realWorld = replay.realWorld();
    }

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        if (end != null) {
            throw end;
        }
        if (!replayLog.isExhausted()) {
            return compare(signal, emission);
        }
        if (mode == ReplayContext.ReplayMode.REPLAY) {
            throw end(new ReplayEnd.EndOfLogException(run));
        }
        try {
            LogEntry entry = journal.append(signal, emission, realWorld.now());
            appended++;
            return entry;
        } catch (IllegalArgumentException refused) {
            recordRefusal(signal, emission, CallOutcome.Failed.describe(refused));
            throw refused;
        }
    }

    /** Number of entries of the run so far. */
    public long entries() {
        return replayLog.position() + appended;
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return journal.read(fromSequence, limit);
    }

    @Override
    public Durability durability() {
        return journal.durability();
    }

    @Override
    public void sync() {
        if (replayLog.isExhausted() && mode == ReplayContext.ReplayMode.LIVE) {
            journal.sync();
        }
    }

    /** The journal is its maker's to close. */
    @Override
    public void close() {}

    private LogEntry compare(Signal signal, Emission emission) {
        LogEntry there = replayLog.next();
        if (RefusalFacts.isRefusal(there) && RefusalFacts.read(there.signal()).id().equals(signal.id())) {
            replayLog.advance();
            var _ = ids.nextId("sig"); // The id of the fact there, so that the next fact gets another.
            throw new IllegalArgumentException(RefusalFacts.read(there.signal()).reason());
        }
        if (!there.signal().equals(signal) || !there.emission().equals(emission)) {
            throw end(new ReplayDivergedException(replayLog.position() + 1L,
                    difference(there, signal, emission)));
        }
        replayLog.advance();
        return there;
    }

    private String difference(LogEntry there, Signal now, Emission by) {
        FirstDifference first = FirstDifference.of("", parts(there.signal(), there.emission()), parts(now, by));
        return "the log of " + run + " and the solve that is done again part at entry "
                + (replayLog.position() + 1) + " ("
                + there.signal().type().text() + " by " + there.emission().by() + ", log number " + there.sequence()
                + "): " + first.path() + ": was " + first.was() + ", would now be " + first.is()
                + "\nMaybe the version, the agents or the configuration changed since, or an agent is not"
                + " deterministic. Nothing was appended.";
    }

    /** Parts of a signal, the most important first. */
    private static Map<String, Object> parts(Signal signal, Emission by) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("type", signal.type());
        parts.put("emission", by);
        parts.put("payload", signal.payload());
        parts.put("id", signal.id());
        parts.put("source", signal.source());
        parts.put("time", signal.time());
        parts.put("scope", signal.scope());
        parts.put("links", signal.links());
        parts.put("grading", signal.grading());
        parts.put("lifetime", signal.lifetime());
        parts.put("audience", signal.audience());
        parts.put("extensions", signal.extensions());
        return parts;
    }

    private void recordRefusal(Signal refused, Emission emission, String reason) {
        Stamp stamp = new Stamp(ids.nextId("sig"), RUNTIME, ids.now(),
                new Scope(null, null, run, refused.scope().round(), null));
        try {
            journal.append(RefusalFacts.fact(stamp, refused, emission, reason), BY_RUNTIME, realWorld.now());
            appended++;
        } catch (IllegalArgumentException refusedAgain) {
            System.getLogger(RunJournal.class.getName()).log(System.Logger.Level.WARNING,
                    "the journal could not hold signal " + refused.id() + ", nor that it could not", refusedAgain);
        }
    }

    private IllegalStateException end(IllegalStateException cause) {
        end = cause;
        return cause;
    }
}
