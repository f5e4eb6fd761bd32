package dev.waggle.swarm.lens.runner;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.data.DeliberationData;

/** A lens fed by hand whose rounds return the findings in them. */
public final class FedLens<R extends LensReading> {

    private final HandFed<R> fed;

    public FedLens(Lens<R> lens, int maxRounds, String... agents) {
        fed = HandFed.of(lens, maxRounds, agents);
    }

    /** Feeds a round of these words, and returns the findings of the lens in it. */
    public List<Finding> round(LensSwarm.Line... lines) {
        return fed.round(lines).found();
    }

    DeliberationData chronicle() {
        return fed.chronicle();
    }

    /** Current reading of the lens; it must exist. */
    public R read() {
        return fed.reading();
    }

    public Optional<R> reading() {
        return fed.maybe();
    }
}
