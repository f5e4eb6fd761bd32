package dev.waggle.swarm.runlog;

import java.util.Optional;

import dev.waggle.signal.log.LogEntry;

/** End of a replay at a place without a next entry: the log ends there, or an entry is missing. */
public final class ReplayEnd {

    private ReplayEnd() {}

    /** A replay reached the end of its log. */
    public static final class EndOfLogException extends IllegalStateException {

        private static final long serialVersionUID = 1;

        /** The log of that run ends. */
        public EndOfLogException(String run) {
            super("the log of " + run + " ends here");
        }
    }

    /**
     * Exception for the end of the log; a divergence when later entries exist.
     *
     * @param missing the missing entry, for example {@code who is called in round 3}
     * @param beyond the first later entry that can only stand behind the missing one
     */
    public static IllegalStateException missing(String run, ReplayLog replayLog, String missing,
            Optional<LogEntry> beyond) {
        String words = "the log of " + run + " does not say " + missing;
        return beyond.<IllegalStateException>map(entry -> departure(words, replayLog, entry))
                .orElseGet(() -> new EndOfLogException(run));
    }

    /** Divergence of a solve that ends before its log. */
    public static Optional<ReplayDivergedException> surplus(String run, ReplayLog replayLog) {
        String words = "the solve " + run + " is over";
        return replayLog.isExhausted() ? Optional.empty() : Optional.of(departure(words, replayLog, replayLog.next()));
    }

    private static ReplayDivergedException departure(String words, ReplayLog replayLog, LogEntry entry) {
        long at = replayLog.position() + 1L;
        return new ReplayDivergedException(at, words + ", and yet its log goes on at entry " + at + " with "
                + entry.signal().type() + " by " + entry.emission().by() + " (log number " + entry.sequence()
                + ")\nMaybe entries are damaged or were taken away: waggle log verify tells.");
    }
}
