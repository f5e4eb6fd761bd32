package dev.waggle.signal.log;

import java.util.HashSet;
import java.util.Set;

/** Registry of the runs claimed by writers within one process: one writer per run at a time. Thread-safe. */
public final class RunClaimRegistry {

    private final Set<String> held = new HashSet<>();

    /** Creates an empty registry. */
    public RunClaimRegistry() {}

    /** Claims a run; see {@link Journal#claim}. */
    public synchronized Journal.Claim claim(String run) {
        if (!held.add(run)) {
            throw new IllegalStateException("the run " + run + " is being solved"
                    + "\nMaybe wait for its end, or solve under an id of its own.");
        }
        return new RegisteredClaim(run);
    }

    private synchronized void release(String run) {
        held.remove(run);
    }

    private final class RegisteredClaim implements Journal.Claim {

        private final String run;
        private boolean over;

        RegisteredClaim(String run) {
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
