package dev.waggle.server.run;

import dev.waggle.swarm.event.SwarmEvent;

/** Observer of all solves of a server. Its methods run on the threads of the solves, so they return soon. */
public interface SolveObserver {

    /** Observer that does nothing. */
    SolveObserver NONE = new SolveObserver() {
        @Override
        public void begun(String run) {}

        @Override
        public void happened(String run, SwarmEvent event) {}

        @Override
        public void ended(String run) {}
    };

    /** Receives a run that begins or goes on, right before that. */
    void begun(String run);

    /** Receives an event that is new: no event that a resumed run repeats, and no published signal, which the log has. */
    void happened(String run, SwarmEvent event);

    /** Receives a run that has ended, failed or been suspended, once the registry shows that. */
    void ended(String run);
}
