package dev.waggle.swarm.reliability;

import java.util.Optional;

/**
 * Store of the last state that was computed from a log of outcomes: a port. The log has everything, so a lost or damaged
 * snapshot costs only the time to learn it again.
 */
public interface ReliabilitySnapshots {

    /** The last snapshot; empty if there is none, or if it cannot be read. */
    Optional<byte[]> load();

    /** Stores a snapshot in place of the last one, whole or not at all. */
    void save(byte[] snapshot);

    /** Store that keeps nothing. */
    static ReliabilitySnapshots none() {
        return new ReliabilitySnapshots() {

            @Override
            public Optional<byte[]> load() {
                return Optional.empty();
            }

            @Override
            public void save(byte[] snapshot) {}
        };
    }
}
