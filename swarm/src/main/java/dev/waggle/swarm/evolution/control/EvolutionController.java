package dev.waggle.swarm.evolution.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.lens.Finding;

/**
 * Controller of evolution: adds agents for confirmed gaps, and removes added agents that bring too little.
 *
 * <pre>
 *   gaps of the round -> seen in two rounds? urgent? a place free? not cooling? -> spawn
 *   evolved agents    -> window over and of too little use?                     -> dissolve
 *                     -> repeats the others?                                    -> dissolve one
 * </pre>
 *
 * <p>An agent has one id, here and everywhere. Agents from the start are never removed. The same rounds give
 * the same steps. Owned by the thread of a solve.
 */
public final class EvolutionController {

    private final EvolutionConfig config;
    private final MeritCounter merits = new MeritCounter();
    private final GapPersistence confirmations;
    private final Set<String> ids;
    private final Set<String> founders;
    private final Map<String, EvolvedAgent> active = new LinkedHashMap<>();
    private final Map<String, Integer> cooling = new HashMap<>();
    private final List<EvolutionReport.SpawnedAgent> spawned = new ArrayList<>();
    private final List<EvolutionReport.DissolvedAgent> dissolved = new ArrayList<>();
    private int round;

    /** An added agent, and the round at the end of which it was added. */
    private record EvolvedAgent(AgentVacancy vacancy, int since) {}

    /**
     * Controller of a swarm with these agents.
     *
     * @param agents the ids of the participants from the start
     */
    public EvolutionController(EvolutionConfig config, Collection<String> agents) {
        this.config = config;
        confirmations = new GapPersistence(config.cooldownRounds());
        founders = new LinkedHashSet<>(agents);
        ids = new HashSet<>(founders);
    }

    public void beginRound() {
        merits.beginRound();
    }

    /** Records a signal. */
    public void accept(Signal signal) {
        merits.accept(signal);
    }

    /** Steps to take after that round. Called once a round, after its last signal; empty while evolution is off. */
    public List<EvolutionStep> evaluateRound(EvolutionInput input) {
        if (input.round() <= round) {
            throw new IllegalArgumentException("round must be above " + round + ", got " + input.round());
        }
        round = input.round();
        if (!config.enabled()) {
            return List.of();
        }
        cooling.values().removeIf(since -> round - since >= config.cooldownRounds());
        List<EvolutionStep> steps = new ArrayList<>();
        for (GapDetector.Gap gap : GapDetector.detect(input, merits, founders)) {
            confirmations.record(gap.domain(), round);
            if (isToBeFilled(gap)) {
                steps.add(spawn(gap));
            }
        }
        evaluate(steps);
        redundant(input).ifPresent(agent -> steps.add(dissolve(agent, agent.vacancy.agentId()
                + " says again what others say, and is of the least use of those who do")));
        return List.copyOf(steps);
    }

    /**
     * Cancels a spawn for which no agent was available. It is not in the report, and its domain cools down like any
     * other before it is tried again.
     *
     * @throws IllegalArgumentException when no such agent is active
     */
    public void cancelSpawn(String agentId) {
        EvolvedAgent absent = active.remove(agentId);
        if (absent == null) {
            throw new IllegalArgumentException("no evolved agent \"" + agentId + "\" is active, only "
                    + active.keySet());
        }
        leave(absent);
        spawned.removeIf(joined -> joined.agentId().equals(agentId));
    }

    /** Service of that agent so far; empty when it is no active agent that evolution added. */
    public Optional<AgentService> service(String agentId) {
        return Optional.ofNullable(active.get(agentId)).map(agent -> merits.serviceOf(agent.vacancy.profile()));
    }

    /** Report on growth and shrinkage so far. */
    public EvolutionReport report() {
        return new EvolutionReport(spawned, dissolved, active.size());
    }

    private boolean isToBeFilled(GapDetector.Gap gap) {
        return confirmations.isConfirmed(gap, config.minUrgency()) && active.size() < config.maxEvolvedAgents()
                && !cooling.containsKey(gap.domain())
                && active.values().stream().noneMatch(agent -> agent.vacancy.domain().equals(gap.domain()));
    }

    private EvolutionStep spawn(GapDetector.Gap gap) {
        AgentVacancy vacancy = RolePresets.vacancy(newId(gap.domain()), gap.domain(), gap.reason());
        confirmations.forget(gap.domain());
        active.put(vacancy.agentId(), new EvolvedAgent(vacancy, round));
        spawned.add(new EvolutionReport.SpawnedAgent(vacancy.agentId(), gap.domain(), round, gap.reason()));
        return new EvolutionStep.Spawn(vacancy);
    }

    /** New id that no agent has or had: {@code evolved-DOMAIN-NUMBER}. */
    private String newId(String domain) {
        int number = 1;
        while (!ids.add("evolved-" + domain + "-" + number)) {
            number++;
        }
        return "evolved-" + domain + "-" + number;
    }

    private void evaluate(List<EvolutionStep> steps) {
        for (EvolvedAgent agent : List.copyOf(active.values())) {
            int rounds = round - agent.since;
            AgentService service = merits.serviceOf(agent.vacancy.profile());
            if (!service.isWorthKeeping(rounds, config)) {
                steps.add(dissolve(agent, String.format(PlainLocale.NONE,
                        "its value is %.2f after %d rounds, threshold %.2f: %d signals, %d of use", service.value(),
                        rounds, config.minValueForKeep(), service.signals(), service.merits())));
            }
        }
    }

    /** The least useful of the evolved agents that a lens calls redundant; of several, the one that came last. */
    private Optional<EvolvedAgent> redundant(EvolutionInput input) {
        if (!(input.likeness().orElse(0) > config.nmiPruneThreshold())) {
            return Optional.empty();
        }
        return input.findings().stream().filter(EvolutionInput::isRepetition).map(Finding.Prune.class::cast)
                .flatMap(prune -> prune.agents().stream()).map(active::get).filter(Objects::nonNull)
                .min(Comparator
                        .comparingDouble((EvolvedAgent agent) -> merits.serviceOf(agent.vacancy.profile()).value())
                        .thenComparing(Comparator.comparingInt(EvolvedAgent::since).reversed())
                        .thenComparing(agent -> agent.vacancy.agentId()));
    }

    private EvolutionStep dissolve(EvolvedAgent agent, String reason) {
        String id = agent.vacancy.agentId();
        active.remove(id);
        leave(agent);
        dissolved.add(new EvolutionReport.DissolvedAgent(id, round, reason));
        return new EvolutionStep.Dissolve(id, reason);
    }

    private void leave(EvolvedAgent agent) {
        cooling.put(agent.vacancy.domain(), round);
        confirmations.forget(agent.vacancy.domain());
    }
}
