package dev.waggle.swarm.template;

import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;

/**
 * Swarm template: roles without agents.
 *
 * @param name its name in files and flags
 * @param purpose its purpose, one line for people
 * @param roles in the order in which answers are applied; at least one
 * @param consensus rules that turn votes into a decision
 * @param maxRounds the rounds of a solve, at least 1
 * @param thresholds thresholds of findings
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
     * Fills each role with an agent: a model of its own, a person, a recording.
     *
     * @param casting called once for each role, in order; the returned agent must have the id of the role
     */
    public SwarmConfig fill(Function<? super RoleSpec, ? extends Agent> casting) {
        return configure(SwarmConfig.of(roles.stream().map(role -> requireRole(role, casting.apply(role))).toList()));
    }

    /** Puts these agents under the rules of the template, in any roles; the other settings stay. */
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
