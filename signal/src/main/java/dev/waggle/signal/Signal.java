package dev.waggle.signal;

import java.time.Instant;
import java.util.Map;

/**
 * An immutable statement of one emitter. What happens to it later is never a field of it.
 *
 * @param id {@code sig_} and 26 time-ordered characters, or a foreign id as it came
 * @param type the kind
 * @param source who claims to say it
 * @param time when it was said
 * @param payload what is said; its record fits the type
 * @param scope where it belongs
 * @param links how it hangs together with other signals
 * @param grading how sure and how urgent; the swarm family has a confidence
 * @param lifetime how long it counts
 * @param audience whom it is meant for
 * @param extensions further named values, kept as they are
 */
public record Signal(String id, SignalType type, Source source, Instant time, Payload payload, Scope scope, Links links,
        Grading grading, Lifetime lifetime, Audience audience, Map<String, JsonValue> extensions) {

    public Signal {
        EnvelopePreconditions.name("id", id);
        Draft.checkFits(type, payload);
        EnvelopePreconditions.present("source", source);
        EnvelopePreconditions.present("time", time);
        EnvelopePreconditions.present("scope", scope);
        EnvelopePreconditions.present("links", links);
        EnvelopePreconditions.present("grading", grading);
        EnvelopePreconditions.present("lifetime", lifetime);
        EnvelopePreconditions.present("audience", audience);
        if (type.profile() == Profile.SWARM && grading.confidence() == null) {
            throw new IllegalArgumentException("signal " + id + ": confidence is required for the swarm type " + type);
        }
        extensions = EnvelopePreconditions.values("extensions", extensions);
    }

    /** The signal that a draft becomes under that stamp; the draft's own id is kept where it has one. */
    public static Signal of(Draft draft, Stamp stamp) {
        String id = draft.id();
        return new Signal(id == null ? stamp.id() : id, draft.type(), stamp.source(), stamp.time(), draft.payload(),
                stamp.scope(), draft.links(), draft.grading(), draft.lifetime(), draft.audience(), draft.extensions());
    }

    /** The draft that says the same again, with the same id. */
    public Draft toDraft() {
        return new Draft(id, type, payload, links, grading, lifetime, audience, extensions);
    }

    /** The stated confidence, 0..1; 1 for types that state none. */
    public double confidence() {
        Double stated = grading.confidence();
        return stated == null ? 1 : stated;
    }
}
