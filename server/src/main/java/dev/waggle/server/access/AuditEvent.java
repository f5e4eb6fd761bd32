package dev.waggle.server.access;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Entry of the audit log. No text of it is a secret. */
sealed interface AuditEvent {

    /** Field with the kind of event. */
    String EVENT = "event";

    /** Word of a {@link Reserved} event. */
    String RESERVED = "budget:reserved";

    /** Word of a {@link Settled} event. */
    String SETTLED = "budget:settled";

    /**
     * A request that may have changed something.
     *
     * @param caller the name of the token
     * @param remote the address of the client
     * @param operation the operation; {@code null} for none of the listed ones
     * @param status the status of the answer
     * @param run the run of its path; {@code null} for none
     */
    record Answered(String caller, String remote, @Nullable String operation, int status, @Nullable String run)
            implements
            AuditEvent {}

    /**
     * A request that was not admitted.
     *
     * @param reason the rule that refused it, a word of ours
     */
    record Refused(String caller, String remote, @Nullable String operation, int status, String reason)
            implements
            AuditEvent {}

    /** Refusals that have no event of their own, because there were too many in a minute. */
    record Omitted(long refusals) implements AuditEvent {}

    /**
     * Money that a solve may spend.
     *
     * @param day the UTC day that pays for it
     */
    record Reserved(String caller, String run, String day, double usd, long tokens) implements AuditEvent {}

    /** Money that a solve has spent. */
    record Settled(String caller, String run, String day, double usd, long tokens) implements AuditEvent {}

    /** The fields of the event. */
    default JsonValue.Obj json() {
        return switch (this) {
            case Answered it -> new JsonObjectBuilder().with(EVENT, "request").with("caller", it.caller)
                    .with("remote", it.remote).withPresent("operation", it.operation).with("status", it.status)
                    .withPresent("run", it.run).json();
            case Refused it -> new JsonObjectBuilder().with(EVENT, "refused").with("caller", it.caller)
                    .with("remote", it.remote).withPresent("operation", it.operation).with("status", it.status)
                    .with("reason", it.reason).json();
            case Omitted(long refusals) -> new JsonObjectBuilder().with(EVENT, "refusals:omitted")
                    .with("count", refusals).json();
            case Reserved it -> cost(RESERVED, it.caller, it.run, it.day, it.usd, it.tokens);
            case Settled it -> cost(SETTLED, it.caller, it.run, it.day, it.usd, it.tokens);
        };
    }

    private static JsonValue.Obj cost(String event, String caller, String run, String day, double usd, long tokens) {
        return new JsonObjectBuilder().with(EVENT, event).with("caller", caller).with("run", run).with("day", day)
                .with("usd", usd).with("tokens", tokens).json();
    }
}
