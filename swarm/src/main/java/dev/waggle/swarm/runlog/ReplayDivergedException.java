package dev.waggle.swarm.runlog;

/**
 * Difference between a replayed solve and its log: another version, another configuration, an agent or a lens that is
 * not deterministic, or a damaged log. Nothing was appended.
 */
public final class ReplayDivergedException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final long entry;

    ReplayDivergedException(long entry, String message) {
        super(message);
        this.entry = entry;
    }

    /** The number of the entry in the run, from 1. */
    public long entry() {
        return entry;
    }
}
