package dev.waggle.signal;

import java.util.List;

/** Intended recipients of a signal. */
public sealed interface Audience {

    /** Every subscriber. */
    record Everyone() implements Audience {}

    /** A role known to the thread. */
    record Role(RoleName word) implements Audience {
        public Role {
            EnvelopePreconditions.present("audience word", word);
        }
    }

    /** Exactly these recipients. */
    record Ids(List<String> recipients) implements Audience {
        public Ids {
            recipients = EnvelopePreconditions.names("audience", recipients);
        }
    }

    static Audience everyone() {
        return new Everyone();
    }

    /** The role names of the coordination layer. */
    enum RoleName {
        SELF, COORDINATOR, SELECTED, ALL
    }
}
