package dev.waggle.cli.runs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
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
 * @param why what stands there and what came out, or why nothing could be compared; empty where all is equal
 */
public record Verdict(String run, Kind kind, long entries, long equal, String why) {

    /** How a comparison ends. */
    public enum Kind {
        /** All entries came out again. */
        EQUAL("equal"),
        /** All entries came out again, and the log has no end. */
        OPEN("equal as far as it goes"),
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
            return new Verdict(run, Kind.UNKNOWN, entries.size(), 0, String.valueOf(cannot.getMessage()));
        }
        Optional<String> departure = replay.departure();
        Kind kind = departure.isPresent() ? Kind.DEPARTS : logged.isClosed() ? Kind.EQUAL : Kind.OPEN;
        return new Verdict(run, kind, replay.entries(), replay.equal(), departure.orElse(""));
    }

    /** Whether nothing came out otherwise. */
    public boolean isEqual() {
        return switch (kind) {
            case EQUAL, OPEN -> true;
            case DEPARTS, UNKNOWN -> false;
        };
    }

    /** In one line; what departs, in two. */
    public String words() {
        return switch (kind) {
            case EQUAL -> "equal: " + counted() + rest();
            case OPEN -> "equal as far as it goes: " + counted() + ", no end" + rest();
            case DEPARTS -> "departs at entry " + (equal + 1) + " of " + entries + System.lineSeparator() + "  "
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
        if (!isEqual()) {
            fields.put("why", JsonValue.of(why));
        }
        return JsonValue.of(fields);
    }

    private String counted() {
        return equal + (equal == 1 ? " entry" : " entries");
    }

    /** Facts of work under way stand behind what can be done again. */
    private String rest() {
        return equal == entries ? "" : " (" + (entries - equal) + " more belong to work that was under way)";
    }
}
