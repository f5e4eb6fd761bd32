package dev.waggle.journal.signals;

import dev.waggle.signal.Source;
import dev.waggle.signal.pattern.PatternDialect;
import org.jspecify.annotations.Nullable;

/** The four kinds of source that a generated signal may claim, in their one form. */
public final class SourceNormalizer {

    private static final String KINDS = "one of system, agent, webhook, process";

    private SourceNormalizer() {}

    /**
     * The source of a kind and an id. Ids are trimmed; an agent needs one, to webhook and process a blank one is
     * none, and for the system it is ignored.
     *
     * @throws IllegalArgumentException for any other kind, and for an invalid id
     */
    public static Source of(String kind, @Nullable String id) {
        String trimmed = id == null ? "" : PatternDialect.trimmed(id);
        return switch (kind) {
            case "system" -> new Source.System();
            case "agent" -> agent(trimmed);
            case "webhook" -> new Source.Webhook(trimmed.isEmpty() ? null : trimmed);
            case "process" -> new Source.Process(trimmed.isEmpty() ? null : trimmed);
            default -> throw new IllegalArgumentException("source.type must be " + KINDS + ", got \"" + kind + '"');
        };
    }

    /** The same source in its one form. */
    static Source normalize(Source source) {
        return switch (source) {
            case Source.System it -> it;
            case Source.Agent it -> of("agent", it.id());
            case Source.Webhook it -> of("webhook", it.id());
            case Source.Process it -> of("process", it.id());
            case Source.Harness _, Source.Named _, Source.None _ -> throw new IllegalArgumentException(
                    "source.type must be " + KINDS + ", got " + source);
        };
    }

    private static Source agent(String id) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("source.id of an agent must not be blank");
        }
        return new Source.Agent(id);
    }
}
