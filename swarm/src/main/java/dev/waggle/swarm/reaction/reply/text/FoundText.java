package dev.waggle.swarm.reaction.reply.text;

import java.util.List;

/**
 * Outcome of a search.
 *
 * @param candidates the values in their order
 * @param rest the text behind the last one, without thoughts
 * @param hasThoughts true if thoughts were left out
 */
public record FoundText(List<TextCandidate> candidates, String rest, boolean hasThoughts) {

    public FoundText {
        candidates = List.copyOf(candidates);
    }
}
