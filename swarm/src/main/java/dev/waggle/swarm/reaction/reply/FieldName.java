package dev.waggle.swarm.reaction.reply;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

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

    /** Keys of the field, in the form of {@link #key}, the asked one first. */
    List<String> keys() {
        return keys;
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

    /** A name without regard to case, blanks, dashes and marks. */
    static String key(String name) {
        StringBuilder key = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            if (Character.isLetterOrDigit(name.charAt(i))) {
                key.append(name.charAt(i));
            }
        }
        return key.toString().toLowerCase(Locale.ROOT);
    }
}
