package dev.waggle.setup.folder;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Beginning of a run, by the first entry of its log. It needs no strategy and no lens that only its program knows.
 *
 * @param run the id of the run
 * @param task its question
 * @param setup the data of the program that began it, if it logged any
 */
public record RunOpening(String run, Task task, Optional<JsonValue> setup) {

    /**
     * Reads the beginning of a run.
     *
     * @param entries the entries of the run, in order; the first is enough
     * @throws IllegalArgumentException when they do not begin as a run does
     */
    public static RunOpening of(String run, List<LogEntry> entries) {
        if (entries.isEmpty() || !entries.getFirst().signal().type().equals(RunFacts.OPENED)) {
            throw new IllegalArgumentException("the log of " + run + " does not begin with " + RunFacts.OPENED
                    + "\nMaybe its beginning was compacted away, or it is the id of something else.");
        }
        JsonObjectReader opened = FactBody.of(entries.getFirst().signal());
        return new RunOpening(run, LoggedRun.task(opened), Optional.ofNullable(opened.optional(RunFacts.SETUP)));
    }
}
