package dev.waggle.cli.command.solve;

import java.util.Set;

import dev.waggle.cli.runs.RunSetup;

/**
 * A solve that goes on.
 *
 * @param run its id
 * @param known the ids of the signals that its log holds
 * @param setup how it was called
 */
record ResumedRun(String run, Set<String> known, RunSetup setup) {
    ResumedRun {
        known = Set.copyOf(known);
    }
}
