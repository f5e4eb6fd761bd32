package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.agent.AgentProfile;

/** A tool that counts its calls and names the caller in its result. */
final class CountingTool implements Tool {

    private final String name;
    private final AtomicInteger calls = new AtomicInteger();

    CountingTool(String name) {
        this.name = name;
    }

    int calls() {
        return calls.get();
    }

    /** An agent that has this tool and hears the task, or those types. */
    ModelAgent agent(ReactionTestBed round, Harness harness, SignalType... listens) {
        List<SignalType> types = new ArrayList<>(List.of(listens));
        if (types.isEmpty()) {
            types.add(SignalType.TASK_NEW);
        }
        return new ModelAgent(AgentProfile.of("agent").withListens(types), harness,
                round.config(ReactionStrategy.ANALYZE).withTools(ToolRegistry.of(List.of(this))));
    }

    @Override
    public ToolDefinition definition() {
        return new ToolDefinition(name, "counts", new JsonValue.Obj(Map.of("type", JsonValue.of("object"))));
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) {
        return new ToolOutcome.Done("call " + calls.incrementAndGet() + " by " + caller.agentId(), JsonValue.ofNull());
    }
}
