package dev.waggle.swarm.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Scenarios of conflicts, of the alternatives that challengers propose, and of the reasons for no decision. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class ConflictScenariosTest {

    private final SolveTestBed table = new SolveTestBed();

    @Nested
    class ByMajority {

        @Test
        @DisplayName("E7 three against two win at once")
        void e7ThreeAgainstTwoWinAtOnce() {
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, divided(3, 2));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.answer()).isEqualTo("do A");
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.consensus().reasoning()).startsWith("by majority: 3 of 5 voters agree with A");
            assertThat(result.consensus().strategy()).isEqualTo("majority");
            assertThat(result.agreement()).isEqualTo(0.6);
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
            assertThat(result.coordination().conflicts()).isEmpty();
            assertThat(result.coordination().resolvedConflicts()).hasSize(1);
            assertThat(result.coordination().debateResults()).isEmpty();
            assertThat(types(result)).containsOnlyOnce("consensus:reached");
        }

        @Test
        @DisplayName("B7 the conflict is on the bus with both signals and a description")
        void b7TheConflictIsOnTheBusWithBothSignalsAndADescription() {
            ScriptedAgent listener = ScriptedAgent.agent("watcher").listening(SignalType.CONFLICT).says(2,
                    ScriptedAgent.finds("heard"));
            List<Agent> agents = divided(3, 2);
            agents.add(listener);
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, agents);

            Signal signal = result.signalLog().stream().filter(said -> said.payload() instanceof Payload.Conflict)
                    .findFirst().orElseThrow();
            Payload.Conflict conflict = (Payload.Conflict) signal.payload();
            assertThat(List.of(conflict.signalA(), conflict.signalB())).isEqualTo(result.signalLog().stream()
                    .filter(said -> said.payload() instanceof Payload.Proposal).map(Signal::id).toList());
            assertThat(conflict.description()).isEqualTo("B by voter B1 contradicts A by voter A1");
            assertThat(listener.turns()).hasSize(1).allSatisfy(turn -> assertThat(turn.stimuli()).contains(signal));
        }

        @Test
        void aTieIsNoMajority() {
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, divided(2, 2));

            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.consensus().reasoning()).doesNotContain("majority");
            assertThat(result.coordination().resolvedConflicts()).isEmpty();
        }

        @Test
        void tooFewVotersAreNoMajority() {
            SwarmResult result = SolveTestBed.solve(table.config(divided(2, 1)).withConsensus(SolveTestBed.AT_ONCE
                    .withConflictResolution(ConflictResolution.MAJORITY).withThreshold(1).withMinVoters(4)));

            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.consensus().reasoning()).contains("voters");
        }

        @Test
        void moreNosThanYesesAreNoMajority() {
            List<Agent> agents = divided(2, 1);
            for (int i = 0; i < 3; i++) {
                agents.add(ScriptedAgent.agent("no " + i).says(2, ScriptedAgent.votes(Stance.DISAGREE, "A")));
            }
            assertThat(resolved(ConflictResolution.MAJORITY, 0.9, agents).consensus().decided()).isFalse();
        }

        @Test
        void withoutAConflictTheThresholdStands() {
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, List.of(
                    ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").says(2, ScriptedAgent.votes(Stance.AGREE, "A")),
                    ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.AGREE, "A")),
                    ScriptedAgent.agent("d").says(2, ScriptedAgent.votes(Stance.DISAGREE, "A"))));

            assertThat(result.consensus().decided()).isFalse();
        }
    }

    @Nested
    class ByEscalation {

        @Test
        @DisplayName("E8 one escalation with reason and context ends the solve undecided")
        void e8OneEscalationWithReasonAndContextEndsTheSolveUndecided() {
            SwarmResult result = resolved(ConflictResolution.ESCALATE, 0.9, divided(3, 2));

            List<Signal> escalations = result.signalLog().stream()
                    .filter(said -> said.type().equals(SignalType.ESCALATE)).toList();
            assertThat(escalations).singleElement().satisfies(signal -> {
                assertThat(signal.source().label()).isEqualTo("orchestrator");
                Payload.Escalate escalate = (Payload.Escalate) signal.payload();
                assertThat(escalate.reason())
                        .isEqualTo("the swarm does not decide between \"A\" and \"B\"");
                assertThat(escalate.context()).contains("60.0 %", "threshold 90.0 %");
                assertThat(signal.links().about()).hasSize(2);
            });
            assertThat(result.ending()).isEqualTo(LoopStop.ESCALATED);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.coordination().conflicts()).hasSize(1);
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
            assertThat(failures()).containsExactly(ConsensusFailure.NO_MAJORITY, ConsensusFailure.ESCALATED);
        }

        @Test
        @DisplayName("E8 a conflict that nobody votes on is escalated too")
        void e8AConflictThatNobodyVotesOnIsEscalatedToo() {
            SwarmResult result = resolved(ConflictResolution.ESCALATE, 0.9, List.of(
                    ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("B"))));

            assertThat(types(result)).containsOnlyOnce("escalate");
            assertThat(result.ending()).isEqualTo(LoopStop.ESCALATED);
        }

        @Test
        void aSwarmThatDecidesAsksNobody() {
            SwarmResult result = resolved(ConflictResolution.ESCALATE, 0.6, divided(3, 2));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(types(result)).doesNotContain("escalate");
        }
    }

    @Test
    void withoutAResolutionTheRoundsGoOn() {
        SwarmResult result = resolved(ConflictResolution.NONE, 0.9, divided(3, 2));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.coordination().debateResults()).isEmpty();
        assertThat(types(result)).doesNotContain("escalate", "challenge");
    }

    @Nested
    class AnAlternative {

        @Test
        void entersAsAProposalOfItsChallengerRightAfterTheChallenge() {
            SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").does(2,
                            turn -> List.of(challenge(turn.stimuli().getFirst(), "wait a week"),
                                    ScriptedAgent.finds("and more"))));

            assertThat(types(result)).containsSubsequence("challenge", "proposal", "conflict", "discovery");
            Signal challenge = find(result, "challenge");
            Signal alternative = result.signalLog().get(result.signalLog().indexOf(challenge) + 1);
            assertThat(alternative.source().label()).isEqualTo("b");
            assertThat(alternative.links().replyTo()).isEqualTo(challenge.id());
            assertThat(alternative.confidence()).isEqualTo(challenge.confidence());
            Payload.Proposal proposal = (Payload.Proposal) alternative.payload();
            assertThat(proposal.proposalId()).startsWith("wait-a-week-");
            assertThat(proposal.content()).isEqualTo("wait a week");
            assertThat(proposal.reasoning()).isEqualTo("too soon");
            assertThat(result.activity().agentContributions().get("b"))
                    .satisfies(row -> assertThat(row.proposalsMade()).isEqualTo(1));
            assertThat(table.events(SwarmEvent.ProposalSubmitted.class)).hasSize(2);
        }

        @Test
        void canBeVotedForAndWin() {
            SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"))),
                    ScriptedAgent.agent("c").does(3, ConflictScenariosTest::votesForAlternative),
                    ScriptedAgent.agent("d").does(3, ConflictScenariosTest::votesForAlternative));

            assertThat(result.answer()).isEqualTo("wait");
            assertThat(result.consensus().leader().orElseThrow().sourceAgentId()).isEqualTo("b");
        }

        @Test
        void isNotDoubledWhenSomethingEqualIsOnTheTable() {
            SwarmResult result = table.solve(
                    ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A", "Wait  a week")),
                    ScriptedAgent.agent("b").does(2,
                            turn -> List.of(challenge(turn.stimuli().getFirst(), " wait a WEEK "))));

            assertThat(types(result)).containsOnlyOnce("proposal");
        }

        @Test
        void isNotDoubledWhenItsChallengerProposesItInTheSameBreath() {
            SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"),
                            ScriptedAgent.proposes("B", "wait"))));

            assertThat(types(result).stream().filter("proposal"::equals)).hasSize(2);
            assertThat(result.activity().refusals()).isEmpty();
        }

        @Test
        void needsTheRightToPropose() {
            SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").as(old -> old.withCanEmit(Set.of(SignalType.CHALLENGE)))
                            .does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"))));

            assertThat(types(result)).containsOnlyOnce("proposal").contains("challenge");
            assertThat(result.activity().refusals()).isEmpty();
        }

        @Test
        void staysInItsChallengeWhereRivalsAreLeftAlone() {
            SwarmResult result = resolved(ConflictResolution.NONE, 0.9,
                    List.of(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                            ScriptedAgent.agent("b").does(2,
                                    turn -> List.of(challenge(turn.stimuli().getFirst(), "wait")))));

            assertThat(types(result)).containsOnlyOnce("proposal").contains("challenge");
        }

        @Test
        void countsForTheLimitOfSignals() {
            SwarmResult result = table.solve(Limits.defaults().withMaxSignals(3),
                    ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"))));

            assertThat(types(result)).containsExactly("task:new", "proposal", "challenge");
            assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
        }
    }

    @Nested
    class NothingIsDecided {

        @Test
        @DisplayName("F12 a proposal that everybody rejects is not decided and does not stop the loop by entropy")
        void f12AProposalThatEverybodyRejectsIsNotDecidedAndDoesNotStopTheLoopByEntropy() {
            List<Agent> agents = new ArrayList<>();
            agents.add(
                    ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")).says(3, ScriptedAgent.finds("but")));
            for (int i = 0; i < 3; i++) {
                agents.add(ScriptedAgent.agent("no " + i).says(2, ScriptedAgent.votes(Stance.DISAGREE, "A"))
                        .says(3, ScriptedAgent.finds("still no " + i)));
            }
            for (ConsensusStrategy strategy : StrategyCatalog.builtIn()) {
                SwarmResult result = SolveTestBed.solve(new SolveTestBed().config(agents)
                        .withConsensus(SolveTestBed.AT_ONCE.withStrategy(strategy)));

                assertThat(result.consensus().decided()).as(strategy.id()).isFalse();
                assertThat(result.ending()).as(strategy.id())
                        .isNotEqualTo(new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED));
                assertThat(result.timing().roundsUsed()).as(strategy.id()).isGreaterThan(2);
            }
        }

        @Test
        void becauseNobodyProposed() {
            table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("it rains")));

            assertThat(failures()).containsExactly(ConsensusFailure.NO_PROPOSALS);
        }

        @Test
        void becauseTooFewVoted() {
            table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").says(2, ScriptedAgent.votes(Stance.AGREE, "A")));

            assertThat(failures()).containsExactly(ConsensusFailure.INSUFFICIENT_VOTERS);
        }

        @Test
        void becauseThereWasNoMajority() {
            table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                    ScriptedAgent.agent("b").says(2, ScriptedAgent.votes(Stance.AGREE, "A")),
                    ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.DISAGREE, "A")));

            assertThat(failures()).isNotEmpty().containsOnly(ConsensusFailure.NO_MAJORITY);
        }

        @Test
        void becauseTheTimeWasUp() {
            CountDownLatch thinking = new CountDownLatch(1);
            Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(5));
            try (Swarm swarm = new Swarm(table.config(ScriptedAgent.agent("a").does(1, turn -> {
                thinking.countDown();
                new CountDownLatch(1).await();
                return List.of();
            })).withLimits(limits))) {
                var solving = SolveTestBed.solving(swarm);
                SolveTestBed.waitStubbornly(thinking);
                table.runOut(limits);

                assertThat(solving.join().ending()).isEqualTo(LoopStop.TIMEOUT);
            }
            assertThat(failures()).containsExactly(ConsensusFailure.TIMEOUT);
        }
    }

    @Test
    void theJournalSaysHowConflictsAreResolved() {
        resolved(ConflictResolution.ESCALATE, 0.9, divided(3, 2));

        Payload.Open opened = (Payload.Open) table.logged().getFirst().signal().payload();
        assertThat(((JsonValue.Obj) Optional.ofNullable(opened.data()).orElseThrow()).fields())
                .containsEntry("conflictResolution", JsonValue.of("escalate"))
                .containsEntry("maxDebateRounds", JsonValue.of(3));
    }

    /** Agents of two camps: so many agree with A and so many with B. The first of each camp made the proposal. */
    private static List<Agent> divided(int forA, int forB) {
        List<Agent> agents = new ArrayList<>();
        for (int i = 1; i <= forA; i++) {
            agents.add(member("A", i));
        }
        for (int i = 1; i <= forB; i++) {
            agents.add(member("B", i));
        }
        return agents;
    }

    private static Agent member(String proposal, int number) {
        ScriptedAgent member = ScriptedAgent.agent("voter " + proposal + number).says(2,
                ScriptedAgent.votes(Stance.AGREE, proposal),
                ScriptedAgent.votes(Stance.DISAGREE, proposal.equals("A") ? "B" : "A"));
        return number == 1 ? member.says(1, ScriptedAgent.proposes(proposal)) : member;
    }

    private SwarmResult resolved(ConflictResolution mode, double threshold, List<Agent> agents) {
        return SolveTestBed.solve(table.config(agents)
                .withConsensus(SolveTestBed.AT_ONCE.withConflictResolution(mode).withThreshold(threshold)));
    }

    private static Draft challenge(Signal target, String instead) {
        return Draft.of(new Payload.Challenge(target.id(), "too soon", instead), 0.7).inReplyTo(target.id());
    }

    private static List<Draft> votesForAlternative(Turn turn) {
        return turn.stimuli().stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                .map(said -> ScriptedAgent.votes(Stance.AGREE, ((Payload.Proposal) said).proposalId())).toList();
    }

    private static Signal find(SwarmResult result, String type) {
        return result.signalLog().stream().filter(signal -> signal.type().text().equals(type)).findFirst()
                .orElseThrow();
    }

    private static List<String> types(SwarmResult result) {
        return SolveTestBed.types(result);
    }

    private List<ConsensusFailure> failures() {
        return table.events(SwarmEvent.ConsensusFailed.class).stream().map(SwarmEvent.ConsensusFailed::reason)
                .toList();
    }
}
