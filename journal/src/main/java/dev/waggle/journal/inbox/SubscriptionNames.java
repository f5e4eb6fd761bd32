package dev.waggle.journal.inbox;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Source;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import org.jspecify.annotations.Nullable;

/** The rules for the words that name a subscription. */
final class SubscriptionNames {

    private SubscriptionNames() {}

    /** A pattern, trimmed; any text that the durable language can read, though it may never match. */
    static String normalPattern(String text) {
        String trimmed = PatternDialect.trimmed(text);
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException("pattern must not be blank\nMaybe \"*\", or \"build:*\".");
        }
        return Pattern.of(trimmed, PatternDialect.DURABLE).text();
    }

    /** A tenant exactly as the scope of a signal holds it. */
    static @Nullable String normalTenant(@Nullable String tenant) {
        return tenant == null ? null : Scope.ofTenant(tenant).tenant();
    }

    /** The id of an agent, trimmed: any valid label of a source. */
    static String normalAgent(String field, String id) {
        String trimmed = PatternDialect.trimmed(id);
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
