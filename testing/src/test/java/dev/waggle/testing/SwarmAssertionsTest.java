package dev.waggle.testing;

import java.util.Collections;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static dev.waggle.testing.ScriptedReply.fails;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.says;
import static dev.waggle.testing.ScriptedReply.votes;
import static dev.waggle.testing.SwarmAssertions.assertThat;
import static dev.waggle.testing.SwarmAssertions.assertThatEvents;
import static dev.waggle.testing.SwarmAssertions.assertThatLog;
import static dev.waggle.testing.SwarmAssertions.assertThatSignals;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

class SwarmAssertionsTest {

    private final SwarmStage stage = new SwarmStage();
    private final ScriptedModel model = ScriptedModel.named("m")
            .agent("scout").answers(proposes("p", "Shard it").and(votes("p", Stance.AGREE)).costing(100, 10))
            .agent("critic").answers(finds("Reads dominate").costing(100, 10),
                    votes("p", Stance.AGREE).withConfidence(0.9).costing(100, 10));

    @Test
    void aDecidedSolvePassesEveryAssertionThatHolds() {
        SwarmResult result = decided();
        String id = result.consensus().leader().orElseThrow().id();

        assertThat(result).decided("Shard it").decided(id).hasConfidenceAtLeast(result.confidence())
                .endedBy(LoopStop.CONSENSUS).hasNoFailures().costsAtMost(1).tookAtMostRounds(3)
                .heard("scout", Payload.Proposal.class).heard("critic", signal -> signal.confidence() == 0.9);
    }

    @Test
    void aDecidedSolveFailsEveryOtherAssertionAndTheMessageShowsIt() {
        SwarmResult result = decided();

        assertThat(message(() -> assertThat(result).as("my swarm").decided("Wait"))).contains("[my swarm]",
                "expected a decision for \"Wait\", but it decided: ", "\"Shard it\" by scout, id shard-it-",
                "2 of 2 voters agree", "the swarm agreed");
        assertThat(message(() -> assertThat(result).isUndecided())).contains("expected no decision", "\"Shard it\"");
        assertThat(message(() -> assertThat(result).endedBy(LoopStop.SILENCE)))
                .contains("expected the end \"silence\", got \"consensus\"", "\"Shard it\"");
        assertThat(message(() -> assertThat(result).costsAtMost(0.0001)))
                .contains("at most 1.0E-4 USD, got 0.00198", "6 calls, 660.0 tokens", "critic=");
        assertThat(message(() -> assertThat(result).tookAtMostRounds(1))).contains("at most 1 rounds, got 3");
        assertThat(message(() -> assertThat(result).hasFailure("scout", "busy"))).contains("no failed turn");
        assertThat(message(() -> assertThat(result).heard("critic", Payload.Doubt.class)))
                .contains("expected a Doubt of critic, but critic published", "discovery", "Reads dominate");
        assertThat(message(() -> assertThat(result).heard("nobody", signal -> true)))
                .contains("nobody published nothing; authors are [", "scout", "critic");
    }

    @Test
    void aFailedSolveShowsItsFailures() {
        SwarmResult result = stage.solve(TestWorld.automatic(), ScriptedModel.named("m")
                .answers(fails(HarnessFailure.Kind.REFUSED, "not my business")), "scout");

        assertThat(result).isUndecided().hasFailure("scout", "not my business").endedBy(LoopStop.FAILURE);
        assertThat(message(() -> assertThat(result).hasNoFailures()))
                .contains("expected no failed turn, got 3", "scout in round 1: ", "refused: not my business");
        assertThat(message(() -> assertThat(result).hasConfidenceAtLeast(0.1)))
                .contains("expected a confidence of at least 0.1, got 0.0: it did not decide");
        assertThat(message(() -> assertThat(result).decided("p"))).contains("it did not decide", "nothing was proposed",
                "failed turns:", "not my business");
        assertThat(message(() -> assertThat(result).hasFailure("scout", "busy"))).contains("not my business");
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        SwarmResult result = decided();

        assertThatIllegalArgumentException().isThrownBy(() -> assertThat(result).hasConfidenceAtLeast(1.1));
        assertThatIllegalArgumentException().isThrownBy(() -> assertThat(result).hasConfidenceAtLeast(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> assertThat(result).costsAtMost(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> assertThatLog(List.of()).contains(-1, "vote"));
    }

    @Test
    void eventsAndSignalsAndEntriesAreComparedByTheirTypesInOrder() {
        SwarmResult result = decided();
        List<LogEntry> log = stage.journal.read(1, Integer.MAX_VALUE);

        assertThatEvents(stage.events).containsInOrder("solve:start", "round:start", "agent:reacted", "round:start",
                "consensus:check", "solve:complete").contains(3, "round:start").containsNone("debate:start");
        assertThatSignals(result.signalLog()).containsInOrder("task:new", "proposal", "vote", "consensus:reached");
        assertThatLog(log).containsInOrder("run:opened", "task:new", "harness:start", "harness:end", "proposal");
    }

    @Test
    void aMissingTypeShowsWhatThereWas() {
        decided();

        assertThat(message(() -> assertThatEvents(stage.events).containsInOrder("round:start", "solve:start")))
                .contains("expected in order: [round:start, solve:start]", "no event \"solve:start\" behind the event ",
                        "\"round:start\"", "[solve:start,");
        assertThat(message(() -> assertThatEvents(stage.events).containsInOrder("rond:start")))
                .contains("there is no event \"rond:start\" at all");
        assertThat(message(() -> assertThatEvents(stage.events).contains(4, "round:start")))
                .contains("expected \"round:start\" 4 times, found it 3 times");
        assertThat(message(() -> assertThatEvents(stage.events).containsNone("round:start", "x")))
                .contains("expected none of [round:start, x]", "but there is [round:start]");
        assertThat(message(() -> assertThatSignals(List.of()).containsInOrder("vote")))
                .contains("there is no signal");
        List<LogEntry> log = stage.journal.read(1, Integer.MAX_VALUE);
        List<LogEntry> repeated = Collections.nCopies(101, log.getFirst());
        assertThat(message(() -> assertThatLog(repeated).contains(0, "run:opened")))
                .contains("the first 100 of 101 are: [", "all types are: [run:opened]");
    }

    @Test
    void aLogReplaysEquallyUntilItIsChanged() {
        SwarmConfig config = stage.config(TestWorld.automatic(), model, "scout", "critic");
        MemoryJournal changed = new MemoryJournal();
        try (Swarm swarm = new Swarm(config); Swarm other = new Swarm(config.withJournal(changed))) {
            SwarmResult result = swarm.solve(SwarmStage.TASK);

            assertThat(swarm).replaysEqually(result.solveId());
            stage.journal.read(1, Integer.MAX_VALUE).forEach(entry -> {
                if (!entry.signal().type().text().equals("vote")) {
                    changed.append(entry.signal(), entry.emission(), entry.recordedAt());
                }
            });
            assertThat(message(() -> assertThat(other).replaysEqually(result.solveId())))
                    .contains("expected the replay of " + result.solveId() + " to equal its log", "departs after");
        }
    }

    @Test
    void aSwarmWithoutAJournalIsToldToKeepOne() {
        SwarmConfig config = stage.config(TestWorld.automatic(), model, "scout", "critic")
                .withJournals(run -> new MemoryJournal());
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(SwarmStage.TASK);

            assertThat(message(() -> assertThat(swarm).replaysEqually(result.solveId())))
                    .contains("there is no run", "Maybe SwarmConfig.withJournal(new MemoryJournal())");
        }
    }

    @Test
    void aModelReportsWhatItWasNotScriptedForAndWhatNothingAskedFor() {
        ScriptedModel narrow = ScriptedModel.named("m").agent("critic").answers(says("a"), says("b"));
        stage.solve(TestWorld.automatic(), narrow, "scout");

        assertThat(message(() -> assertThat(narrow).hasAnsweredEveryRequest()))
                .contains("no reply for request 1, turn 1 of agent \"scout\"", SwarmStage.TASK.text());
        assertThat(message(() -> assertThat(narrow).hasGivenEveryReply()))
                .contains("nothing asked for [\"a\", \"b\"]",
                        "after 3 requests: [turn 1 of scout, turn 2 of scout, turn 3 of scout]");
    }

    private SwarmResult decided() {
        return stage.solve(TestWorld.automatic(), model, "scout", "critic");
    }

    private static String message(ThrowingCallable code) {
        Throwable thrown = catchThrowable(code);
        assertThat(thrown).isInstanceOf(AssertionError.class);
        return String.valueOf(thrown.getMessage());
    }
}
