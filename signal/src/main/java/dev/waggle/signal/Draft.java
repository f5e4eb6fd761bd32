package dev.waggle.signal;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Unpublished signal. The host turns it into a {@link Signal} by adding id, source, time and scope.
 *
 * @param id a foreign id to keep, or {@code null} for a new one
 * @param type the type of the signal
 * @param payload the content; its record fits the type
 * @param links the relations to other signals
 * @param grading confidence, priority and causal level
 * @param lifetime the span in which the signal is valid
 * @param audience the intended recipients
 * @param extensions further named values, stored unchanged
 */
public record Draft(@Nullable String id, SignalType type, Payload payload, Links links, Grading grading,
        Lifetime lifetime, Audience audience, Map<String, JsonValue> extensions) {

    public Draft {
        EnvelopePreconditions.optionalName("id", id);
        checkFits(type, payload);
        EnvelopePreconditions.present("links", links);
        EnvelopePreconditions.present("grading", grading);
        EnvelopePreconditions.present("lifetime", lifetime);
        EnvelopePreconditions.present("audience", audience);
        if (type.profile() == Profile.SWARM && grading.confidence() == null) {
            throw new IllegalArgumentException(
                    "confidence is required for the swarm type " + type + "\nMaybe Draft.of(payload, 0.8).");
        }
        extensions = EnvelopePreconditions.values("extensions", extensions);
    }

    /** Creates a draft of one of the eleven swarm payloads with that confidence, 0..1. */
    public static Draft of(Payload payload, double confidence) {
        SignalType type = payload.swarmType();
        if (type == null) {
            throw new IllegalArgumentException(
                    "an open payload has no type of its own\nMaybe Draft.custom(\"my:type\", payload).");
        }
        return new Draft(null, type, payload, Links.NONE, Grading.confidence(confidence), Lifetime.defaultTtl(),
                Audience.everyone(), Map.of());
    }

    /**
     * Creates a draft of a proposal.
     *
     * @param proposalId the id that votes refer to
     * @param content the answer
     * @param reasoning why it is good; may be empty
     * @param confidence confidence in it, 0..1
     */
    public static Draft proposal(String proposalId, String content, String reasoning, double confidence) {
        return of(new Payload.Proposal(proposalId, content, reasoning), confidence);
    }

    /**
     * Creates a draft of a vote without a stated reason.
     *
     * @param proposalId the proposal
     * @param stance for, against or neither
     * @param confidence confidence of the voter, 0..1, which is also the weight of the vote
     */
    public static Draft vote(String proposalId, Payload.Stance stance, double confidence) {
        return of(new Payload.Vote(proposalId, stance, null, confidence), confidence);
    }

    /**
     * Creates a draft of a discovery without evidence.
     *
     * @param finding what was found
     * @param confidence confidence in it, 0..1, which is also its relevance to the task
     */
    public static Draft discovery(String finding, double confidence) {
        return of(new Payload.Discovery(finding, null, confidence), confidence);
    }

    /** Creates a draft of a custom type. */
    public static Draft custom(String type, Payload.Open payload) {
        return new Draft(null, SignalType.custom(type), payload, Links.NONE, Grading.NONE, Lifetime.defaultTtl(),
                Audience.everyone(), Map.of());
    }

    public Draft withId(String newId) {
        return new Draft(newId, type, payload, links, grading, lifetime, audience, extensions);
    }

    public Draft withLinks(Links newLinks) {
        return new Draft(id, type, payload, newLinks, grading, lifetime, audience, extensions);
    }

    public Draft withGrading(Grading newGrading) {
        return new Draft(id, type, payload, links, newGrading, lifetime, audience, extensions);
    }

    public Draft withTtl(Duration span) {
        return new Draft(id, type, payload, links, grading, Lifetime.ttl(span), audience, extensions);
    }

    public Draft withExtension(String key, JsonValue value) {
        Map<String, JsonValue> more = new LinkedHashMap<>(extensions);
        more.put(key, value);
        return new Draft(id, type, payload, links, grading, lifetime, audience, more);
    }

    public Draft inReplyTo(String signalId) {
        return withLinks(new Links(links.cause(), signalId, links.replaces(), links.about()));
    }

    static void checkFits(SignalType type, Payload payload) {
        EnvelopePreconditions.present("type", type);
        SignalType own = EnvelopePreconditions.present("payload", payload).swarmType();
        boolean fits = type.profile() == Profile.SWARM ? type.equals(own) : own == null;
        if (!fits) {
            throw new IllegalArgumentException("type " + type + " does not fit a payload of "
                    + payload.getClass().getSimpleName() + (own == null ? "" : ", whose type is " + own));
        }
    }
}
