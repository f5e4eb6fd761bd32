package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Optional;

/** What the lenses that stand earlier on the list saw and found in this round; for lenses that look at the others. */
public interface Earlier {

    /** The reading of that lens; empty when it is not on the list, stands later, failed, or has none yet. */
    <R extends Reading> Optional<R> reading(Lens<R> lens);

    /** What they found, in the order of the list. */
    List<Finding> findings();
}
