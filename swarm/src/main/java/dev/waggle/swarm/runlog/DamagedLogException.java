package dev.waggle.swarm.runlog;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.call.CallOutcome;

/** Damaged log: an entry of a run cannot be read, so the solve cannot be replayed along it. */
public final class DamagedLogException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final long sequence;

    private DamagedLogException(long sequence, String message, RuntimeException cause) {
        super(message, cause);
        this.sequence = sequence;
    }

    /**
     * Creates the exception for an unreadable entry.
     *
     * @param log name of the log, for example {@code log of run-7}
     * @param cause error of reading it
     */
    static DamagedLogException at(String log, LogEntry entry, RuntimeException cause) {
        return of(log, "at entry " + describe(entry), entry, cause);
    }

    /** Creates the exception for an unreadable first entry of a run. */
    public static DamagedLogException atBeginning(String run, LogEntry entry, RuntimeException cause) {
        return at("log of " + run, entry, cause);
    }

    /** Unreadable answer right before that entry, or the entry itself. */
    public static DamagedLogException before(String run, LogEntry entry, RuntimeException cause) {
        return of("log of " + run, "at or right before entry " + describe(entry), entry, cause);
    }

    private static DamagedLogException of(String log, String place, LogEntry entry, RuntimeException cause) {
        return new DamagedLogException(entry.sequence(), "the " + log + " cannot be understood " + place + ": "
                + CallOutcome.Failed.describe(cause)
                + "\nMaybe it is damaged, which waggle log verify tells, or of another version.", cause);
    }

    private static String describe(LogEntry entry) {
        return entry.sequence() + " (" + entry.signal().type() + " by " + entry.emission().by() + ")";
    }

    /** The number of the entry in its journal. */
    public long sequence() {
        return sequence;
    }
}
