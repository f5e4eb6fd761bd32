package dev.waggle.signal;

import java.util.List;

/** Whom a signal is meant for. */
public sealed interface Audience {

    /** Whoever subscribed. */
    record Everyone() implements Audience {}

    /** A part that the thread knows by a word. */
    record Role(RoleName name) implements Audience {
        public Role {
            EnvelopePreconditions.present("audience word", name);
        }
    }

    /** These and nobody else. */
    record Ids(List<String> recipients) implements Audience {
        public Ids {
            recipients = EnvelopePreconditions.names("audience", recipients);
        }
    }

    static Audience everyone() {
        return new Everyone();
    }

    /** The words of the coordination layer. */
    enum RoleName {
        SELF, COORDINATOR, SELECTED, ALL
    }
}
