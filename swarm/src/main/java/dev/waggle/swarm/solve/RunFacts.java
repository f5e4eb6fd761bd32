package dev.waggle.swarm.solve;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.Draft;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Thresholds;
import org.jspecify.annotations.Nullable;

/** What the runtime itself writes into the log of a solve. */
final class RunFacts {

    /** Who takes part under which rules. */
    static final SignalType OPENED = SignalType.custom("run:opened");

    /** How it ended. */
    static final SignalType CLOSED = SignalType.custom("run:closed");

    /** A turn that failed. */
    static final SignalType FAILED = SignalType.custom("agent:error");

    /** Where {@code run:opened} has what whoever made the swarm noted. */
    static final String SETUP = "setup";

    private static final Set<SignalType> TYPES = Set.of(OPENED, CLOSED, FAILED, InboxFacts.READ, InboxFacts.FAILED,
            LensFacts.FOUND, JoinFacts.JOINED, CallFacts.CALLED, StopFacts.STOPPING, WorkFacts.TURN, WorkFacts.PART,
            WorkFacts.LATE, RefusalFacts.REFUSED, KeptAnswers.ANSWERED);

    private RunFacts() {}

    /** Whether nobody but the runtime may say that. */
    static boolean isOne(SignalType type) {
        return TYPES.contains(type) || Lifecycle.isOne(type);
    }

    /** {@code run:opened}: who takes part under which rules. In the journal only, not on the bus. */
    static Signal opened(Stamp stamp, String run, Task task, SwarmConfig config,
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
        facts.put("agents", JsonValue.of(config.agents().stream().map(Agent::profile).map(RunFacts::agent).toList()));
        facts.put("ballots", JsonValue.of(consensus.ballots().word()));
        facts.put("strategy", JsonValue.of(consensus.strategy().id()));
        facts.put("threshold", JsonValue.of(consensus.threshold()));
        facts.put("maxWeight", JsonValue.of(consensus.maxWeight()));
        facts.put("minVoters", JsonValue.of(consensus.minVoters()));
        facts.put("conflictResolution", JsonValue.of(consensus.conflictResolution().word()));
        facts.put("maxDebateRounds", JsonValue.of(consensus.maxDebateRounds()));
        facts.put("maxRounds", JsonValue.of(config.limits().maxRounds()));
        facts.put("maxSignals", JsonValue.of(config.limits().maxSignals()));
        facts.put("timeoutMs", JsonValue.of(config.limits().timeout().toMillis()));
        facts.put("lenses", JsonValue.of(config.math().lenses().stream().map(Lens::name).map(JsonValue::of).toList()));
        facts.put("mathematics", JsonValue.of(config.math().part().name().toLowerCase(Locale.ROOT)));
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
        return fact(OPENED, Payload.Open.data(JsonValue.of(facts)), stamp, Links.NONE);
    }

    /** By what confidences are multiplied in a run that was opened so. */
    static Map<String, Double> confidenceFactors(Fields opened) {
        Map<String, Double> factors = new LinkedHashMap<>();
        if (opened.has("confidenceFactors")) {
            Fields numbers = opened.object("confidenceFactors");
            numbers.fields().keySet().forEach(agent -> factors.put(agent, numbers.number(agent)));
        }
        return factors;
    }

    /** {@code run:closed}: how it ended. In the journal only, not on the bus. */
    static Signal closed(Stamp stamp, String run, SwarmResult result) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("run", JsonValue.of(run));
        facts.put("ending", JsonValue.of(result.ending().word()));
        facts.put("decided", JsonValue.of(result.consensus().decided()));
        facts.put("confidence", JsonValue.of(result.confidence()));
        facts.put("rounds", JsonValue.of(result.timing().roundsUsed()));
        facts.put("totalNanos", JsonValue.of(result.timing().total().toNanos()));
        facts.put("totalMs", JsonValue.of(result.timing().total().toMillis()));
        return fact(CLOSED, Payload.Open.data(JsonValue.of(facts)), stamp, Links.NONE);
    }

    /** The body of {@code agent:error}. */
    static Payload.Open failure(AgentFailure failure) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agentId", JsonValue.of(failure.agentId()));
        facts.put("signalIds", JsonValue.of(failure.signalIds().stream().map(JsonValue::of).toList()));
        facts.put("context", JsonValue.of(failure.context()));
        facts.put("error", JsonValue.of(failure.message()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    static Payload.ConsensusReached decision(ConsensusResult result) {
        Proposal winner = result.leader().orElseThrow();
        return new Payload.ConsensusReached(winner.id(), winner.content(), result.confidence());
    }

    private static JsonValue thresholds(Thresholds thresholds) {
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

    /** Rows in the order of their names, whatever map they came in. */
    private static String prices(PriceTable prices) {
        return new TreeMap<>(prices.rows()) + ", otherwise " + prices.otherwise();
    }

    /** The same fact as one of that run and round. */
    static Signal inScope(String run, @Nullable Integer round, Signal fact) {
        Scope scope = fact.scope();
        return new Signal(fact.id(), fact.type(), fact.source(), fact.time(), fact.payload(),
                new Scope(scope.tenant(), scope.thread(), run, round, scope.step()), fact.links(), fact.grading(),
                fact.lifetime(), fact.audience(), fact.extensions());
    }

    /** A fact for the journal only. */
    static Signal fact(SignalType type, Payload.Open body, Stamp stamp, Links links) {
        return Signal.of(Draft.custom(type.text(), body).withLinks(links), stamp);
    }
}
