package dev.waggle.swarm.reaction.prompt;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.TestJson;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** The prompts of an agent that joins in the middle of a solve, beside the file {@code turn-joined.txt} of the tests. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class LateJoinerTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final int ROUNDS = 6;
    /** The types that the agent listens to that joins: no votes. */
    private static final List<SignalType> AUDITOR = List.of(SignalType.TASK_NEW, SignalType.PROPOSAL,
            SignalType.CHALLENGE, SignalType.DISCOVERY, SignalType.DOUBT);

    private final PromptWatch watch = new PromptWatch();

    @Test
    void itReadsTheHistoryThatItMayHear() {
        solve(new MemoryJournal(), Long.MAX_VALUE, watch);

        assertThat(joined(watch).getFirst().content()).isEqualTo(
                TestJson.resource("/dev/waggle/swarm/reaction/prompt/prompts/turn-joined.txt").strip());
    }

    @Test
    void itSharesTheBeginningWithThoseThatHearTheSame() {
        solve(new MemoryJournal(), Long.MAX_VALUE, watch);
        List<Message> late = joined(watch);
        List<Message> reader = watch.messages("reader");
        List<Message> told = watch.messages("told");
        int before = reader.size() - late.size();

        assertThat(late).hasSizeGreaterThan(1);
        for (int turn = 0; turn < late.size(); turn++) {
            String repeated = PromptWatch.repeated(late.get(turn));
            assertThat(repeated).isEqualTo(PromptWatch.repeated(reader.get(before + turn)))
                    .doesNotContain("for the told only");
        }
        assertThat(PromptWatch.repeated(told.getLast())).contains("for the told only")
                .isNotEqualTo(PromptWatch.repeated(late.getLast()));
    }

    @Test
    void afterAResumeItReadsTheSame() {
        MemoryJournal whole = new MemoryJournal();
        solve(whole, Long.MAX_VALUE, watch);
        List<String> prompts = joined(watch).stream().map(Message::content).toList();
        int length = whole.read(1, Integer.MAX_VALUE).size();

        for (int killed = 10; killed < length; killed += 11) {
            MemoryJournal log = new MemoryJournal();
            try {
                solve(log, killed, new PromptWatch());
            } catch (RuntimeException | AssertionError death) {
                assertThat(death).isNotNull();
            }
            PromptWatch again = new PromptWatch();
            solve(log, Long.MAX_VALUE, again);

            assertThat(prompts).as("killed at " + killed)
                    .endsWith(joined(again).stream().map(Message::content).toArray(String[]::new));
        }
    }

    private static void solve(MemoryJournal log, long killedAt, PromptWatch seen) {
        ProcessLife life = new ProcessLife(log, new MemoryJournal()).untilLogged(killedAt);
        ScriptedAgent author = ScriptedAgent.agent("author").unasked()
                .says(1, ScriptedAgent.proposes("shard", "Shard by tenant."),
                        ScriptedAgent.finds("Writes double every 5 weeks."))
                .says(2, whispered("This is for the told only."), ScriptedAgent.votes(Stance.AGREE, "shard"))
                .says(3, ScriptedAgent.finds("One tenant has half of the rows."))
                .says(4, ScriptedAgent.finds("A larger machine comes on Friday."))
                .says(5, ScriptedAgent.finds("The migration takes two nights."))
                .says(6, ScriptedAgent.finds("Nobody is on call on Sunday."));
        List<Agent> agents = List.of(author, seen.silent(AgentProfile.of("reader").withListens(AUDITOR)),
                seen.silent(AgentProfile.of("told").withListens(AUDITOR)));
        SwarmConfig config = SwarmConfig.of(agents).withWorld(new ManualWorld(START, 42)).withJournal(life.log())
                .withMath(MathConfig.defaults().withLenses(List.of(GrowingSwarm.missing(1, ROUNDS, "auditor"))))
                .withConsensus(ConsensusConfig.defaults().withThreshold(1).withMinVoters(4)
                        .withConflictResolution(ConflictResolution.NONE))
                .withLimits(Limits.defaults().withMaxRounds(ROUNDS));
        EvolutionConfig growing = GrowingSwarm.GROWING;
        SolveTestBed.resume(config.withSteering(config.steering().withEvolution(growing))
                .withAgentFactory(vacancy -> seen.silent(vacancy.profile())), SolveTestBed.TASK);
    }

    private static Draft whispered(String text) {
        Draft draft = ScriptedAgent.finds(text);
        return new Draft(null, draft.type(), draft.payload(), draft.links(), draft.grading(), draft.lifetime(),
                new Audience.Ids(List.of("told")), draft.extensions());
    }

    /** The prompts of the agent that joined. */
    private static List<Message> joined(PromptWatch seen) {
        return seen.agents().stream().filter(id -> !List.of("reader", "told").contains(id))
                .flatMap(id -> seen.messages(id).stream()).toList();
    }
}
