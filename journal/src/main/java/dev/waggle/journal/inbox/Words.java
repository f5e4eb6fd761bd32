package dev.waggle.journal.inbox;

import dev.waggle.signal.Source;
import dev.waggle.signal.pattern.Dialect;
import dev.waggle.signal.pattern.Pattern;

/** The rules for the two words that name a subscription. */
final class Words {

    private Words() {}

    /** A pattern, trimmed; any text that the durable language can read, though it may never match. */
    static String pattern(String text) {
        String trimmed = Dialect.trimmed(text);
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException("pattern must not be blank\nMaybe \"*\", or \"build:*\".");
        }
        return Pattern.of(trimmed, Dialect.DURABLE).text();
    }

    /** The id of an agent, trimmed; whatever a source may be called. */
    static String agent(String field, String id) {
        String trimmed = Dialect.trimmed(id);
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException(field + " must not be blank");
        }
        try {
            return new Source.Agent(trimmed).id();
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(field + ": " + bad.getMessage(), bad);
        }
    }
}
