package example;

import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.testing.ScriptedModel;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Payload.Stance.AGREE;
import static dev.waggle.testing.ScriptedReply.calls;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.votes;
import static dev.waggle.testing.SwarmAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

class ProgramsTest {

    @Test
    void ownAgentsDecide() {
        assertThat(OwnAgents.decide()).decided("Shard by tenant").hasNoFailures();
    }

    @Test
    void milestonesAreSeen() {
        assertThat(Streaming.watch(team())).startsWith("solve:start").endsWith("solve:complete");
    }

    @Test
    void theToolIsCalled() {
        ScriptedModel model = ScriptedModel.named("buyers")
                .agent("planner").answers(calls("in_stock", JsonValue.of(Map.of("article", JsonValue.of("nut")))),
                        proposes("nuts", "Order nuts").and(votes("nuts", AGREE)))
                .agent("buyer").answers(finds("Nuts are cheap"), votes("nuts", AGREE));
        assertThat(OwnTool.order(model)).decided("Order nuts").hasNoFailures();
        assertThat(model.requestsBy("planner")).anyMatch(request -> request.toString().contains("3 pieces"));
    }

    @Test
    void mayaApproves() {
        assertThat(Approval.decide(team(), new Voter("agree"))).decided("Shard by tenant").hasNoFailures();
    }

    @Test
    void withoutMayaNothingIsDecided() {
        assertThat(Approval.decide(team(), new Voter("abstain")).consensus().decided()).isFalse();
    }

    private static ScriptedModel team() {
        return ScriptedModel.named("team")
                .agent("scout").answers(proposes("shard", "Shard by tenant").and(votes("shard", AGREE)))
                .agent("critic").answers(finds("Writes double each month"), votes("shard", AGREE));
    }

    /** A person who votes so on each proposal. */
    private static final class Voter implements HumanSpeaker {

        private final String stance;
        private int turn;

        Voter(String stance) {
            this.stance = stance;
        }

        @Override
        public Optional<String> nextLine(AgentProfile seat, Turn current) {
            boolean isNew = current.invocation() > turn;
            turn = current.invocation();
            return current.stimuli().stream().filter(_ -> isNew)
                    .map(signal -> signal.payload() instanceof Payload.Proposal it ? it.proposalId() : "")
                    .filter(id -> !id.isEmpty()).findFirst().map(id -> "vote " + id + " " + stance + " 1");
        }

        @Override
        public void onInvalidLine(AgentProfile seat, String line, String problem) {
            throw new IllegalStateException(problem);
        }
    }
}
