package dev.waggle.swarm.reaction.prompt;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import org.jspecify.annotations.Nullable;

/**
 * Mark of a recalled memory in a prompt, for example
 * {@code "remembered":{"from":"ada","ago":"12 days","run":"solve_x","outcome":"wrong"}}. Each value has a field of its
 * own, so that no name can pass as another value.
 */
final class RememberedText {

    /** Field of the mark in the line of the signal. */
    static final String FIELD = "remembered";

    /** At most this many characters of the text of a memory: five of them leave most of a prompt to the agents. */
    static final int MAX_CONTENT = 1_000;

    /** At most this many characters of a name. */
    static final int MAX_NAME = 100;

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private RememberedText() {}

    /** The mark; a value that the store did not know is absent. */
    static JsonValue.Obj of(MemoryProvenance origin) {
        Long age = origin.ageMillis();
        return new JsonObjectBuilder().withPresent("from", name(origin.author()))
                .withPresent("ago", age == null ? null : age(age))
                .withPresent("run", name(origin.run()))
                .with("outcome", origin.outcome().wireName()).json();
    }

    private static @Nullable String name(@Nullable String name) {
        return name == null ? null : TextExcerpt.of(name, MAX_NAME);
    }

    /** An age in whole units, for example {@code 12 days}. */
    static String age(long millis) {
        if (millis >= DAY) {
            return units(millis / DAY, "day");
        }
        return millis >= HOUR ? units(millis / HOUR, "hour") : units(millis / MINUTE, "minute");
    }

    private static String units(long count, String unit) {
        return String.format(PlainLocale.NONE, "%,d %s", count, count == 1 ? unit : unit + "s");
    }
}
