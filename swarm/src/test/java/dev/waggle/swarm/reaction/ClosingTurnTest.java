package dev.waggle.swarm.reaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Closing turns of model agents: a question of its own, to which only votes are an answer. */
class ClosingTurnTest {

    /** Seeds of solves of five cooperative agents that may defer. */
    private static final int SEEDS = 60;

    private static final Pattern NAME = Pattern.compile("\"(P[0-9]+)\"");
    private static final String PROPOSES = "{'type':'proposal','confidence':0.8,'content':'Shard','reasoning':'load'}";

    private final ReactionTestBed round = new ReactionTestBed();

    @Test
    void anAgentWhoseVoteIsMissingIsAskedWithTheProposalAndNothingElse() {
        TalkingHarness author = TalkingHarness.says(TalkingHarness.reply(PROPOSES), vote("P2", "agree"));
        TalkingHarness voter = TalkingHarness.says(TalkingHarness.reply(), vote("P2", "agree"));

        SwarmResult result = round.solveOneRound(
                round.agent("author", author, ReactionStrategy.PROPOSE, SignalType.TASK_NEW),
                round.agent("voter", voter, ReactionStrategy.ANALYZE, SignalType.TASK_NEW, SignalType.PROPOSAL));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(voter.questions()).hasSize(2);
        HarnessInput closing = voter.question(2).input();
        assertThat(closing.messages()).hasSize(1);
        assertThat(closing.tools()).isEmpty();
        assertThat(voter.question(2).prompt()).contains("\"Shard the database or buy time?\"", "\"proposalId\":\"P2\"",
                "\"by\":\"author\"", "\"content\":\"Shard\"").doesNotContain("discovery");
        assertThat(voter.question(2).context().replySchema()).isNotNull();
        assertThat(round.reactions).filteredOn(reaction -> reaction.agentId().equals("voter")).last()
                .satisfies(reaction -> assertThat(reaction.draftCount()).isEqualTo(1));
    }

    @Test
    void whatIsNoVoteIsDroppedWithAReason() {
        TalkingHarness author = TalkingHarness.says(TalkingHarness.reply(PROPOSES), vote("P2", "agree"));
        TalkingHarness voter = TalkingHarness.says(TalkingHarness.reply(), TalkingHarness.reply(
                "{'type':'discovery','confidence':0.8,'content':'one more thing','relevance':0.9}",
                "{'type':'vote','confidence':0.8,'proposalId':'P2','stance':'agree','reasoning':'sound'}"));

        SwarmResult result = round.solveOneRound(
                round.agent("author", author, ReactionStrategy.PROPOSE, SignalType.TASK_NEW),
                round.agent("voter", voter, ReactionStrategy.ANALYZE, SignalType.TASK_NEW, SignalType.PROPOSAL));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(ReactionTestBed.types(result)).doesNotContain("discovery");
        assertThat(round.reactions).filteredOn(reaction -> reaction.agentId().equals("voter")).last()
                .satisfies(reaction -> assertThat(reaction.dropped()).hasSize(1));
    }

    @Test
    void noCooperativeSolveOfAgentsThatMayDeferEndsInSilenceWithAnOpenProposal() {
        List<Long> silent = new ArrayList<>();
        int decided = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SwarmResult result = solveOfFive(seed);
            boolean hasProposal = ReactionTestBed.types(result).contains("proposal");
            decided += result.consensus().decided() ? 1 : 0;
            if (hasProposal && result.ending() == LoopStop.SILENCE && !result.consensus().decided()) {
                silent.add(seed);
            }
        }
        assertThat(silent).as("seeds that ended in silence").isEmpty();
        assertThat(decided).isEqualTo(SEEDS);
    }

    private static SwarmResult solveOfFive(long seed) {
        ReactionTestBed bed = new ReactionTestBed(Instant.parse("2026-03-01T12:00:00Z"), seed);
        Agent[] agents = new Agent[5];
        for (int i = 0; i < agents.length; i++) {
            agents[i] = new ModelAgent(AgentProfile.of("agent" + i), cooperative(), ModelAgentConfig.defaults());
        }
        return bed.solve(Limits.defaults(), agents);
    }

    /** A model that votes for the first proposal that it sees, and proposes when it sees none. */
    private static Harness cooperative() {
        return TalkingHarness.answers((_, input) -> {
            Matcher name = NAME.matcher(input.messages().getLast().content());
            return HarnessOutput.of(name.find() ? vote(name.group(1), "agree") : TalkingHarness.reply(PROPOSES));
        });
    }

    private static String vote(String proposal, String stance) {
        return TalkingHarness.reply("{'type':'vote','confidence':0.8,'proposalId':'" + proposal + "','stance':'"
                + stance + "','reasoning':'sound'}");
    }
}
