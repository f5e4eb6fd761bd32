package dev.waggle.cli.runs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.file.Damage;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Profile;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.solve.LoggedRun;
import dev.waggle.swarm.solve.Replay;
import dev.waggle.swarm.solve.Swarm;

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

    /** The same of a log that has damaged places: what came out again may not be all that there was. */
    public Verdict with(List<Damage> damages) {
        if (damages.isEmpty()) {
            return this;
        }
        return isEqual()
                ? new Verdict(run, Kind.DAMAGED, entries, equal, told, damages.getFirst().words(), damages.size())
                : new Verdict(run, kind, entries, equal, told, why, damages.size());
    }

    /** Does a run again by its log alone: nobody is asked and nothing is written. */
    public static Verdict on(String run, List<LogEntry> entries) {
        LoggedRun logged;
        Replay replay;
        try {
            logged = LoggedRun.of(run, entries);
            try (Swarm swarm = new Swarm(StandIns.of(logged).withJournal(new LoggedAnswers(entries)))) {
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

    /** In one line; what departs or is damaged, in two. */
    public String words() {
        return switch (kind) {
            case EQUAL -> "equal: " + counted() + rest();
            case OPEN -> "equal as far as it goes: " + counted() + ", no end" + rest();
            case DAMAGED -> "damaged: " + counted() + " came out again, others are lost" + places()
                    + System.lineSeparator() + "  " + why;
            case DEPARTS ->
                "departs at entry " + (equal + 1) + " of " + entries + places() + System.lineSeparator() + "  "
                        + why.lines().findFirst().orElse("");
            case UNKNOWN -> "cannot be replayed: " + why.lines().findFirst().orElse("");
        };
    }

    public JsonValue toJson() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("run", JsonValue.of(run));
        fields.put("verdict", JsonValue.of(kind.words()));
        fields.put("entries", JsonValue.of(entries));
        fields.put("equal", JsonValue.of(equal));
        fields.put("told", JsonValue.of(told));
        if (!isEqual()) {
            fields.put("why", JsonValue.of(why));
        }
        if (damaged > 0) {
            fields.put("damaged", JsonValue.of(damaged));
        }
        return JsonValue.of(fields);
    }

    private String counted() {
        return equal + (equal == 1 ? " entry" : " entries");
    }

    private String places() {
        return damaged == 0 ? "" : " (" + damaged + (damaged == 1 ? " place" : " places") + " of the journal damaged)";
    }

    /** What models told is not computed again, and what they told in work under way stands behind what is. */
    private String rest() {
        return (told == 0 ? "" : ", " + told + " of them as models told them")
                + (equal == entries ? "" : " (" + (entries - equal) + " more belong to work that was under way)");
    }
}
