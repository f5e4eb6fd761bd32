package dev.waggle.setup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

import dev.waggle.setup.team.RemoteSeatSpec;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.TemplateSpec;

/**
 * A swarm as a file describes it.
 *
 * @param team the agents; at least one
 * @param models the models that agents without one take in turn; none if flags name them
 * @param rules the rules of their deliberation
 * @param resources the resources of its solves
 * @param assistants the models beside the agents
 * @param places the places of its keys: by key the file, the line and the key, as the prefix of messages
 */
public record SwarmSetup(List<TeamMember> team, List<String> models, Rules rules, Resources resources,
        Assistants assistants, Map<String, String> places) {

    /** Number of agents of the default team. */
    public static final int USUAL_AGENTS = 3;

    public SwarmSetup {
        team = List.copyOf(team);
        models = List.copyOf(models);
        places = Map.copyOf(places);
    }

    /** The usual team, no models, all defaults. */
    public static SwarmSetup defaults() {
        return new SwarmSetup(TeamMember.team(USUAL_AGENTS), List.of(), Rules.defaults(), Resources.DEFAULTS,
                Assistants.NONE, Map.of());
    }

    /** The roles and rules of a template, all other defaults. */
    public static SwarmSetup of(TemplateSpec template) {
        Rules rules = Rules.defaults();
        return new SwarmSetup(template.roles().stream().map(TeamMember::of).toList(), List.of(),
                new Rules(template.consensus(), OptionalInt.of(template.consensus().minVoters()),
                        rules.math().withThresholds(template.thresholds()),
                        rules.limits().withMaxRounds(template.maxRounds()), rules.steering(), rules.taskType()),
                Resources.DEFAULTS, Assistants.NONE, Map.of());
    }

    /** Place in the file of each model, as in {@link #places}; the first place of a model that is named twice. */
    public Map<String, String> placesOfModels() {
        Map<String, String> found = new HashMap<>();
        models.forEach(model -> addSetting(found, model, "models"));
        for (int i = 0; i < team.size(); i++) {
            addSetting(found, team.get(i).model(), "agents[" + i + "].model");
        }
        assistants.synthesizer().ifPresent(model -> addSetting(found, model, "synthesizer.model"));
        assistants.metaAgent().ifPresent(model -> addSetting(found, model, "metaAgent.model"));
        assistants.proposalJudge().ifPresent(model -> addSetting(found, model, "proposalJudge.model"));
        assistants.logCondenser().ifPresent(model -> addSetting(found, model, "logCondenser.model"));
        return found;
    }

    private void addSetting(Map<String, String> found, String model, String key) {
        String place = places.get(key);
        if (place != null) {
            found.putIfAbsent(model, place);
        }
    }

    SwarmSetup withTeam(List<TeamMember> newTeam) {
        return new SwarmSetup(newTeam, models, rules, resources, assistants, places);
    }

    SwarmSetup withModels(List<String> newModels) {
        return new SwarmSetup(team, newModels, rules, resources, assistants, places);
    }

    SwarmSetup withRules(Rules newRules) {
        return new SwarmSetup(team, models, newRules, resources, assistants, places);
    }

    SwarmSetup withBudget(Budget newBudget) {
        return with(resources.withBudget(newBudget));
    }

    SwarmSetup withSignalTools(boolean offered) {
        return with(resources.withSignalTools(offered));
    }

    SwarmSetup withMemory(MemorySettings memory) {
        return with(resources.withMemory(memory));
    }

    SwarmSetup withSeats(List<RemoteSeatSpec> seats) {
        return with(resources.withSeats(seats));
    }

    private SwarmSetup with(Resources newResources) {
        return new SwarmSetup(team, models, rules, newResources, assistants, places);
    }

    SwarmSetup withAssistants(Assistants newAssistants) {
        return new SwarmSetup(team, models, rules, resources, newAssistants, places);
    }

    SwarmSetup withPlaces(Map<String, String> newPlaces) {
        return new SwarmSetup(team, models, rules, resources, assistants, newPlaces);
    }

    /**
     * Resources of a solve.
     *
     * @param budget the limit on the cost of all calls of models together
     * @param signalTools true if agents may use the signals of the data folder
     * @param memory the settings of its memory
     * @param seats the people who answer later
     */
    public record Resources(Budget budget, boolean signalTools, MemorySettings memory, List<RemoteSeatSpec> seats) {

        /** No limit, no tools on signals, the memory of the data folder, and no people. */
        public static final Resources DEFAULTS = new Resources(Budget.UNLIMITED, false, MemorySettings.DEFAULTS,
                List.of());

        public Resources {
            seats = List.copyOf(seats);
        }

        Resources withBudget(Budget newBudget) {
            return new Resources(newBudget, signalTools, memory, seats);
        }

        Resources withSignalTools(boolean offered) {
            return new Resources(budget, offered, memory, seats);
        }

        Resources withMemory(MemorySettings newMemory) {
            return new Resources(budget, signalTools, newMemory, seats);
        }

        Resources withSeats(List<RemoteSeatSpec> newSeats) {
            return new Resources(budget, signalTools, memory, newSeats);
        }
    }

    /**
     * Rules of a deliberation.
     *
     * @param voting the consensus rules, for any number of agents
     * @param minVoters the minimum number of voters; empty for more than half of the agents
     * @param math the part of mathematics
     * @param limits the limits of a solve
     * @param steering the steering of agents beside mathematics
     * @param taskType the kind of its tasks, by which reliability is learned
     */
    public record Rules(ConsensusConfig voting, OptionalInt minVoters, MathConfig math, Limits limits,
            SteeringConfig steering, String taskType) {

        /** One agent is no swarm. */
        private static final int FEWEST_VOTERS = 2;

        /** The defaults of every part. */
        public static Rules defaults() {
            return new Rules(ConsensusConfig.defaults(), OptionalInt.empty(), MathConfig.defaults(),
                    Limits.defaults(), SteeringConfig.defaults(), Task.GENERAL);
        }

        /** Consensus rules for that many agents. */
        public ConsensusConfig consensus(int agents) {
            return voting.withMinVoters(minVoters.orElse(usualMinVoters(agents, steering.effort())));
        }

        /** Default minimum of voters among that many agents: more than half, or two if few may be asked. */
        public static int usualMinVoters(int agents, TurnEffort effort) {
            return effort == TurnEffort.ADAPTIVE ? Math.min(FEWEST_VOTERS, agents) : agents / 2 + 1;
        }

        /** The same with that effort; empty changes nothing. */
        public Rules withEffort(Optional<TurnEffort> effort) {
            return effort.map(word -> with(steering.withEffort(word))).orElse(this);
        }

        Rules with(ConsensusConfig newVoting) {
            return new Rules(newVoting, minVoters, math, limits, steering, taskType);
        }

        /** Refuses a number that no configuration takes. */
        Rules withMinVoters(int needed) {
            return new Rules(voting.withMinVoters(needed), OptionalInt.of(needed), math, limits, steering, taskType);
        }

        Rules with(MathConfig newMath) {
            return new Rules(voting, minVoters, newMath, limits, steering, taskType);
        }

        Rules with(Limits newLimits) {
            return new Rules(voting, minVoters, math, newLimits, steering, taskType);
        }

        /** Refuses a type that no task takes. */
        Rules withTaskType(String newType) {
            return new Rules(voting, minVoters, math, limits, steering, Task.requireType(newType));
        }

        Rules with(SteeringConfig newSteering) {
            return new Rules(voting, minVoters, math, limits, newSteering, taskType);
        }
    }

    /**
     * The models beside the agents, by name; an empty name for the first of the team's models, no value for none.
     *
     * @param synthesizer writes the answer
     * @param metaAgent observes the deliberation from outside; needs an advisor
     * @param proposalJudge finds proposals that say the same in other words
     * @param logCondenser summarizes the oldest findings of a long log
     */
    public record Assistants(Optional<String> synthesizer, Optional<String> metaAgent,
            Optional<String> proposalJudge, Optional<String> logCondenser) {
        public static final Assistants NONE = new Assistants(Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty());

        /** The same with that judge and that condenser, where they are named. */
        public Assistants with(Optional<String> judge, Optional<String> condenser) {
            return new Assistants(synthesizer, metaAgent, judge.or(() -> proposalJudge),
                    condenser.or(() -> logCondenser));
        }

        /** The names of the models that are there. */
        public List<String> models() {
            return Stream.of(synthesizer, metaAgent, proposalJudge, logCondenser).flatMap(Optional::stream).toList();
        }
    }
}
