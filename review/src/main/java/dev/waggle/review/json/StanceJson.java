package dev.waggle.review.json;

import java.util.Locale;

import dev.waggle.signal.Payload.Stance;

/** Stances of votes by their names in JSON and on screens. */
public final class StanceJson {

    private StanceJson() {}

    /** The name of a stance in lower case. */
    public static String word(Stance stance) {
        return stance.name().toLowerCase(Locale.ROOT);
    }
}
