package dev.waggle.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Type of a signal: a family and a word of segments, in its original spelling. Types are open; the eleven of the
 * swarm family are fixed, because each of them has a payload record.
 *
 * @param profile the family
 * @param text the exact word, for example {@code consensus:reached}
 */
public record SignalType(Profile profile, String text) {

    public static final SignalType TASK_NEW = new SignalType(Profile.SWARM, "task:new");
    public static final SignalType DISCOVERY = new SignalType(Profile.SWARM, "discovery");
    public static final SignalType PROPOSAL = new SignalType(Profile.SWARM, "proposal");
    public static final SignalType DOUBT = new SignalType(Profile.SWARM, "doubt");
    public static final SignalType CHALLENGE = new SignalType(Profile.SWARM, "challenge");
    public static final SignalType VOTE = new SignalType(Profile.SWARM, "vote");
    public static final SignalType CONFLICT = new SignalType(Profile.SWARM, "conflict");
    public static final SignalType CONSENSUS_REACHED = new SignalType(Profile.SWARM, "consensus:reached");
    public static final SignalType ESCALATE = new SignalType(Profile.SWARM, "escalate");
    public static final SignalType MEMORY_SHARED = new SignalType(Profile.SWARM, "memory:shared");
    public static final SignalType TOOL_RESULT = new SignalType(Profile.SWARM, "tool:result");

    /** The eleven swarm types, in the order of the specification. */
    public static final List<SignalType> SWARM = List.of(TASK_NEW, DISCOVERY, PROPOSAL, DOUBT, CHALLENGE, VOTE,
            CONFLICT, CONSENSUS_REACHED, ESCALATE, MEMORY_SHARED, TOOL_RESULT);

    private static final Map<String, SignalType> SWARM_BY_TEXT = SWARM.stream()
            .collect(Collectors.toUnmodifiableMap(SignalType::text, type -> type));

    /** Refuses blank words, control characters and, in the swarm family, every word but the eleven. */
    public SignalType {
        EnvelopePreconditions.present("profile", profile);
        EnvelopePreconditions.name("type", text);
        if (profile == Profile.SWARM && SwarmType.find(text) == null) {
            throw new IllegalArgumentException("unknown swarm type \"" + text
                    + "\"\nMaybe it is your own type: use SignalType.custom(\"" + text + "\").");
        }
    }

    // Written out, because those of a record are built anew in every process, and types are compared first of all.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SignalType that && profile == that.profile && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return 31 * profile.wireName().hashCode() + text.hashCode();
    }

    /** Returns the swarm type of that word if there is one, else a custom type. */
    public static SignalType of(String text) {
        SignalType known = SWARM_BY_TEXT.get(text);
        return known == null ? custom(text) : known;
    }

    /** Returns the swarm type of that word; refuses words outside the eleven. */
    public static SignalType swarm(String text) {
        SignalType known = SWARM_BY_TEXT.get(text);
        return known == null ? new SignalType(Profile.SWARM, text) : known;
    }

    /** Returns a user-defined type. */
    public static SignalType custom(String text) {
        return new SignalType(Profile.CUSTOM, text);
    }

    /** Returns the constant of a type of the swarm family; empty for the other families. */
    public Optional<SwarmType> swarmType() {
        return profile == Profile.SWARM ? SwarmType.of(text) : Optional.empty();
    }

    /** Returns the word split at the separator of its family; empty segments are kept. */
    public List<String> segments() {
        List<String> segments = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(profile.separator()); at >= 0; at = text.indexOf(profile.separator(), from)) {
            segments.add(text.substring(from, at));
            from = at + 1;
        }
        segments.add(text.substring(from));
        return List.copyOf(segments);
    }

    @Override
    public String toString() {
        return profile == Profile.SWARM || profile == Profile.CUSTOM ? text : profile.wireName() + "/" + text;
    }
}
