package dev.waggle.swarm.runlog;

import java.util.List;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
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
    /** State of a decision that is held for a round: the id of the objection that it is held for. */
    public static final String HELD = "held";

    /** State of a decision that waits for the votes to settle, once for each round that waits: the reason, for people. */
    public static final String SETTLING = "settling";

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
        return Payload.Open.data(new JsonObjectBuilder().with("run", run)
                .with("task", task.text())
                .with("agents", JsonValue.ofTexts(agents)).json());
    }

    /** The body of {@code workflow:end}. */
    public static Payload.Open ended(String ending, int rounds, int activations) {
        return Payload.Open.data(new JsonObjectBuilder().with("ending", ending)
                .with("rounds", rounds)
                .with("activations", activations).json());
    }

    /** The body of {@code agent:activated}. */
    public static Payload.Open activated(Emission turn, int round, List<Signal> stimuli) {
        return Payload.Open.data(agent(turn.by(), round, stimuli).with("invocation", turn.invocation())
                .with("stimuli", stimuli.size()).json());
    }

    /** The body of {@code evolution:spawned}. */
    public static Payload.Open spawned(AgentVacancy vacancy) {
        return Payload.Open.data(new JsonObjectBuilder().with("agent", vacancy.agentId())
                .with("domain", vacancy.domain())
                .with("role", vacancy.profile().role())
                .with("reason", vacancy.reason()).json());
    }

    /** The body of {@code evolution:dissolved}. */
    public static Payload.Open dissolved(EvolutionStep.Dissolve dissolved) {
        return Payload.Open.data(new JsonObjectBuilder().with("agent", dissolved.agentId())
                .with("reason", dissolved.reason()).json());
    }

    /** The body of {@code agent:skipped}. */
    public static Payload.Open skipped(String agent, int round, String reason, List<Signal> stimuli) {
        return Payload.Open.data(agent(agent, round, stimuli).with("reason", reason).json());
    }

    /** The body of a change of that state by that agent. */
    public static Payload.Open changed(String state, JsonValue before, JsonValue after, String agent) {
        return Payload.Open.data(new JsonObjectBuilder().with("key", state)
                .with("oldValue", before)
                .with("newValue", after)
                .with("agent", agent).json());
    }

    /** Trigger of a turn: the first of the signals. */
    public static @Nullable String trigger(List<Signal> stimuli) {
        return stimuli.isEmpty() ? null : stimuli.getFirst().id();
    }

    private static JsonObjectBuilder agent(String agent, int round, List<Signal> stimuli) {
        return new JsonObjectBuilder().with("agent", agent)
                .with("round", round)
                .with("trigger", trigger(stimuli));
    }
}
