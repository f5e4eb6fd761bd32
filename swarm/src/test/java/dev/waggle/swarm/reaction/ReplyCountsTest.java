package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.agent.ReplyQuality.ModelReplies;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.ReplyReading.Outcome;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.WorkFacts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts of the replies of models: in the log of each turn, in the result, after a replay. */
class ReplyCountsTest {

    private static final String FINDS = "{'type':'discovery','confidence':0.8,'content':'found'}";
    private static final String UNKNOWN_VOTE = "{'type':'vote','confidence':0.8,'proposalId':'nowhere','stance':'agree'}";

    private final ReactionTestBed round = new ReactionTestBed();

    @Test
    void aCleanReplyIsCountedAndHasNothingToTell() {
        SwarmResult result = solve(TalkingHarness.signals(FINDS));

        assertThat(readings()).containsExactly(new ReplyReading("test:model", Outcome.OK, List.of(), List.of()));
        assertThat(counts(result)).isEqualTo(new ModelReplies(1, 0, 0, 0, Map.of(), Map.of()));
        assertThat(result.replies().isClean()).isTrue();
        assertThat(result.replies().inWords()).isEmpty();
        assertThat(result.toMarkdown()).doesNotContain("Replies");
    }

    @Test
    void anOmittedPartIsNamedWithItsKindAndReason() {
        SwarmResult result = solve(TalkingHarness.signals(FINDS, UNKNOWN_VOTE));

        assertThat(readings()).singleElement().satisfies(reading -> {
            assertThat(reading.outcome()).isEqualTo(Outcome.PARTIAL);
            assertThat(reading.drops()).singleElement().satisfies(drop -> {
                assertThat(drop.cause()).isEqualTo("bad");
                assertThat(drop.detail()).contains("nowhere");
            });
        });
        assertThat(result.replies().inWords()).containsExactly("1 read, 1 dropped (bad 1), test:model");
        assertThat(result.toMarkdown()).contains("| Replies | 1 read, 1 dropped \\(bad 1\\), test:model |");
    }

    /** Models of a round are asked at once. The vote is lost with its reason, and the next turn can make it. */
    @Test
    void aVoteOnAProposalThatAnotherModelMakesInTheSameRoundIsNamed() {
        String vote = "{'type':'vote','confidence':0.8,'proposalId':'shard-the-database','stance':'agree'}";
        TalkingHarness proposer = TalkingHarness.says(TalkingHarness.reply("{'type':'proposal','confidence':0.8,"
                + "'content':'Shard the database','proposalId':'shard-the-database'}"), TalkingHarness.reply(vote));
        TalkingHarness voter = TalkingHarness.says(TalkingHarness.reply(FINDS, vote), TalkingHarness.reply(vote));

        SwarmResult result = round.solve(agent("proposer", proposer),
                round.agent("voter", voter, ReactionStrategy.ANALYZE, SignalType.TASK_NEW, SignalType.PROPOSAL));

        assertThat(readings()).filteredOn(reading -> !reading.drops().isEmpty()).singleElement()
                .satisfies(reading -> assertThat(reading.drops()).singleElement().satisfies(
                        drop -> assertThat(drop.detail()).contains(
                                "there is no proposal \"shard-the-database\", nothing is proposed yet")));
        assertThat(result.replies().inWords())
                .containsExactly("4 read, 2 mended (reference 2), 1 dropped (bad 1), test:model");
        assertThat(ReactionTestBed.of(result, SignalType.VOTE)).filteredOn(
                signal -> signal.source().label().equals("voter")).hasSize(1);
    }

    @Test
    void aRepairedTurnAndAFailedOneAreToldApart() {
        TalkingHarness model = TalkingHarness.says("no", TalkingHarness.reply(FINDS));
        TalkingHarness mute = TalkingHarness.says("no");

        SwarmResult result = round.solve(agent("agent", model), agent("mute", mute));

        assertThat(readings()).extracting(ReplyReading::outcome).containsExactlyInAnyOrder(Outcome.REPAIR, Outcome.OK,
                Outcome.REPAIR, Outcome.REFUSED, Outcome.REPAIR, Outcome.REFUSED, Outcome.REPAIR, Outcome.REFUSED);
        assertThat(counts(result)).extracting(ModelReplies::answers, ModelReplies::repairs, ModelReplies::refused)
                .containsExactly(8, 4, 3);
        assertThat(result.replies().inWords())
                .containsExactly("8 read, 7 dropped (unreadable 7), 4 asked again, 3 failed, test:model");
        assertThat(result.failures()).hasSize(AgentMail.MAX_ATTEMPTS);
    }

    @Test
    void aRepairWithoutAnAnswerLeavesTheFirstReadingInTheLog() {
        TalkingHarness model = TalkingHarness.answers((number, _) -> {
            if (number > 1) {
                throw HarnessException.of(HarnessFailure.Kind.OVERLOADED, "down");
            }
            return HarnessOutput.of("no");
        });

        SwarmResult result = solve(model);

        assertThat(result.failures()).hasSize(AgentMail.MAX_ATTEMPTS);
        assertThat(readings()).extracting(ReplyReading::outcome).containsExactly(Outcome.REPAIR);
    }

    @Test
    void aReplayCountsTheSameWithoutAModel() {
        TalkingHarness model = TalkingHarness.says("no", TalkingHarness.reply(FINDS, UNKNOWN_VOTE));
        SwarmResult first = solve(model);

        try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(agent("agent", TalkingHarness.says())))
                .withWorld(round.world).withJournal(round.journal).withMath(MathConfig.off()))) {
            ReplayResult replay = swarm.replay(first.solveId());

            assertThat(replay.isEqual()).as(replay.summary()).isTrue();
            assertThat(replay.result().orElseThrow().replies()).isEqualTo(first.replies())
                    .isNotEqualTo(ReplyQuality.NONE);
        }
    }

    @Test
    void aResumedSolveCountsTheRepliesBeforeItsInterruptionToo() {
        SwarmResult whole = solve(TalkingHarness.says("no", TalkingHarness.reply(FINDS, UNKNOWN_VOTE)));
        List<LogEntry> log = round.logged();
        int turn = (int) log.stream().takeWhile(entry -> !entry.signal().type().equals(WorkFacts.TURN)).count();
        MemoryJournal killed = new MemoryJournal();
        log.subList(0, turn + 1).forEach(
                entry -> killed.append(entry.signal(), entry.emission(), entry.recordedAt()));
        TalkingHarness unasked = TalkingHarness.says();

        try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(agent("agent", unasked))).withWorld(round.world)
                .withJournal(killed).withMath(MathConfig.off()))) {
            SwarmResult resumed = swarm.solveResumable(ReactionTestBed.TASK, whole.solveId());

            assertThat(unasked.questions()).isEmpty();
            assertThat(resumed.replies()).isEqualTo(whole.replies());
        }
    }

    private SwarmResult solve(Harness model) {
        return round.solve(agent("agent", model));
    }

    private ModelAgent agent(String id, Harness model) {
        return new ModelAgent(AgentProfile.of(id).withListens(List.of(SignalType.TASK_NEW)), model,
                round.config(ReactionStrategy.ANALYZE));
    }

    private static ModelReplies counts(SwarmResult result) {
        return result.replies().total();
    }

    private List<ReplyReading> readings() {
        return round.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().equals(WorkFacts.TURN))
                .flatMap(signal -> WorkFacts.readings(signal).stream()).toList();
    }
}
