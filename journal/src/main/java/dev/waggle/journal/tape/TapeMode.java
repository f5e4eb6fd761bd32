package dev.waggle.journal.tape;

import java.util.Locale;

/** Source of the answers of models and tools, and whether they are recorded. */
public enum TapeMode {
    /** From the models; nothing is kept but what a log keeps. */
    LIVE,
    /** From the models; every call is kept as soon as it is over. */
    RECORD,
    /** From a tape; what is not on it fails. */
    REPLAY,
    /** From a tape; what is not on it comes from the models. */
    REPLAY_ELSE_LIVE;

    /** The word for people, for example {@code replay-else-live}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
