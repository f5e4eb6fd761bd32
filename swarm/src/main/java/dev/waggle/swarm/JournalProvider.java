package dev.waggle.swarm;

import dev.waggle.signal.log.Journal;

/** Journal of each solve. The provider opens the journals and closes them. */
@FunctionalInterface
public interface JournalProvider {

    /** The journal of the solve with that id, the same whenever it is asked. */
    Journal journalOf(String run);
}
