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
record Continued(String run, Set<String> known, RunSetup setup) {
    Continued {
        known = Set.copyOf(known);
    }
}
