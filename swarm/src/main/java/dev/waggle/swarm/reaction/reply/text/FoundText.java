package dev.waggle.swarm.reaction.reply.text;

import java.util.List;

/**
 * Outcome of a search.
 *
 * @param candidates the values in their order
 * @param rest the text behind the last one, without thoughts
 * @param hasThoughts true if thoughts were left out
 * @param isWhole false if the text has more values than are read, or needs more work
 */
public record FoundText(List<TextCandidate> candidates, String rest, boolean hasThoughts, boolean isWhole) {

    public FoundText {
        candidates = List.copyOf(candidates);
    }
}
