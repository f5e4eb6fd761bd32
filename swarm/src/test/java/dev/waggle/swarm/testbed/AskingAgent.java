package dev.waggle.swarm.testbed;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Scope;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;

/** An agent that asks its model in every turn, and publishes in the first the drafts written for it. */
public final class AskingAgent implements Agent {

    private final AgentProfile profile;
    private final Harness harness;
    private final List<Draft> says;

    public AskingAgent(String id, Harness harness, Draft... says) {
        profile = AgentProfile.of(id);
        this.harness = harness;
        this.says = List.of(says);
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return turn -> {
            RunContext context = RunContext.of(new RunContext.Caller(new Emission(profile.id(), turn.invocation()),
                    Scope.ofRun(briefing.run(), turn.round()), null), briefing.world(), turn.transcript())
                    .withMeter(briefing.meter()).within(turn.remaining());
            harness.run(HarnessInput.of(List.of(Message.user("What now?"))), context);
            return turn.invocation() == 1 ? says : List.of();
        };
    }
}
