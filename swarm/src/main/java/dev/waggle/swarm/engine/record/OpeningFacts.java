package dev.waggle.swarm.engine.record;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.ProfileJson;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.selection.TurnEffort;

/**
 * {@code run:opened}: participants and rules, the first fact of a run. {@link LoggedRun} rebuilds a configuration from
 * it.
 */
public final class OpeningFacts {

    /** Key in {@code run:opened} of the setup recorded by the creator of the swarm. */
    public static final String SETUP = RunFacts.SETUP;

    /** Key of the probability that a decision needs; absent if it needs none. */
    public static final String THRESHOLD_CONFIDENCE = "thresholdConfidence";

    private static final String SETTLE_ROUNDS = "settleRounds";
    private static final String EFFORT = "effort";

    private OpeningFacts() {}

    /** {@code run:opened}: participants and rules. In the journal only, not on the bus. */
    public static Signal opened(Stamp stamp, String run, Task task, SwarmConfig config,
            LoopVersion loop, Map<String, Double> confidenceFactors) {
        ConsensusConfig consensus = config.consensus();
        JsonObjectBuilder facts = new JsonObjectBuilder().with("run", run)
                .withPresent("title", task.title())
                .with("task", task.text())
                .withPresent("context", task.context())
                .withPresent("taskId", task.signalId())
                .withPresent(RunFacts.TASK_TYPE, task.category().isEmpty() ? null : task.category())
                .with("agents", config.agents().stream().map(Agent::profile).map(OpeningFacts::agent).toList())
                .with("ballots", consensus.ballots().wireName())
                .with("strategy", consensus.strategy().id())
                .with("threshold", consensus.threshold())
                .with("maxWeight", consensus.maxWeight())
                .with("minVoters", consensus.minVoters())
                .with("conflictResolution", consensus.conflictResolution().wireName())
                .with("maxDebateRounds", consensus.maxDebateRounds())
                .with("maxRounds", config.limits().maxRounds())
                .with("maxSignals", config.limits().maxSignals())
                .with("timeoutMs", config.limits().timeout().toMillis())
                .withTexts("lenses", config.math().lenses().stream().map(Lens::name).toList())
                .with("mathematics", config.math().role().name().toLowerCase(Locale.ROOT))
                .with("thresholds", thresholds(config.math().thresholds()))
                .with(RunFacts.PROFILES, config.agents().stream().map(Agent::profile).map(ProfileJson::of).toList())
                .with("budget", config.spending().budget().toString())
                .with("prices", prices(config.spending().prices()))
                .with("advisor", config.steering().advisor().map(Record::toString).orElse("none"))
                .with("evolution", config.steering().evolution().toString())
                .with("selection", config.steering().selection().toString())
                .with("workspace", config.steering().workspace().toString())
                .with("seed", config.world().seed());
        if (loop.isAtLeast(LoopVersion.SECOND)) {
            facts.with(LoopVersion.KEY, loop.number());
        }
        if (loop.isAtLeast(LoopVersion.FOURTH)) {
            facts.withTexts(RunFacts.STOPS, config.math().stops().stream().map(MathStopReason::wireName).toList());
        }
        if (consensus.decision().thresholdConfidence() > 0) {
            facts.with(THRESHOLD_CONFIDENCE, consensus.decision().thresholdConfidence());
        }
        if (loop.isAtLeast(LoopVersion.FOURTH) && consensus.settleRounds() > 0) {
            facts.with(SETTLE_ROUNDS, consensus.settleRounds());
        }
        TurnEffort effort = config.steering().effort();
        if (effort != TurnEffort.FULL) {
            facts.with(EFFORT, effort.wireName());
        }
        if (!consensus.approval().isNone()) {
            facts.with("approval", consensus.approval().toJson());
        }
        if (!confidenceFactors.isEmpty()) {
            facts.with("confidenceFactors", numbers(confidenceFactors));
        }
        config.setup().ifPresent(setup -> facts.with(SETUP, setup));
        return RunFacts.fact(RunFacts.OPENED, Payload.Open.data(facts.json()), stamp, Links.NONE);
    }

    /** Probability that a decision of a run with that opening fact needs; 0 for none. */
    public static double thresholdConfidence(JsonObjectReader opened) {
        Double threshold = opened.optionalNumber(THRESHOLD_CONFIDENCE);
        return threshold == null ? 0 : threshold;
    }

    /** Confidence factors of a run with that opening fact. */
    public static Map<String, Double> confidenceFactors(JsonObjectReader opened) {
        Map<String, Double> factors = new LinkedHashMap<>();
        JsonObjectReader numbers = opened.optionalObject("confidenceFactors");
        if (numbers != null) {
            numbers.names().forEach(agent -> factors.put(agent, numbers.number(agent)));
        }
        return factors;
    }

    /** Rounds without a move before a decision in a run with that opening fact; absent is none. */
    public static int settleRounds(JsonObjectReader opened) {
        return opened.has(SETTLE_ROUNDS) ? opened.int32(SETTLE_ROUNDS) : 0;
    }

    /** Effort of the rounds in a run with that opening fact; absent is full. */
    public static TurnEffort effort(JsonObjectReader opened) {
        String effort = opened.optionalText(EFFORT);
        return effort == null ? TurnEffort.FULL : TurnEffort.of(effort);
    }

    private static JsonValue thresholds(LensThresholds thresholds) {
        return new JsonObjectBuilder().with("entropy", thresholds.entropy())
                .with("minInformationGain", thresholds.minInformationGain())
                .with("redundancy", thresholds.redundancy())
                .with("dependence", thresholds.dependence()).json();
    }

    private static JsonValue numbers(Map<String, Double> numbers) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        numbers.forEach((name, number) -> facts.put(name, JsonValue.of(number)));
        return JsonValue.of(facts);
    }

    private static JsonValue agent(AgentProfile profile) {
        return new JsonObjectBuilder().with("id", profile.id())
                .with("name", profile.name())
                .with("role", profile.role())
                .with("weight", profile.weight()).json();
    }

    /** Price rows in the order of their names, in any order of the map. */
    private static String prices(PriceTable prices) {
        return new TreeMap<>(prices.rows()) + ", otherwise " + prices.otherwise();
    }
}
