package dev.waggle.swarm.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Signals published in a solve: those that the log takes, those that it refuses, and the moment of both. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class WordsInASolveTest {

    private final SolveTestBed table = new SolveTestBed();

    /** Scenario B7. */
    @Test
    void aConflictIsOnTheBusBesideTheProposalAndCountsForTheLimit() {
        Limits limits = Limits.defaults().withMaxRounds(1).withMaxSignals(8);

        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.quarrel()).withLimits(limits));

        assertThat(result.activity().refusals()).isEmpty();
        List<Signal> log = result.signalLog();
        assertThat(log).hasSize(6); // the task, two proposals, two votes, the conflict
        assertThat(result.endingDetail()).contains("6 of at most 8 signals");
        Signal conflict = log.stream().filter(signal -> signal.payload() instanceof Payload.Conflict).findFirst()
                .orElseThrow();
        Payload.Conflict said = (Payload.Conflict) conflict.payload();
        assertThat(log.get(log.indexOf(conflict) - 1).id()).isEqualTo(said.signalB());
        assertThat(conflict.source().label()).isEqualTo("bus");
        assertThat(conflict.confidence()).isEqualTo(1);
        assertThat(said.description()).isNotBlank();
        assertThat(table.events(SwarmEvent.SignalEmitted.class)).extracting(SwarmEvent.SignalEmitted::signal)
                .contains(conflict);
    }

    @Test
    void rivalProposalsAreAConflict() {
        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.quarrel()));

        assertThat(table.events(SwarmEvent.ConflictDetected.class)).singleElement()
                .satisfies(event -> assertThat(event.pair())
                        .returns("a", pair -> pair.signalA().source().label())
                        .returns("b", pair -> pair.signalB().source().label()));
        assertThat(result.coordination().conflicts()).hasSize(1);
    }

    @Test
    void equalAnswersAreOneProposal() {
        SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p1")));

        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "proposal");
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .containsExactly(SignalRefusal.Reason.SAME_PROPOSAL);
        assertThat(result.consensus().standings()).hasSize(1);
    }

    @Test
    void equalContentIsComparedTrimmedAndFolded() {
        SwarmResult result = table.solve(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("shard", "Gro\u00df  by tenant")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("shard", " GROSS by Tenant "),
                        ScriptedAgent.votes(Stance.AGREE, "shard")));

        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .containsExactly(SignalRefusal.Reason.SAME_PROPOSAL);
        assertThat(result.consensus().votingRecord()).hasSize(1);
    }

    @Test
    void aTakenNameIsRefusedWithTheVotesThatMeanTheOtherProposal() {
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(1),
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("shard", "by tenant"),
                        ScriptedAgent.votes(Stance.AGREE, "shard")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.votes(Stance.AGREE, "shard"),
                        ScriptedAgent.proposes("shard", "never by tenant"), ScriptedAgent.votes(Stance.AGREE, "shard"),
                        ScriptedAgent.votes(Stance.ABSTAIN, "other"))
                        .says(2, ScriptedAgent.votes(Stance.DISAGREE, "shard")),
                ScriptedAgent.agent("c").says(1, ScriptedAgent.votes(Stance.AGREE, "shard")));

        assertThat(result.activity().refusals()).hasSize(3).allSatisfy(refusal -> assertThat(refusal)
                .returns(SignalRefusal.Reason.NAME_TAKEN, SignalRefusal::reason)
                .returns("b", it -> it.signal().source().label()));
        assertThat(result.consensus().votingRecord()).extracting(VoteRecord::agentId).startsWith("a", "b", "c");
        assertThat(result.answer()).isEqualTo("by tenant");
    }

    @Test
    void anIdThatIsInTheLogIsRefused() {
        SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x").withId("same")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("y").withId("same")));

        assertThat(result.signalLog()).hasSize(2);
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .containsExactly(SignalRefusal.Reason.DUPLICATE_ID);
    }

    @Test
    @DisplayName("C2 an agent says only what it may")
    void anAgentSaysOnlyWhatItMay() {
        SwarmResult result = table
                .solve(ScriptedAgent.agent("a").as(old -> old.withCanEmit(List.of(SignalType.DISCOVERY)))
                        .says(1, ScriptedAgent.finds("x"), ScriptedAgent.proposes("p1"),
                                ScriptedAgent.votes(Stance.AGREE, "p1")));

        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery");
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason).containsExactly(
                SignalRefusal.Reason.NOT_ALLOWED,
                SignalRefusal.Reason.NOT_ALLOWED);
        assertThat(table.events(SwarmEvent.SignalRefused.class)).hasSize(2);
    }

    @Test
    void anAgentCannotSpeakForTheRuntime() {
        SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, Draft.of(new Payload.Task("mine", null), 1),
                Draft.of(new Payload.ConsensusReached("p1", "mine", 1), 1),
                Draft.custom("run:closed", Payload.Open.data(JsonValue.of(true))),
                Draft.custom("agent:error", Payload.Open.text("not me"))));

        assertThat(SolveTestBed.types(result)).containsExactly("task:new");
        assertThat(result.activity().refusals()).hasSize(4)
                .allMatch(refusal -> refusal.reason() == SignalRefusal.Reason.NOT_ALLOWED);
    }

    @Test
    void aSignalWhoseTimeIsOverIsRefused() {
        SwarmResult result = SolveTestBed.solve(table.config(
                ScriptedAgent.agent("quick").says(1, ScriptedAgent.finds("old news").withTtl(Duration.ofMillis(5))),
                ScriptedAgent.agent("slow"))
                .withEventListener(event -> {
                    if (event instanceof SwarmEvent.AgentReacted) {
                        table.world.advance(Duration.ofMillis(10));
                    }
                }));

        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .containsExactly(SignalRefusal.Reason.EXPIRED);
    }

    @Test
    void whatWasThoughtAboutForLongIsSaidWhenItIsSaid() {
        Instant start = table.world.now();
        SwarmResult result = table.solve(ScriptedAgent.agent("slow").does(1, turn -> {
            table.world.advance(Duration.ofSeconds(3));
            return List.of(ScriptedAgent.finds("news").withTtl(Duration.ofSeconds(1)));
        }).does(2, turn -> {
            table.world.advance(Duration.ofSeconds(2));
            throw new IllegalStateException("tired");
        }), ScriptedAgent.agent("z").says(1, ScriptedAgent.finds("me too")));

        assertThat(result.activity().refusals()).isEmpty();
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery", "discovery", "agent:error");
        assertThat(result.signalLog()).extracting(signal -> Duration.between(start, signal.time()).toSeconds())
                .containsExactly(0L, 3L, 3L, 5L);
    }
}
