package dev.waggle.cli.command.solve;

import java.util.Set;

import dev.waggle.cli.runs.RunSetup;
import dev.waggle.setup.MemorySettings;
import dev.waggle.swarm.memory.SharedMemory;

/**
 * A resumed solve.
 *
 * @param run its id
 * @param known the ids of the signals that its log holds
 * @param setup the setup of its call
 * @param memory its memory until now
 */
record ResumedRun(String run, Set<String> known, RunSetup setup, RunMemory memory) {
    ResumedRun {
        known = Set.copyOf(known);
    }

    /**
     * Memory of a run in its log.
     *
     * @param logged the memory with the answers in the log; {@link SharedMemory#NONE} if it asked none
     * @param hasBegun true if any work is in the log, so that a run without memory stays without one
     * @param isOff true if nothing more is to be recalled or stored
     */
    record RunMemory(SharedMemory logged, boolean hasBegun, boolean isOff) {

        /** The settings for the rest of the run. */
        MemorySettings settings(MemorySettings asked) {
            boolean isWithout = hasBegun && logged.equals(SharedMemory.NONE);
            return isOff || isWithout ? MemorySettings.NONE : asked;
        }
    }
}
