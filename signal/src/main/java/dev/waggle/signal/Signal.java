package dev.waggle.signal;

import java.time.Instant;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/**
 * An immutable statement of one emitter. Its later processing is never a field of it.
 *
 * @param id {@code sig_} and 26 time-ordered characters, or an unchanged foreign id
 * @param type the type of the signal
 * @param source the claimed source
 * @param time the time of publication
 * @param payload the content; its record fits the type
 * @param scope tenant, thread, run, round and step
 * @param links the relations to other signals
 * @param grading confidence, priority and causal level; the swarm family has a confidence
 * @param lifetime the period in which the signal is valid
 * @param audience the intended recipients
 * @param extensions further named values, stored unchanged
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

    /** Creates the signal of a draft and a stamp; the draft's own id is kept if it has one. */
    public static Signal of(Draft draft, Stamp stamp) {
        String id = draft.id();
        return new Signal(id == null ? stamp.id() : id, draft.type(), stamp.source(), stamp.time(), draft.payload(),
                stamp.scope(), draft.links(), draft.grading(), draft.lifetime(), draft.audience(), draft.extensions());
    }

    /** Returns a draft of this signal, with the same id. */
    public Draft toDraft() {
        return new Draft(id, type, payload, links, grading, lifetime, audience, extensions);
    }

    /** Returns the stated confidence, 0..1; 1 for types that state none. */
    public double confidence() {
        Double stated = grading.confidence();
        return stated == null ? 1 : stated;
    }
}
