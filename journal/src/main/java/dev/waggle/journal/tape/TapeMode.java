package dev.waggle.journal.tape;

import dev.waggle.signal.json.WireConstant;

/** Source of the answers of models and tools, and whether they are recorded. */
public enum TapeMode implements WireConstant {
    /** From the models; nothing is recorded outside of a log. */
    LIVE,
    /** From the models; every call is recorded as soon as it is over. */
    RECORD,
    /** From a tape; calls that are not on it fail. */
    REPLAY,
    /** From a tape; calls that are not on it go to the models. */
    REPLAY_ELSE_LIVE
}
