package dev.waggle.swarm.compose;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.agent.Agent;

/**
 * Candidate for a team.
 *
 * @param agent its agent
 * @param tags its topics, a word or a few each; without blank ones, in order
 * @param reputation its reputation so far, 0..1; {@value #DEFAULT_REPUTATION} for new agents
 */
public record TeamCandidate(Agent agent, Set<String> tags, double reputation) {

    /** Reputation of an unknown candidate. */
    public static final double DEFAULT_REPUTATION = 0.5;

    public TeamCandidate {
        tags = tags.stream().filter(tag -> !tag.isBlank())
                .collect(LinkedHashSet::new, LinkedHashSet::add, LinkedHashSet::addAll);
        if (!(reputation >= 0 && reputation <= 1)) {
            throw new IllegalArgumentException("reputation of candidate " + agent.profile().id()
                    + " must be between 0 and 1, got " + reputation);
        }
    }

    /** Creates a candidate with the default reputation. */
    public static TeamCandidate of(Agent agent, String... tags) {
        return new TeamCandidate(agent, new LinkedHashSet<>(List.of(tags)), DEFAULT_REPUTATION);
    }

    public TeamCandidate withReputation(double newReputation) {
        return new TeamCandidate(agent, tags, newReputation);
    }

    public String id() {
        return agent.profile().id();
    }

    /** Role in the team; may be empty. */
    public String role() {
        return agent.profile().role();
    }
}
