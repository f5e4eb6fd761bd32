package dev.waggle.swarm.runlog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.evolution.control.EvolutionStep;
import org.jspecify.annotations.Nullable;

/**
 * The life of a solve as signals in its journal, each naming the signal that caused it:
 *
 * <pre>
 *   workflow:start -> agent:activated (cause: what gave the turn) -> harness signals
 *                     agent:skipped (cause: what would have given it)
 *                     state:NAME:changed (cause: what changed it)
 *                     evolution:spawned, evolution:dissolved
 *   workflow:end (cause: workflow:start)
 * </pre>
 */
public final class LifecycleFacts {

    /** A solve begins: the run, the agents. */
    public static final SignalType WORKFLOW_START = SignalType.custom("workflow:start");

    /** End of a solve: the reason, and the number of rounds and turns. */
    public static final SignalType WORKFLOW_END = SignalType.custom("workflow:end");

    /** An agent is given a turn. */
    public static final SignalType AGENT_ACTIVATED = SignalType.custom("agent:activated");

    /** An agent has something to answer and gets no turn. */
    public static final SignalType AGENT_SKIPPED = SignalType.custom("agent:skipped");

    /** Type of the fact that evolution adds an agent: its id, purpose and reason. */
    public static final SignalType EVOLUTION_SPAWNED = SignalType.custom("evolution:spawned");

    /** Type of the fact that evolution removes an agent: its id and the reason. */
    public static final SignalType EVOLUTION_DISSOLVED = SignalType.custom("evolution:dissolved");

    private static final Set<SignalType> TYPES = Set.of(WORKFLOW_START, WORKFLOW_END, AGENT_ACTIVATED, AGENT_SKIPPED,
            EVOLUTION_SPAWNED, EVOLUTION_DISSOLVED);
    private static final String STATE = "state:";
    private static final String CHANGED = ":changed";

    private LifecycleFacts() {}

    /** Type of a change of that state, for example {@code state:leader:changed}. */
    public static SignalType changed(String state) {
        return SignalType.custom(STATE + state + CHANGED);
    }

    /** True if only the runtime may emit that type. */
    static boolean isLifecycle(SignalType type) {
        return TYPES.contains(type) || (type.text().startsWith(STATE) && type.text().endsWith(CHANGED));
    }

    /** The body of {@code workflow:start}. */
    public static Payload.Open started(String run, Task task, List<String> agents) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("run", JsonValue.of(run));
        facts.put("task", JsonValue.of(task.text()));
        facts.put("agents", TextJson.of(agents));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** The body of {@code workflow:end}. */
    public static Payload.Open ended(String ending, int rounds, int activations) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("ending", JsonValue.of(ending));
        facts.put("rounds", JsonValue.of(rounds));
        facts.put("activations", JsonValue.of(activations));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** The body of {@code agent:activated}. */
    public static Payload.Open activated(Emission turn, int round, List<Signal> stimuli) {
        Map<String, JsonValue> facts = agent(turn.by(), round, stimuli);
        facts.put("invocation", JsonValue.of(turn.invocation()));
        facts.put("stimuli", JsonValue.of(stimuli.size()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** The body of {@code evolution:spawned}. */
    public static Payload.Open spawned(AgentVacancy vacancy) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(vacancy.agentId()));
        facts.put("domain", JsonValue.of(vacancy.domain()));
        facts.put("role", JsonValue.of(vacancy.profile().role()));
        facts.put("reason", JsonValue.of(vacancy.reason()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** The body of {@code evolution:dissolved}. */
    public static Payload.Open dissolved(EvolutionStep.Dissolve gone) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(gone.agentId()));
        facts.put("reason", JsonValue.of(gone.reason()));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** The body of {@code agent:skipped}. */
    public static Payload.Open skipped(String agent, int round, String reason, List<Signal> stimuli) {
        Map<String, JsonValue> facts = agent(agent, round, stimuli);
        facts.put("reason", JsonValue.of(reason));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** The body of a change of that state by that agent. */
    public static Payload.Open changed(String state, JsonValue before, JsonValue after, String agent) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("key", JsonValue.of(state));
        facts.put("oldValue", before);
        facts.put("newValue", after);
        facts.put("agent", JsonValue.of(agent));
        return Payload.Open.data(JsonValue.of(facts));
    }

    /** Trigger of a turn: the first of the signals. */
    public static @Nullable String trigger(List<Signal> stimuli) {
        return stimuli.isEmpty() ? null : stimuli.getFirst().id();
    }

    private static Map<String, JsonValue> agent(String agent, int round, List<Signal> stimuli) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("agent", JsonValue.of(agent));
        facts.put("round", JsonValue.of(round));
        facts.put("trigger", TextJson.of(trigger(stimuli)));
        return facts;
    }
}
