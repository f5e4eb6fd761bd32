package dev.waggle.swarm.reaction.prompt;

import java.util.List;

import dev.waggle.swarm.agent.DebateContext;

/**
 * The part that an agent has in a debate.
 *
 * @param debate what is debated
 * @param own the ids of those of the two proposals that it put on the table itself
 */
record DebateRole(DebateContext debate, List<String> own) {

    DebateRole {
        own = List.copyOf(own);
    }
}
