package dev.waggle.swarm.selection;

import dev.waggle.signal.json.WireConstant;

/** Effort of a round: how many of the agents with something to answer are asked. */
public enum TurnEffort implements WireConstant {
    /** All of them, at once. */
    FULL,
    /**
     * One after the other in small groups, those first whose votes weigh most by what was learned. The rest is spared as
     * soon as the votes decide.
     */
    ADAPTIVE;

    /**
     * The effort of that word.
     *
     * @throws IllegalArgumentException for another word
     */
    public static TurnEffort of(String word) {
        for (TurnEffort effort : values()) {
            if (effort.wireName().equals(word)) {
                return effort;
            }
        }
        throw new IllegalArgumentException("effort must be full or adaptive, got \"" + word + '"');
    }
}
