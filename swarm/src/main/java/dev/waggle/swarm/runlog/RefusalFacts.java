package dev.waggle.swarm.runlog;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * {@code journal:refused}: a signal that the journal could not hold. It takes the place of that signal, so that a
 * replay refuses the same one. It has {@code id}, {@code type} and {@code profile} of the refused signal, {@code by}
 * and {@code invocation} of its author, and the reason.
 */
final class RefusalFacts {

    static final SignalType REFUSED = SignalType.custom("journal:refused");

    private RefusalFacts() {}

    static boolean isRefusal(LogEntry entry) {
        return entry.signal().type().equals(REFUSED) && entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR);
    }

    static Signal fact(Stamp stamp, Signal refused, Emission by, String reason) {
        return Signal.of(Draft.custom(REFUSED.text(), Payload.Open.data(new JsonObjectBuilder().with("id", refused.id())
                .with("type", refused.type().text())
                .with("profile", refused.type().profile().wireName())
                .with("by", by.by())
                .with("invocation", by.invocation())
                .with("why", reason).json())), stamp);
    }

    /**
     * Refused signal as the log names it.
     *
     * @param id its id
     * @param type its type
     * @param author its author
     * @param reason the reason of the journal
     */
    record Refusal(String id, SignalType type, Emission author, String reason) {}

    static Refusal read(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        String id = fields.text("id");
        String word = fields.text("type");
        Profile profile = fields.oneOf("profile", Profile.values(), Profile::wireName);
        String by = fields.text("by");
        int invocation = fields.int32("invocation");
        String reason = fields.text("why");
        fields.rejectUnknownFields();
        return fields.build(() -> new Refusal(id, new SignalType(profile, word), new Emission(by, invocation), reason));
    }

    /** Placeholder for a refused fact of a harness. It has the same id, which is refused again. */
    static Optional<Signal> harnessFact(Refusal refused) {
        if (refused.type().profile() != Profile.HARNESS) {
            return Optional.empty();
        }
        Draft nothing = new Draft(null, refused.type(), new Payload.Open(null, null, null, null), Links.NONE,
                Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());
        return Optional.of(Signal.of(nothing,
                new Stamp(refused.id(), new Source.System(), Instant.EPOCH, Scope.NONE)));
    }
}
