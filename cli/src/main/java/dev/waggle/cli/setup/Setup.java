package dev.waggle.cli.setup;

import java.util.List;
import java.util.Optional;

import dev.waggle.cli.models.Member;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.lens.MathConfig;
import dev.waggle.swarm.solve.Limits;
import dev.waggle.swarm.solve.Steering;
import dev.waggle.swarm.template.TemplateSpec;

/**
 * A swarm as a file describes it.
 *
 * @param team the agents; at least one
 * @param models the models that agents without one take in turn; none where flags name them
 * @param rules how they deliberate
 * @param budget what all calls of models may cost together
 * @param assistants the models beside the agents
 */
public record Setup(List<Member> team, List<String> models, Rules rules, Budget budget, Assistants assistants) {

    /** How many agents the usual team has. */
    public static final int USUAL_AGENTS = 3;

    public Setup {
        team = List.copyOf(team);
        models = List.copyOf(models);
    }

    /** The usual team, no models, all defaults. */
    public static Setup defaults() {
        return new Setup(Member.team(USUAL_AGENTS), List.of(), Rules.defaults(), Budget.UNLIMITED, Assistants.NONE);
    }

    /** The roles and rules of a template, all other defaults. */
    public static Setup of(TemplateSpec template) {
        Rules rules = Rules.defaults();
        return new Setup(template.roles().stream().map(Member::of).toList(), List.of(),
                new Rules(template.consensus(), rules.math().withThresholds(template.thresholds()),
                        rules.limits().withMaxRounds(template.maxRounds()), rules.steering()),
                Budget.UNLIMITED, Assistants.NONE);
    }

    Setup withTeam(List<Member> newTeam) {
        return new Setup(newTeam, models, rules, budget, assistants);
    }

    Setup withModels(List<String> newModels) {
        return new Setup(team, newModels, rules, budget, assistants);
    }

    Setup withRules(Rules newRules) {
        return new Setup(team, models, newRules, budget, assistants);
    }

    Setup withBudget(Budget newBudget) {
        return new Setup(team, models, rules, newBudget, assistants);
    }

    Setup withAssistants(Assistants newAssistants) {
        return new Setup(team, models, rules, budget, newAssistants);
    }

    /**
     * How a swarm deliberates.
     *
     * @param consensus how votes become a decision
     * @param math how mathematics takes part
     * @param limits what a solve may use up
     * @param steering who guides the agents beside mathematics
     */
    public record Rules(ConsensusConfig consensus, MathConfig math, Limits limits, Steering steering) {

        /** The defaults of every part. */
        public static Rules defaults() {
            return new Rules(ConsensusConfig.defaults(), MathConfig.defaults(), Limits.defaults(), Steering.defaults());
        }

        Rules with(ConsensusConfig newConsensus) {
            return new Rules(newConsensus, math, limits, steering);
        }

        Rules with(MathConfig newMath) {
            return new Rules(consensus, newMath, limits, steering);
        }

        Rules with(Limits newLimits) {
            return new Rules(consensus, math, newLimits, steering);
        }

        Rules with(Steering newSteering) {
            return new Rules(consensus, math, limits, newSteering);
        }
    }

    /**
     * The models beside the agents, by name; an empty name for the first of the team's models, no value for nobody.
     *
     * @param synthesizer writes the answer
     * @param metaAgent looks at the deliberation from outside; needs an advisor
     */
    public record Assistants(Optional<String> synthesizer, Optional<String> metaAgent) {
        public static final Assistants NONE = new Assistants(Optional.empty(), Optional.empty());
    }
}
