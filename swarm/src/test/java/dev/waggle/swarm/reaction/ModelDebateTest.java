package dev.waggle.swarm.reaction;

import java.util.EnumSet;
import java.util.List;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Model agents in a debate: their prompts, and the strategy of each prompt. */
class ModelDebateTest {

    private static final SignalType[] HEARS = {SignalType.TASK_NEW, SignalType.CHALLENGE};

    private final ReactionTestBed round = new ReactionTestBed();
    private final TalkingHarness first = proposing("Shard");
    private final TalkingHarness second = proposing("Wait");

    @Test
    void judgesAreToldToArgueAndVoteOnTheTwoAndDecide() {
        TalkingHarness judge = votingFor("#2");
        SwarmResult result = round.solve(agent("first", first), agent("second", second), judge("x", judge),
                judge("y", judge));

        assertThat(judge.questions()).hasSize(2).allSatisfy(asked -> assertThat(asked.prompt())
                .contains("a debate, round 1 of at most 3", "P2 and P3", "Attack the weak points",
                        "vote on both", "\"content\":\"Shard\""));
        assertThat(first.question(2).prompt()).contains("P2 is yours");
        assertThat(result.answer()).isEqualTo("Shard");
        assertThat(result.coordination().debateResults()).singleElement().extracting(DebateResult::resolved)
                .isEqualTo(true);
    }

    @Test
    void authorsDefendAndJudgesAttackOrSupport() {
        TalkingHarness judge = votingFor("#3");
        round.solve(agent("first", first), agent("second", second), judge("x", judge), judge("y", judge));

        assertThat(round.reactions.stream().filter(reaction -> reaction.agentId().equals("x")))
                .isNotEmpty().allMatch(reaction -> reaction.strategy() == ReactionStrategy.CHALLENGE
                        || reaction.strategy() == ReactionStrategy.SUPPORT);
        assertThat(round.reactions.stream().filter(reaction -> reaction.agentId().equals("first")).skip(1))
                .isNotEmpty().allMatch(reaction -> reaction.strategy() == ReactionStrategy.SUPPORT);
    }

    @Test // C6
    void whoMayOnlyAnalyzeOnlyAnalyzes() {
        TalkingHarness judge = votingFor("#2");
        round.solve(agent("first", first), agent("second", second),
                round.agent("x", judge, ReactionStrategy.ANALYZE, SignalType.CHALLENGE));

        assertThat(judge.questions()).isNotEmpty();
        assertThat(round.reactions.stream().filter(reaction -> reaction.agentId().equals("x")))
                .isNotEmpty().allMatch(reaction -> reaction.strategy() == ReactionStrategy.ANALYZE);
    }

    @Test
    void aConformistHasAVoteToo() {
        TalkingHarness judge = votingFor("#2");
        AgentProfile profile = AgentProfile.of("x").withListens(List.of(SignalType.CHALLENGE));
        round.solve(agent("first", first), agent("second", second), new ModelAgent(profile, judge,
                round.config(ReactionStrategy.SUPPORT).withPersonality(new Personality(0.5, 0.9, 1, 0.5))));

        assertThat(judge.questions()).isNotEmpty();
    }

    @Test // E9
    void e9ABudgetThatIsSpentInADebateStopsIt() {
        TalkingHarness dear = TalkingHarness.answers((number, input) -> new HarnessOutput(TalkingHarness.reply(),
                List.of(), null, new TokenUsage(50, 99_900, 99_950), null));
        SwarmConfig config = SwarmConfig.of(List.of(agent("first", first), agent("second", second),
                judge("x", new MeteredHarness(dear))))
                .withWorld(round.world).withMath(MathConfig.off())
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(100_000)));
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(ReactionTestBed.TASK);

            assertThat(result.coordination().debateResults()).singleElement().satisfies(debate -> {
                assertThat(debate.roundsUsed()).isEqualTo(1);
                assertThat(debate.resolved()).isFalse();
            });
            assertThat(dear.questions()).hasSize(1);
            assertThat(result.ending()).isEqualTo(LoopStop.BUDGET);
        }
    }

    /** Model that proposes at the first question and has nothing to add later. */
    private static TalkingHarness proposing(String content) {
        return TalkingHarness.says(
                TalkingHarness.reply("{'type':'proposal','confidence':0.8,'content':'" + content + "'}"),
                TalkingHarness.reply());
    }

    private static TalkingHarness votingFor(String target) {
        return TalkingHarness.signals(
                "{'type':'vote','confidence':1,'proposalId':'" + target + "','stance':'agree'}");
    }

    private ModelAgent agent(String id, TalkingHarness harness) {
        return new ModelAgent(AgentProfile.of(id).withListens(List.of(HEARS)), harness,
                ModelAgentConfig.defaults()
                        .withStrategies(EnumSet.of(ReactionStrategy.PROPOSE, ReactionStrategy.CHALLENGE,
                                ReactionStrategy.SUPPORT))
                        .withListener(round.reactions::add));
    }

    private ModelAgent judge(String id, Harness harness) {
        return new ModelAgent(AgentProfile.of(id).withListens(List.of(SignalType.CHALLENGE)), harness,
                ModelAgentConfig.defaults().withStrategies(EnumSet.allOf(ReactionStrategy.class))
                        .withListener(round.reactions::add));
    }
}
