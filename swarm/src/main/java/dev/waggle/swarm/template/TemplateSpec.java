package dev.waggle.swarm.template;

import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.runner.MathConfig;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;

/**
 * A swarm whose roles nobody plays yet.
 *
 * @param name how files and flags call it
 * @param purpose what it is for, one line for people
 * @param roles in the order in which what they say is applied; at least one
 * @param consensus how votes become a decision
 * @param maxRounds the rounds of a solve, at least 1
 * @param thresholds when mathematics finds something
 */
public record TemplateSpec(String name, String purpose, List<RoleSpec> roles, ConsensusConfig consensus, int maxRounds,
        LensThresholds thresholds) {

    public TemplateSpec {
        roles = List.copyOf(roles);
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("template \"" + name + "\" needs at least one role, got none");
        }
        if (maxRounds < 1) {
            throw new IllegalArgumentException(
                    "maxRounds of template \"" + name + "\" must be at least 1, got " + maxRounds);
        }
    }

    /** The swarm in which every role is played by that model. */
    public SwarmConfig withModel(Harness model, ModelAgentConfig config) {
        return fill(role -> new ModelAgent(role.profile(), model, config.withPersonality(role.personality())));
    }

    /**
     * The swarm with whoever is cast for each role: a model of its own, a person, a recording.
     *
     * @param casting asked once for each role, in order; what it answers must have the id of the role
     */
    public SwarmConfig fill(Function<? super RoleSpec, ? extends Agent> casting) {
        return configure(SwarmConfig.of(roles.stream().map(role -> requireRole(role, casting.apply(role))).toList()));
    }

    /** These agents under the rules of the template, whatever their roles; the other settings stay. */
    public SwarmConfig configure(SwarmConfig base) {
        MathConfig math = base.math().withThresholds(thresholds);
        Limits limits = base.limits().withMaxRounds(maxRounds);
        return base.withConsensus(consensus).withMath(math).withLimits(limits);
    }

    private static Agent requireRole(RoleSpec role, Agent agent) {
        if (!agent.profile().id().equals(role.id())) {
            throw new IllegalArgumentException("the role \"" + role.id() + "\" was given to an agent with the id \""
                    + agent.profile().id() + "\"\nMaybe give it the profile of the role.");
        }
        return agent;
    }
}
