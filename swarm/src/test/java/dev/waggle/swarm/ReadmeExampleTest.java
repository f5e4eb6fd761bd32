package dev.waggle.swarm;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The program in the README does what the README says. */
class ReadmeExampleTest {

    @Test
    void answersTheQuestionOfTheReadme() {
        List<Agent> agents = List.of(
                Agent.of(AgentProfile.of("scout").withListens(List.of(SignalType.TASK_NEW)),
                        turn -> List
                                .of(Draft.of(new Payload.Proposal("shard", "Shard by tenant", "writes double"), 0.8))),
                Agent.of(AgentProfile.of("critic").withListens(List.of(SignalType.PROPOSAL)),
                        turn -> List.of(Draft.of(new Payload.Vote("shard", Stance.AGREE, "measured it", 0.9), 0.9))),
                Agent.of(AgentProfile.of("lead").withListens(List.of(SignalType.PROPOSAL)),
                        turn -> List.of(
                                Draft.of(new Payload.Vote("shard", Stance.AGREE, "we have the people", 0.7), 0.7))));

        try (Swarm swarm = new Swarm(SwarmConfig.of(agents))) {
            SwarmResult result = swarm.solve(Task.of("How do we survive November?"));
            assertThat(result.answer()).isEqualTo("Shard by tenant");
            assertThat(result.confidence()).isEqualTo(1.0);
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        }
    }
}
