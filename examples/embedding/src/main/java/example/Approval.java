package example;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.consensus.ApprovalRule;

/** A person without whose agreement nothing is decided. */
final class Approval {

    private Approval() {}

    static SwarmResult decide(Harness model, HumanSpeaker maya) {
        ApprovalRule rule = ApprovalRule.requiring("maya");
        try (Swarm swarm = Swarm.builder().model(model)
                .agent("scout", "proposes an answer")
                .agent("critic", "looks for what is wrong")
                .seat("maya", maya)
                .configure(config -> config.withConsensus(config.consensus().withApproval(rule)))
                .build()) {
            return swarm.solve("Shard or wait?");
        }
    }
}
