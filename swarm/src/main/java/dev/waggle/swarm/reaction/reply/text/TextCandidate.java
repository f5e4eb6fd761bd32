package dev.waggle.swarm.reaction.reply.text;

import java.util.Set;

/**
 * A JSON object or list in a text.
 *
 * @param lead the text before it, up to the candidate before; without thoughts
 * @param value its value
 * @param mends what was mended in its syntax
 */
public record TextCandidate(String lead, MendedValue value, Set<SyntaxMend> mends) {

    public TextCandidate {
        mends = Set.copyOf(mends);
    }
}
