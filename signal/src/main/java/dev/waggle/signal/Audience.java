package dev.waggle.signal;

import java.util.List;

/** Whom a signal is meant for. */
public sealed interface Audience {

    /** Whoever subscribed. */
    record Everyone() implements Audience {}

    /** A part that the thread knows by a word. */
    record Role(Word word) implements Audience {
        public Role {
            Require.present("audience word", word);
        }
    }

    /** These and nobody else. */
    record Ids(List<String> recipients) implements Audience {
        public Ids {
            recipients = Require.names("audience", recipients);
        }
    }

    static Audience everyone() {
        return new Everyone();
    }

    /** The words of the coordination layer. */
    enum Word {
        SELF, COORDINATOR, SELECTED, ALL
    }
}
