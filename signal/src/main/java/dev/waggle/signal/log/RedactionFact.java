package dev.waggle.signal.log;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fact {@code journal:redacted}: the text of a signal was replaced by {@value #MARK} wherever it stood. It names
 * the signal and the number of rewritten lines. It holds neither the text nor a digest of it, because a digest
 * confirms a guess.
 */
public final class RedactionFact {

    /** Replaces a redacted text. */
    public static final String MARK = "[redacted]";

    private static final SignalType REDACTED = SignalType.custom("journal:redacted");

    private RedactionFact() {}

    /**
     * The signal of a redaction.
     *
     * @param id id of the fact
     * @param redacted id of the redacted signal; {@code null} for a text that was redacted without a signal
     * @param lines number of rewritten lines, at least 0
     * @param files number of files with those lines, at least 0
     */
    public static Signal signal(String id, Instant now, @Nullable String redacted, long lines, long files) {
        JsonValue data = new JsonObjectBuilder().withPresent("signal", redacted).with("lines", lines)
                .with("files", files).json();
        Links links = redacted == null ? Links.NONE : new Links(null, null, null, List.of(redacted));
        return new Signal(id, REDACTED, Source.named(Emission.REDACTOR), now,
                new Payload.Open(null, null, data, null), Scope.NONE, links, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }

    /** True if an entry is such a fact. */
    public static boolean isFact(LogEntry entry) {
        return entry.emission().by().equals(Emission.REDACTOR) && entry.signal().type().equals(REDACTED);
    }

    /** The type of the fact. */
    public static SignalType type() {
        return REDACTED;
    }

    /** True if a text of the signal of an entry, or a part of one, was redacted. */
    public static boolean isRedacted(LogEntry entry) {
        Signal signal = entry.signal();
        return isIn(signal.payload()) || signal.extensions().values().stream().anyMatch(RedactionFact::isIn);
    }

    private static boolean isIn(Payload payload) {
        return switch (payload) {
            case Payload.Task it -> isIn(it.task()) || isIn(it.context());
            case Payload.Discovery it -> isIn(it.finding()) || isIn(it.evidence());
            case Payload.Proposal it -> isIn(it.content()) || isIn(it.reasoning());
            case Payload.Doubt it -> isIn(it.concern());
            case Payload.Challenge it -> isIn(it.counterArgument()) || isIn(it.alternativeProposal());
            case Payload.Vote it -> isIn(it.reasoning());
            case Payload.Conflict it -> isIn(it.description());
            case Payload.ConsensusReached it -> isIn(it.decision());
            case Payload.Escalate it -> isIn(it.reason()) || isIn(it.context());
            case Payload.SharedMemory it -> isIn(it.content());
            case Payload.ToolResult it -> isIn(it.result());
            case Payload.Open it -> isIn(it.summary()) || isIn(it.details()) || isIn(it.data());
        };
    }

    private static boolean isIn(@Nullable String text) {
        return text != null && text.contains(MARK);
    }

    private static boolean isIn(@Nullable JsonValue value) {
        return switch (value) {
            case null -> false;
            case JsonValue.Str text -> isIn(text.value());
            case JsonValue.Arr list -> list.items().stream().anyMatch(RedactionFact::isIn);
            case JsonValue.Obj object -> object.fields().values().stream().anyMatch(RedactionFact::isIn);
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> false;
        };
    }
}
