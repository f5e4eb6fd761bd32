package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Optional;

/** A lens fed by hand whose rounds answer with what was found in them. */
final class Hearing<R extends Reading> {

    private final HandFed<R> fed;

    Hearing(Lens<R> lens, int maxRounds, String... agents) {
        fed = HandFed.of(lens, maxRounds, agents);
    }

    /** Hears a round in which these words are said, and tells what the lens found in it. */
    List<Finding> round(LensSwarm.Line... lines) {
        return fed.round(lines).found();
    }

    Chronicle chronicle() {
        return fed.chronicle();
    }

    /** What the lens sees now; there must be something. */
    R read() {
        return fed.reading();
    }

    Optional<R> reading() {
        return fed.maybe();
    }
}
