package dev.waggle.swarm.reaction.prompt;

import java.util.List;

import dev.waggle.swarm.agent.Debate;

/**
 * The part that an agent has in a debate.
 *
 * @param debate what is debated
 * @param own the ids of those of the two proposals that it put on the table itself
 */
record DebatePart(Debate debate, List<String> own) {

    DebatePart {
        own = List.copyOf(own);
    }
}
