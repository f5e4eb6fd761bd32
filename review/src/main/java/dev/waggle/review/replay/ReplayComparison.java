package dev.waggle.review.replay;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.review.ReadOnlyJournal;
import dev.waggle.signal.Profile;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;

/**
 * Result of comparing a run with its log.
 *
 * @param run the solve
 * @param kind ending of the comparison
 * @param entries number of its entries in the log
 * @param equal number of entries, from the first, that the replay reproduced
 * @param harnessEntries number of equal entries from harnesses: they have no second source, so they are taken from
 *         the log
 * @param reason the logged and the replayed content, or the reason why nothing could be compared; empty if all is equal
 * @param damaged number of unreadable places of the journal that may have held its entries
 * @param redacted number of its entries in which a text was redacted
 */
public record ReplayComparison(String run, Kind kind, long entries, long equal, long harnessEntries, String reason,
        int damaged, long redacted) {

    /** Ending of a comparison. */
    public enum Kind {
        /** All entries were reproduced. */
        EQUAL("equal"),
        /** All entries were reproduced, and the log has no end. */
        OPEN("equal as far as it goes"),
        /** All readable entries were reproduced, and others may be lost. */
        DAMAGED("damaged"),
        /** An entry came out otherwise. */
        DEPARTS("departs"),
        /** An entry came out otherwise in a run with redacted entries, which may be the reason. */
        REDACTED("redacted"),
        /** Entries were imported, so their emitters are claims of a file and their numbers are others. */
        IMPORTED("imported"),
        /** Nothing could be compared. */
        UNKNOWN("cannot be replayed");

        private final String wireName;

        Kind(String words) {
            this.wireName = words;
        }

        /** Name for people and programs. */
        public String wireName() {
            return wireName;
        }

        /** True if there is no difference and no lost entry. */
        public boolean isEqual() {
            return switch (this) {
                case EQUAL, OPEN -> true;
                case DAMAGED, DEPARTS, REDACTED, IMPORTED, UNKNOWN -> false;
            };
        }
    }

    /** The same for a log with damage, each place in words: entries that were equal may not be all that there were. */
    public ReplayComparison withDamage(List<String> places) {
        if (places.isEmpty()) {
            return this;
        }
        return isEqual()
                ? new ReplayComparison(run, Kind.DAMAGED, entries, equal, harnessEntries, places.getFirst(),
                        places.size(), redacted)
                : new ReplayComparison(run, kind, entries, equal, harnessEntries, reason, places.size(), redacted);
    }

    /**
     * The same for a journal in which texts were redacted: with a redacted entry, a difference is no departure of the
     * solve from its log.
     */
    public ReplayComparison withRedactions() {
        boolean isExplained = redacted > 0 && (kind == Kind.DEPARTS || kind == Kind.UNKNOWN);
        return isExplained
                ? new ReplayComparison(run, Kind.REDACTED, entries, equal, harnessEntries, reason, damaged, redacted)
                : this;
    }

    /** Replays a run of a journal and compares it with its entries. Nothing is asked and nothing is written. */
    public static ReplayComparison of(Journal journal, String run) {
        return of(run, journal.entriesOf(run), LoggedRun::config);
    }

    /**
     * Replays a run from its entries and compares it with them. No call is made and nothing is written.
     *
     * @param config the configuration of the run, without services that can be called
     */
    public static ReplayComparison of(String run, List<LogEntry> entries, Function<LoggedRun, SwarmConfig> config) {
        ReplayComparison compared = compare(run, entries, config);
        long imported = entries.stream().filter(entry -> entry.emission().by().equals(Emission.IMPORTER)).count();
        return imported == 0 || compared.isEqual()
                ? compared
                : new ReplayComparison(run, Kind.IMPORTED, entries.size(), 0, 0, imported
                        + " of its entries were imported, so their emitters are claims of a file;"
                        + " replay the journal that they come from", 0, compared.redacted());
    }

    private static ReplayComparison compare(String run, List<LogEntry> entries,
            Function<LoggedRun, SwarmConfig> config) {
        long redacted = entries.stream().filter(RedactionFact::isRedacted).count();
        LoggedRun logged;
        ReplayResult replay;
        try {
            logged = LoggedRun.of(run, entries);
            try (Swarm swarm = new Swarm(config.apply(logged).withJournal(new ReadOnlyJournal(entries)))) {
                replay = swarm.replay(run);
            }
        } catch (IllegalArgumentException | IllegalStateException cannot) {
            return new ReplayComparison(run, Kind.UNKNOWN, entries.size(), 0, 0, String.valueOf(cannot.getMessage()),
                    0, redacted);
        }
        Optional<String> departure = replay.divergence();
        Kind kind = departure.isPresent() ? Kind.DEPARTS : logged.isClosed() ? Kind.EQUAL : Kind.OPEN;
        long fromModels = entries.stream().limit(replay.equalEntries())
                .filter(entry -> entry.signal().type().profile() == Profile.HARNESS).count();
        return new ReplayComparison(run, kind, replay.entries(), replay.equalEntries(), fromModels,
                departure.orElse(""), 0, redacted);
    }

    /** True if there is no difference and no lost entry. */
    public boolean isEqual() {
        return kind.isEqual();
    }
}
