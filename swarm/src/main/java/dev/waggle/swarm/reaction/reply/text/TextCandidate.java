package dev.waggle.swarm.reaction.reply.text;

import java.util.Set;

/**
 * A JSON object or list in a text.
 *
 * @param lead the text before it, up to the candidate before; without thoughts
 * @param value its value
 * @param mends what was mended in its syntax
 * @param source the text that it was read from, without thoughts
 */
public record TextCandidate(String lead, MendedValue value, Set<SyntaxMend> mends, String source) {

    public TextCandidate {
        mends = Set.copyOf(mends);
    }
}
