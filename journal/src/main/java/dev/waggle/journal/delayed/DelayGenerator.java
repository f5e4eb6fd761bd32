package dev.waggle.journal.delayed;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;

/** Generator of due signals. */
@FunctionalInterface
public interface DelayGenerator {

    /** Appends a signal to the log and notifies its listeners; throws when the log does not have it. */
    void generate(Signal signal, Emission emission);
}
