package dev.waggle.swarm.reaction.reply;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.swarm.reaction.reply.text.MendedValue;

/** Field of an item: the asked name, and the synonyms that models write for it, the asked one first. */
enum FieldName {
    TYPE("type", "kind", "signaltype"),
    CONFIDENCE("confidence", "conf", "confidencescore"),
    CONTENT("content", "text", "description", "finding", "concern", "argument", "counterargument", "reason"),
    REASONING("reasoning", "reason", "rationale"),
    PROPOSAL_ID("proposalid", "proposal"),
    STANCE("stance", "position", "vote"),
    TARGET("target", "targetsignalid", "targetsignal", "replyto"),
    EVIDENCE("evidence"),
    RELEVANCE("relevance"),
    SEVERITY("severity"),
    ALTERNATIVE("alternativeproposal", "alternative"),
    CATEGORY("category"),
    IMPORTANCE("importance"),
    CAUSAL_LEVEL("causallevel"),
    /** Agent that an item is said to be by. */
    SPEAKER("by", "source", "agent", "agentid", "voter", "voterid", "author", "speaker", "sender", "agentname"),
    /** Name of a signal in the prompt. */
    REFERENCE("ref");

    private static final Set<String> KNOWN = Arrays.stream(values()).flatMap(field -> field.keys.stream())
            .collect(Collectors.toUnmodifiableSet());

    private final List<String> keys;

    FieldName(String... keys) {
        this.keys = List.of(keys);
    }

    /** Keys of the field, in the form of {@link MendedValue#keyOf}, the asked one first. */
    List<String> keys() {
        return keys;
    }

    /** True if its value is the name of a signal. */
    boolean isName() {
        return this == PROPOSAL_ID || this == TARGET;
    }

    /** The asked name, for people. */
    String askedName() {
        return switch (this) {
            case PROPOSAL_ID -> "proposalId";
            case ALTERNATIVE -> "alternativeProposal";
            case CAUSAL_LEVEL -> "causalLevel";
            default -> keys.getFirst();
        };
    }

    /** True if a field has that key. */
    static boolean isKnown(String key) {
        return KNOWN.contains(key);
    }
}
