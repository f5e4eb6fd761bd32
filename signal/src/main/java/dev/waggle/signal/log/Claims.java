package dev.waggle.signal.log;

import java.util.HashSet;
import java.util.Set;

/** Who writes which run of a journal, within one process: each run one writer at a time. Thread-safe. */
public final class Claims {

    private final Set<String> held = new HashSet<>();

    /** None so far. */
    public Claims() {}

    /** As {@link Journal#claim} says. */
    public synchronized Journal.Claim claim(String run) {
        if (!held.add(run)) {
            throw new IllegalStateException("the run " + run + " is being solved"
                    + "\nMaybe wait for its end, or solve under an id of its own.");
        }
        return new Held(run);
    }

    private synchronized void release(String run) {
        held.remove(run);
    }

    private final class Held implements Journal.Claim {

        private final String run;
        private boolean over;

        Held(String run) {
            this.run = run;
        }

        @Override
        public synchronized void close() {
            if (!over) {
                over = true;
                release(run);
            }
        }
    }
}
