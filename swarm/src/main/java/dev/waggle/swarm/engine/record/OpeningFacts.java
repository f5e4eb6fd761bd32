package dev.waggle.swarm.engine.record;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.runlog.JsonFields;
import dev.waggle.swarm.runlog.ProfileJson;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * {@code run:opened}: participants and rules, the first fact of a run. {@link LoggedRun} rebuilds a configuration from
 * it.
 */
public final class OpeningFacts {

    /** Key in {@code run:opened} of the setup recorded by the creator of the swarm. */
    public static final String SETUP = "setup";

    private OpeningFacts() {}

    /** {@code run:opened}: participants and rules. In the journal only, not on the bus. */
    public static Signal opened(Stamp stamp, String run, Task task, SwarmConfig config,
            Map<String, Double> confidenceFactors) {
        ConsensusConfig consensus = config.consensus();
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("run", JsonValue.of(run));
        if (task.title() != null) {
            facts.put("title", JsonValue.of(task.title()));
        }
        facts.put("task", JsonValue.of(task.text()));
        if (task.context() != null) {
            facts.put("context", JsonValue.of(task.context()));
        }
        if (task.signalId() != null) {
            facts.put("taskId", JsonValue.of(task.signalId()));
        }
        facts.put("agents",
                JsonValue.of(config.agents().stream().map(Agent::profile).map(OpeningFacts::agent).toList()));
        facts.put("ballots", JsonValue.of(consensus.ballots().wireName()));
        facts.put("strategy", JsonValue.of(consensus.strategy().id()));
        facts.put("threshold", JsonValue.of(consensus.threshold()));
        facts.put("maxWeight", JsonValue.of(consensus.maxWeight()));
        facts.put("minVoters", JsonValue.of(consensus.minVoters()));
        facts.put("conflictResolution", JsonValue.of(consensus.conflictResolution().wireName()));
        facts.put("maxDebateRounds", JsonValue.of(consensus.maxDebateRounds()));
        facts.put("maxRounds", JsonValue.of(config.limits().maxRounds()));
        facts.put("maxSignals", JsonValue.of(config.limits().maxSignals()));
        facts.put("timeoutMs", JsonValue.of(config.limits().timeout().toMillis()));
        facts.put("lenses", JsonValue.of(config.math().lenses().stream().map(Lens::name).map(JsonValue::of).toList()));
        facts.put("mathematics", JsonValue.of(config.math().role().name().toLowerCase(Locale.ROOT)));
        facts.put("thresholds", thresholds(config.math().thresholds()));
        facts.put("profiles",
                JsonValue.of(config.agents().stream().map(Agent::profile).map(ProfileJson::of).toList()));
        facts.put("budget", JsonValue.of(config.spending().budget().toString()));
        facts.put("prices", JsonValue.of(prices(config.spending().prices())));
        facts.put("advisor", JsonValue.of(config.steering().advisor().map(Record::toString).orElse("none")));
        facts.put("evolution", JsonValue.of(config.steering().evolution().toString()));
        facts.put("selection", JsonValue.of(config.steering().selection().toString()));
        facts.put("workspace", JsonValue.of(config.steering().workspace().toString()));
        facts.put("seed", JsonValue.of(config.world().seed()));
        if (!confidenceFactors.isEmpty()) {
            facts.put("confidenceFactors", numbers(confidenceFactors));
        }
        config.setup().ifPresent(setup -> facts.put(SETUP, setup));
        return RunFacts.fact(RunFacts.OPENED, Payload.Open.data(JsonValue.of(facts)), stamp, Links.NONE);
    }

    /** Confidence factors of a run with that opening fact. */
    public static Map<String, Double> confidenceFactors(JsonFields opened) {
        Map<String, Double> factors = new LinkedHashMap<>();
        if (opened.has("confidenceFactors")) {
            JsonFields numbers = opened.object("confidenceFactors");
            numbers.fields().keySet().forEach(agent -> factors.put(agent, numbers.number(agent)));
        }
        return factors;
    }

    private static JsonValue thresholds(LensThresholds thresholds) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("entropy", JsonValue.of(thresholds.entropy()));
        facts.put("minInformationGain", JsonValue.of(thresholds.minInformationGain()));
        facts.put("redundancy", JsonValue.of(thresholds.redundancy()));
        facts.put("dependence", JsonValue.of(thresholds.dependence()));
        return JsonValue.of(facts);
    }

    private static JsonValue numbers(Map<String, Double> numbers) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        numbers.forEach((name, number) -> facts.put(name, JsonValue.of(number)));
        return JsonValue.of(facts);
    }

    private static JsonValue agent(AgentProfile profile) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("id", JsonValue.of(profile.id()));
        facts.put("name", JsonValue.of(profile.name()));
        facts.put("role", JsonValue.of(profile.role()));
        facts.put("weight", JsonValue.of(profile.weight()));
        return JsonValue.of(facts);
    }

    /** Price rows in the order of their names, in any order of the map. */
    private static String prices(PriceTable prices) {
        return new TreeMap<>(prices.rows()) + ", otherwise " + prices.otherwise();
    }
}
