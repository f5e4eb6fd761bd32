package dev.waggle.swarm.reaction;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.solve.SwarmResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ModelAgentTest {

    private final Round round = new Round();

    @Test
    void oneProposesAndTwoVote() {
        TalkingHarness proposer = TalkingHarness.signals(
                "{'type':'proposal','confidence':0.8,'content':'Shard by tenant','reasoning':'tenants are alike'}");
        TalkingHarness voter = TalkingHarness.answers((number, input) -> dev.waggle.signal.harness.HarnessOutput
                .of(TalkingHarness.reply("{'type':'vote','confidence':0.9,'proposalId':'#2','stance':'agree'}")));

        SwarmResult result = round.solve(round.agent("proposer", proposer, Strategy.PROPOSE, SignalType.TASK_NEW),
                round.agent("first", voter, Strategy.SUPPORT, SignalType.PROPOSAL),
                round.agent("second", voter, Strategy.SUPPORT, SignalType.PROPOSAL));

        assertThat(Round.types(result)).containsExactly("task:new", "proposal", "vote", "vote", "consensus:reached");
        assertThat(result.answer()).isEqualTo("Shard by tenant");
        assertThat(proposer.questions()).hasSize(1);
        assertThat(voter.questions()).hasSize(2);
        assertThat(((Payload.Proposal) Round.of(result, SignalType.PROPOSAL).getFirst().payload()).proposalId())
                .matches("shard-by-tenant-[0-9a-f]{8}");
    }
}
