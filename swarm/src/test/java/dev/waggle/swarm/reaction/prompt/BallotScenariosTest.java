package dev.waggle.swarm.reaction.prompt;

import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Ballots of prompts in a solve: merged proposals, and agents that may only vote. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class BallotScenariosTest {

    private final SolveTestBed table = new SolveTestBed();
    private final PromptWatch watch = new PromptWatch();

    @Test
    void theBallotHoldsAMergedProposalOnceWithAllItsVotes() {
        SolveTestBed.solve(config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Shard the orders table by tenant."),
                        ScriptedAgent.votes(Stance.AGREE, "p1", 0.1)),
                ScriptedAgent.agent("b").says(1,
                        ScriptedAgent.proposes("p2", "The orders table should be sharded by tenant."),
                        ScriptedAgent.votes(Stance.AGREE, "p2", 0.1))));

        String prompt = watch.messages("reader").get(1).content();
        List<String> ballot = prompt.substring(prompt.indexOf("<proposals>")).lines()
                .filter(line -> line.startsWith("{")).toList();
        assertThat(ballot).singleElement().asString().contains("\"agree\":2");
        assertThat(prompt).doesNotContain("\"p1\"", "\"p2\"");
    }

    @Test
    void anAgentThatMayOnlyVoteIsNotCalledBeforeTheFirstProposal() {
        AgentProfile voter = AgentProfile.of("voter").withCanEmit(List.of(SignalType.VOTE));
        SolveTestBed.solve(table.config(List.of(ScriptedAgent.agent("a").says(2, ScriptedAgent.proposes("p1"))
                .says(1, ScriptedAgent.finds("a fact")).unasked(), watch.silent(voter)))
                .withMath(MathConfig.off()).withLimits(Limits.defaults().withMaxRounds(3)));

        assertThat(watch.messages("voter")).singleElement()
                .satisfies(prompt -> assertThat(prompt.content()).contains("Round 3 of 3", "\"proposalId\":\"P3\""));
    }

    private SwarmConfig config(ScriptedAgent... agents) {
        return table.config(List.of(agents[0], agents[1], watch.silent(AgentProfile.of("reader"))))
                .withMath(MathConfig.off()).withConsensus(ConsensusConfig.defaults().withMinVoters(3).withThreshold(1))
                .withLimits(Limits.defaults().withMaxRounds(3));
    }
}
