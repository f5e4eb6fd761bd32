package dev.waggle.cli.explain;

import java.util.List;

import dev.waggle.cli.terminal.Screen;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.log.LogEntry;

/** Why a run decided as it did, for people and for programs. */
public final class ExplainedRun {

    /** Deepest tree of causes that can be asked for. */
    public static final int MAX_DEPTH = CauseTree.MAX_DEPTH;

    private final Explanation why;

    private ExplainedRun(Explanation why) {
        this.why = why;
    }

    /**
     * Explains a run.
     *
     * @param entries what the log holds of it, in order
     * @param depth how many levels of the tree of causes, 0..{@value CauseTree#MAX_DEPTH}
     * @param notes what the reader has to know besides, each a sentence
     */
    public static ExplainedRun of(String run, List<LogEntry> entries, int depth, List<String> notes) {
        return new ExplainedRun(Explanation.of(run, entries, depth, notes));
    }

    /** Whether the votes in the log come to what the log says; true as well when it says nothing. */
    public boolean isAsLogged() {
        return why.departures().isEmpty();
    }

    /** Writes it for a person, at most so wide. */
    public void write(Screen screen, int width) {
        ExplainReport.write(why, screen, width);
    }

    public JsonValue json() {
        return ExplainJson.of(why);
    }
}
