package dev.waggle.signal.inbox;

import java.util.Objects;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Speaker of a signal as an agent or a person is told of it: the authenticated emitter, and the claimed source where
 * it is another. Prompts, seats and the text form of a signal take both from here, so none shows a claim as a fact.
 *
 * <pre>
 *   emitter   claimed source         by    claims
 *   ann       agent ann              ann
 *   ann       agent orchestrator     ann   agent:orchestrator
 *   cli       process 4711           cli   process:4711
 *   host      system                 host  system
 * </pre>
 *
 * @param by the authenticated emitter
 * @param claims the claimed source, with its kind; {@code null} when it is the emitter itself, or none is stated
 */
public record SignalSpeaker(String by, @Nullable String claims) {

    /** Field of the emitter. */
    public static final String BY = "by";

    /** Field of the claimed source. */
    public static final String CLAIMS = "claims";

    /** Returns the speaker of a log entry. */
    public static SignalSpeaker of(LogEntry entry) {
        String by = entry.emission().by();
        Source source = entry.signal().source();
        return new SignalSpeaker(by, isOwn(source, by) ? null : claimOf(source));
    }

    /** Returns the speaker of a signal whose source the runtime stamped, as it stamps every signal of a solve. */
    public static SignalSpeaker ofStamped(Signal signal) {
        return new SignalSpeaker(signal.source().label(), null);
    }

    /** Returns the kind of a source, and the id where there is one. */
    public static String claimOf(Source source) {
        return switch (source) {
            case Source.System _ -> "system";
            case Source.Agent it -> "agent:" + it.id();
            case Source.Webhook it -> it.id() == null ? "webhook" : "webhook:" + it.id();
            case Source.Process it -> it.id() == null ? "process" : "process:" + it.id();
            case Source.Harness it -> "harness:" + it.label();
            case Source.Named it -> "name:" + it.name();
            case Source.None _ -> "none";
        };
    }

    /** Returns the fields of the speaker: who spoke, then the claim if there is one. */
    public JsonValue.Obj fields() {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        if (!by.isEmpty()) {
            fields.with(BY, by);
        }
        return fields.withPresent(CLAIMS, claims).json();
    }

    private static boolean isOwn(Source source, String by) {
        return source.identity().equals(by) || switch (source) {
            case Source.Agent it -> it.id().equals(by);
            case Source.Named it -> it.name().equals(by);
            case Source.Harness it -> Objects.equals(it.agent() == null ? it.harness() : it.agent(), by);
            case Source.None _ -> true;
            case Source.System _, Source.Webhook _, Source.Process _ -> false;
        };
    }
}
