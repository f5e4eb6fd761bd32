package dev.waggle.swarm.review.replay;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.signal.Profile;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Replay;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.review.LoggedAnswers;

/**
 * What came of comparing a run with its log.
 *
 * @param run the solve
 * @param kind how it ended
 * @param entries how many entries the log has of it
 * @param equal how many of them, from the first, came out as they stand there
 * @param told how many of the equal ones are what models told: they have no second source, so they are taken from the log
 * @param why what stands there and what came out, or why nothing could be compared; empty where all is equal
 * @param damaged how many places of the journal cannot be read that may have held entries of it
 */
public record Verdict(String run, Kind kind, long entries, long equal, long told, String why, int damaged) {

    /** How a comparison ends. */
    public enum Kind {
        /** All entries came out again. */
        EQUAL("equal"),
        /** All entries came out again, and the log has no end. */
        OPEN("equal as far as it goes"),
        /** All entries that can be read came out again, and others may be lost. */
        DAMAGED("damaged"),
        /** An entry came out otherwise. */
        DEPARTS("departs"),
        /** Nothing could be compared. */
        UNKNOWN("cannot be replayed");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For people and programs. */
        public String words() {
            return words;
        }

        /** Whether nothing came out otherwise, and nothing is lost. */
        public boolean isEqual() {
            return switch (this) {
                case EQUAL, OPEN -> true;
                case DAMAGED, DEPARTS, UNKNOWN -> false;
            };
        }
    }

    /** The same for a log with damage, each place in words: entries that were equal may not be all that there were. */
    public Verdict withDamage(List<String> places) {
        if (places.isEmpty()) {
            return this;
        }
        return isEqual()
                ? new Verdict(run, Kind.DAMAGED, entries, equal, told, places.getFirst(), places.size())
                : new Verdict(run, kind, entries, equal, told, why, places.size());
    }

    /** Replays a run of a journal and compares it with its entries. Nothing is asked and nothing is written. */
    public static Verdict on(Journal journal, String run) {
        return on(run, journal.entriesOf(run), LoggedRun::config);
    }

    /**
     * Replays a run from its entries alone and compares it with them. Nothing is asked and nothing is written.
     *
     * @param config the configuration of the run, without anything that can be asked
     */
    public static Verdict on(String run, List<LogEntry> entries, Function<LoggedRun, SwarmConfig> config) {
        LoggedRun logged;
        Replay replay;
        try {
            logged = LoggedRun.of(run, entries);
            try (Swarm swarm = new Swarm(config.apply(logged).withJournal(new LoggedAnswers(entries)))) {
                replay = swarm.replay(run);
            }
        } catch (IllegalArgumentException | IllegalStateException cannot) {
            return new Verdict(run, Kind.UNKNOWN, entries.size(), 0, 0, String.valueOf(cannot.getMessage()), 0);
        }
        Optional<String> departure = replay.departure();
        Kind kind = departure.isPresent() ? Kind.DEPARTS : logged.isClosed() ? Kind.EQUAL : Kind.OPEN;
        long told = entries.stream().limit(replay.equal())
                .filter(entry -> entry.signal().type().profile() == Profile.HARNESS).count();
        return new Verdict(run, kind, replay.entries(), replay.equal(), told, departure.orElse(""), 0);
    }

    /** Whether nothing came out otherwise, and nothing is lost. */
    public boolean isEqual() {
        return kind.isEqual();
    }
}
