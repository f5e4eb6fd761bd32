package dev.waggle.cli.command.solve;

import java.util.Set;

import dev.waggle.cli.runs.RunSetup;

/**
 * A resumed solve.
 *
 * @param run its id
 * @param known the ids of the signals that its log holds
 * @param setup the setup of its call
 */
record ResumedRun(String run, Set<String> known, RunSetup setup) {
    ResumedRun {
        known = Set.copyOf(known);
    }
}
