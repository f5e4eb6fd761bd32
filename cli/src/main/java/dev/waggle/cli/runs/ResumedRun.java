package dev.waggle.cli.runs;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.runlog.WorkFacts;

/**
 * A resumed solve.
 *
 * @param run its id
 * @param known the ids of the signals that its log holds
 * @param setup the setup of its call
 * @param memory its memory until now
 */
public record ResumedRun(String run, Set<String> known, RunSetup setup, RunMemory memory) {

    public ResumedRun {
        known = Set.copyOf(known);
    }

    /** The rest of a run with these entries in its log, which was begun with that setup. */
    public static ResumedRun of(LoggedRun logged, List<LogEntry> entries, RunSetup setup) {
        Set<String> known = entries.stream().map(entry -> entry.signal().id()).collect(Collectors.toSet());
        return new ResumedRun(logged.run(), known, setup,
                new RunMemory(logged.config().services().experience().memory(),
                        entries.stream().anyMatch(WorkFacts::isWorkFact), false));
    }

    /** The same, but nothing more is recalled or stored. */
    public ResumedRun withoutMemory() {
        return new ResumedRun(run, known, setup, new RunMemory(memory.logged(), memory.hasBegun(), true));
    }

    /**
     * Memory of a run in its log.
     *
     * @param logged the memory with the answers in the log; {@link SharedMemory#NONE} if it asked none
     * @param hasBegun true if any work is in the log, so that a run without memory stays without one
     * @param isOff true if nothing more is to be recalled or stored
     */
    public record RunMemory(SharedMemory logged, boolean hasBegun, boolean isOff) {

        /** The settings for the rest of the run. */
        public MemorySettings settings(MemorySettings asked) {
            boolean isWithout = hasBegun && logged.equals(SharedMemory.NONE);
            return isOff || isWithout ? MemorySettings.NONE : asked;
        }
    }
}
