package dev.waggle.swarm.consensus;

import java.util.Locale;

/** What happens when proposals rival each other and the votes do not decide. */
public enum ConflictResolution {
    /** The two leading proposals are debated, each pair once. */
    DEBATE,
    /** The proposal that most agents agree with wins at once. */
    MAJORITY,
    /** Somebody outside is asked: one {@code escalate} signal, and the swarm does not decide. */
    ESCALATE,
    /**
     * The rounds go on, and what a challenger would do instead stays in its challenge. For recordings, which cannot
     * answer what they are asked.
     */
    NONE;

    /** The mode of that word; refuses unknown words. */
    public static ConflictResolution of(String word) {
        for (ConflictResolution mode : values()) {
            if (mode.wireName().equals(word)) {
                return mode;
            }
        }
        throw new IllegalArgumentException(
                "conflictResolution must be debate, majority, escalate or none, got \"" + word + "\"");
    }

    /** The word that stands in files and flags. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
