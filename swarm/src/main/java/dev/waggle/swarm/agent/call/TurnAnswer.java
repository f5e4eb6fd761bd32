package dev.waggle.swarm.agent.call;

import java.util.List;

import dev.waggle.signal.Draft;

/** Answer of an agent in a turn that did not fail. */
public sealed interface TurnAnswer {

    /** Its drafts; empty for a deferral. */
    List<Draft> drafts();

    /** The drafts of the turn, none to many: its mail is answered. */
    record Drafted(List<Draft> drafts) implements TurnAnswer {
        public Drafted {
            drafts = List.copyOf(drafts);
        }
    }

    /** Deferral: its mail comes back. */
    record Deferred(String reason) implements TurnAnswer {
        @Override
        public List<Draft> drafts() {
            return List.of();
        }
    }
}
