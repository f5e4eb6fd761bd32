package dev.waggle.lab.example;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.testing.ScriptedModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.signal.Payload.Stance.AGREE;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** The programs of the pages that lead from other frameworks to this one. */
class TranslationsTest {

    @Test
    void expertsWithAModelOfLangChain4jVote() {
        SwarmResult result = ExpertPanel.decide(new OwnChatModel(), "Shard or wait?");

        assertThat(result.answer()).isEqualTo("Wait for the sale");
        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.consensus().votingRecord()).extracting(cast -> cast.agentId()).contains("dba", "buyer",
                "operator");
        assertThat(result.confidence()).isBetween(0.5, 1.0);
    }

    @Test
    void aSolveStopsForAPersonAndGoesOnInAnotherProcess(@TempDir Path folder) {
        ScriptedModel model = ScriptedModel.named("team")
                .agent("author").answers(proposes("friday", "We release on Friday"), votes("friday", AGREE))
                .agent("tester").answers(finds("The tests are green"), votes("friday", AGREE));
        SuspendedRelease first = new SuspendedRelease(folder, model);
        SwarmResult stopped = first.run();
        int answered = 0;
        while (!stopped.openSeats().isEmpty()) {
            SeatRequest request = stopped.openSeats().getFirst();
            boolean knows = request.mail().received().stream().anyMatch(it -> it.payload() instanceof Payload.Proposal);
            first.answer(request, List.of(knows ? "vote P2 agree 0.9 fine with me" : "pass"));
            stopped = new SuspendedRelease(folder, model).run();
            answered++;
            assertThat(answered).as("requests to the person").isLessThan(9);
        }

        assertThat(answered).isPositive();
        assertThat(stopped.answer()).isEqualTo("We release on Friday");
        assertThat(stopped.consensus().approval().approvedBy()).containsExactly("maya");
    }
}
