package dev.waggle.connect.otel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.author;

/** Solve with a debate between two authors, a model that uses a tool, and a synthesizer. */
final class DebatedSolve {

    static final Tool LOOK = Tool.of("look", "looks at a place", Map.of("place", "its name"), _ -> "seen");

    private DebatedSolve() {}

    static SwarmConfig config(SolveTestBed table, Agent... others) {
        ScriptedModel model = ScriptedModel.named("team").answers(
                ScriptedReply.calls("look", JsonValue.of(Map.of("place", JsonValue.of("here")))),
                ScriptedReply.finds("it is there"), ScriptedReply.finds("nothing new"),
                ScriptedReply.finds("nothing new"), ScriptedReply.finds("nothing new"));
        List<Agent> all = new ArrayList<>(List.of(author("a", "A"), author("b", "B"),
                agent("c").debating(1, ScriptedAgent.votes(Stance.AGREE, "A"))));
        all.add(new ModelAgent(new AgentProfile("m", "m", "", 1, Set.of(SignalType.TASK_NEW), Set.of()), model,
                ModelAgentConfig.defaults().withTools(ToolRegistry.of(Set.of(LOOK)))));
        all.addAll(List.of(others));
        return table.config(all)
                .withSynthesizer((material, _) -> "the answer is " + material.consensus().decision().orElse("open"));
    }
}
