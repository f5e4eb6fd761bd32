package dev.waggle.server.api.a2a;

import java.util.Arrays;
import java.util.Locale;

import dev.waggle.signal.text.QuotedValue;

/** Amount of events that a stream of a task has, besides its beginning, its questions and its end. */
public enum EventVerbosity {

    /** No further event. */
    MINIMAL,

    /** The synthesis of the answer. */
    STANDARD,

    /** Signals, mathematics, topology and evolution too. */
    VERBOSE;

    /** Key of the verbosity in the metadata of a request or of a message. */
    static final String KEY = "verbosity";

    /**
     * The verbosity of that word.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static EventVerbosity of(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(KEY + " must be minimal, standard or verbose, got "
                        + QuotedValue.of(word)));
    }

    /** Name in metadata and options. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean has(EventVerbosity least) {
        return compareTo(least) >= 0;
    }
}
