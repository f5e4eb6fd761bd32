package dev.waggle.swarm.engine.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Events in the round in which a decision waits: round 3 of {@link SettlingTest#agreeing}. */
class WaitingRoundTest {

    private static final int TOKENS_OF_A_CALL = 100;

    private final SolveTestBed table = new SolveTestBed();
    private final List<ScriptedAgent> agents = SettlingTest.agreeing();

    private SwarmConfig config(int settleRounds, List<? extends Agent> agents) {
        return SettlingTest.config(table, settleRounds, agents);
    }

    /** The result of a solve that replays as it ran. */
    private static SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(SolveTestBed.TASK);
            assertThat(swarm.replay(result.solveId())).matches(ReplayResult::isEqual);
            return result;
        }
    }

    private static int rounds(SwarmResult result) {
        return result.timing().roundsUsed();
    }

    private static Optional<String> leader(SwarmResult result) {
        return result.consensus().leader().map(Proposal::id);
    }

    /** Rounds at whose end the decision waited. */
    private List<Integer> waits() {
        return rounds(LifecycleFacts.changed(LifecycleFacts.SETTLING));
    }

    private List<Integer> rounds(SignalType type) {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().equals(type))
                .map(signal -> signal.scope().round()).toList();
    }

    @Nested
    class ABudget {

        private SwarmResult solveWith(int calls, Draft... late) {
            List<Agent> swarm = new ArrayList<>(agents);
            swarm.add(new Asking("d", late));
            return solve(config(1, swarm).withSpending(
                    SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(calls * TOKENS_OF_A_CALL))));
        }

        @Test
        void thatEndsBeforeTheWaitLetsTheVotesDecideAtOnce() {
            SwarmResult result = solveWith(2);

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(2);
            assertThat(waits()).isEmpty();
        }

        @Test
        void thatEndsInTheWaitingRoundLetsTheVotesDecide() {
            SwarmResult result = solveWith(3);

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(leader(result)).contains("A");
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits()).containsExactly(2);
        }

        @Test
        void thatEndsWithAMoveInTheWaitingRoundIsNoReasonToWaitAgain() {
            SwarmResult result = solveWith(3, votes(Stance.AGREE, "A"));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits()).containsExactly(2);
        }

        @Test
        void thatEndsWithAVoteAgainstTheDecisionIsTheEnding() {
            agents.get(2).says(3, votes(Stance.DISAGREE, "A"));
            SwarmResult result = solveWith(3, votes(Stance.DISAGREE, "A"));

            assertThat(result.ending()).isEqualTo(LoopStop.BUDGET);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void thatRefusesACallOfTheWaitingRoundLetsTheVotesDecide() {
            List<Agent> swarm = new ArrayList<>(agents);
            swarm.add(new Asking("d"));
            swarm.add(new Asking("e"));

            SwarmResult result = solve(config(1, swarm).withSpending(
                    SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(5 * TOKENS_OF_A_CALL))));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits()).containsExactly(2);
        }
    }

    @Nested
    class ATimeLimit {

        private final Duration more = Limits.defaults().timeout().plusSeconds(1);

        @Test
        void isTheEndingAndTheVotesOfBeforeDecide() {
            agents.get(2).does(3, _ -> {
                table.world.advance(more);
                new CountDownLatch(1).await();
                return List.of(votes(Stance.DISAGREE, "A"));
            });

            SwarmResult result = solve(config(1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(result.consensus().decided()).isTrue();
            assertThat(leader(result)).contains("A");
            assertThat(SolveTestBed.said(result, SignalType.CONSENSUS_REACHED)).hasSize(1);
        }

        /** The time is over after the turns, and the votes are checked in the same round. */
        @Test
        void afterTheTurnsIsNoReasonToWaitAgain() {
            agents.get(2).says(3, votes(Stance.AGREE, "A", 0.5));
            SwarmConfig config = config(1, agents);

            SwarmResult result = solve(config.withEventListener(event -> {
                if (event instanceof SwarmEvent.VoteCast && !waits().isEmpty()) {
                    table.world.advance(more);
                }
            }));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits()).containsExactly(2);
        }

        @Test
        void orACancellationIsTheEndingAndTheVotesDecide() {
            AtomicReference<Swarm> own = new AtomicReference<>();
            try (Swarm swarm = new Swarm(config(1, agents).withEventListener(event -> {
                if (event instanceof SwarmEvent.RoundStarted started && started.round() == 3) {
                    own.get().close();
                }
            }))) {
                own.set(swarm);

                SwarmResult result = swarm.solve(SolveTestBed.TASK);

                assertThat(result.ending()).isEqualTo(LoopStop.CANCELLED);
                assertThat(result.consensus().decided()).isTrue();
                assertThat(leader(result)).contains("A");
            }
        }

        @Test
        void betweenTheRoundsIsTheEndingAndTheVotesDecide() {
            SwarmConfig config = config(1, agents);

            SwarmResult result = solve(config.withEventListener(event -> {
                if (event.type().equals("round:end") && !waits().isEmpty()) {
                    table.world.advance(more);
                }
            }));

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(rounds(result)).isEqualTo(2);
            assertThat(result.consensus().decided()).isTrue();
        }
    }

    @Nested
    class AnEscalation {

        private final Draft escalate = Draft.of(new Payload.Escalate("nobody knows the load", "round 3"), 0.3);
        private final List<ConnectivitySignal> heard = Collections.synchronizedList(new ArrayList<>());

        @Test
        void ofAnAgentIsNoMoveAndReachesTheHookBeforeTheDecision() {
            agents.get(0).says(3, escalate);

            SwarmResult result = solve(config(1, agents).withEscalationHook(signal -> {
                heard.add(signal);
                return Optional.of(RequestedRoutingMode.DEEP);
            }));

            assertThat(heard).hasSize(1);
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(SolveTestBed.types(result)).containsSubsequence("escalate", "consensus:reached");
            assertThat(result.coordination().convergence().converged()).isFalse();
            assertThat(result.coordination().convergence().reason()).contains("1 open escalation");
        }

        @Test
        void withAMoveWaitsForAnotherRound() {
            agents.get(0).says(3, escalate, votes(Stance.AGREE, "A", 0.5));

            SwarmResult result = solve(config(1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(4);
            assertThat(waits()).containsExactly(2, 3);
        }

        @Test
        void whoseHookFailsHoldsNothing() {
            agents.get(0).says(3, escalate);

            SwarmResult result = solve(config(1, agents).withEscalationHook(_ -> {
                throw new IllegalStateException("no person is there");
            }));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void ofTheRuntimeComesWhenTheVotesDecideNoMore() {
            agents.get(1).says(3, votes(Stance.DISAGREE, "A"));
            agents.get(2).says(3, votes(Stance.DISAGREE, "A"));
            SwarmConfig config = config(1, agents);

            SwarmResult result = solve(config.withConsensus(
                    config.consensus().withConflictResolution(ConflictResolution.ESCALATE)));

            assertThat(result.ending()).isEqualTo(LoopStop.ESCALATED);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(SolveTestBed.said(result, SignalType.CONSENSUS_REACHED)).isEmpty();
        }

        @Test
        void ofTheRuntimeDoesNotComeWhileTheDecisionWaits() {
            agents.get(2).says(3, proposes("C"));
            SwarmConfig config = config(1, agents);

            SwarmResult result = solve(config.withConsensus(
                    config.consensus().withConflictResolution(ConflictResolution.ESCALATE)));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(waits()).containsExactly(2, 3);
        }
    }

    @Nested
    class AnAgent {

        @Test
        void thatAbstainsForTheFirstTimeMoves() {
            List<ScriptedAgent> four = new ArrayList<>(agents);
            four.add(agent("d").says(3, votes(Stance.ABSTAIN, "A")));

            SwarmResult result = solve(config(1, four));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(4);
        }

        @Test
        void thatTakesItsAgreementBackToAnAbstentionMoves() {
            List<ScriptedAgent> four = new ArrayList<>(agents);
            four.add(agent("d").says(2, votes(Stance.AGREE, "A")).says(3, votes(Stance.ABSTAIN, "A")));

            SwarmResult result = solve(config(1, four));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(leader(result)).contains("A");
            assertThat(waits()).containsExactly(2, 3);
        }

        @Test
        void thatIsSilentDoesNotProlongTheWait() {
            List<ScriptedAgent> four = new ArrayList<>(agents);
            four.add(agent("d"));

            SwarmResult result = solve(config(3, four));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void thatFailsIsAFailureAndTheVotesDecide(int failing) {
            agents.subList(0, failing).forEach(agent -> agent.does(3, _ -> {
                throw new IllegalStateException("tired");
            }));

            SwarmResult result = solve(config(1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.failures()).extracting(AgentFailure::round).hasSize(failing).containsOnly(3);
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void thatFailsInEveryWaitingRoundDoesNotHoldTheDecisionForEver() {
            for (int round = 3; round <= 10; round++) {
                agents.forEach(failingIn(round));
            }

            SwarmResult result = solve(config(100, agents));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        }

        private Consumer<ScriptedAgent> failingIn(int round) {
            return agent -> agent.does(round, _ -> {
                throw new IllegalStateException("tired");
            });
        }
    }

    /** Selection gives one agent a turn in each round, once it knows the agents. */
    @Nested
    class ASkippedAgent {

        private SwarmConfig selecting(List<? extends Agent> swarm) {
            SwarmConfig config = config(1, swarm);
            return config.withSteering(config.steering().withSelection(
                    SelectionConfig.defaults().withTopK(1).withMinSpread(0)));
        }

        @Test
        void hasItsTurnBeforeTheDecision() {
            Set<String> voted = ConcurrentHashMap.newKeySet();
            for (int round = 2; round <= 9; round++) {
                int current = round;
                agents.forEach(agent -> agent.does(current, _ -> voted.add(agent.profile().id())
                        ? List.of(votes(Stance.AGREE, "A"))
                        : List.of()));
            }

            SwarmResult result = solve(selecting(agents));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(waits()).isNotEmpty();
            assertThat(rounds(LifecycleFacts.AGENT_SKIPPED)).isNotEmpty().doesNotContain(rounds(result));
        }

        @Test
        void isNotWaitedForBeyondTheLimitOfRounds() {
            SwarmResult result = solve(selecting(agents).withLimits(Limits.defaults().withMaxRounds(4)));

            assertThat(rounds(result)).isLessThanOrEqualTo(4);
        }
    }

    @Nested
    class AVoteThatChanges {

        @Test
        void andTakesTheDecisionAwayStartsTheWaitAgainWhenItComesBack() {
            agents.get(2).unasked().says(3, votes(Stance.DISAGREE, "A")).says(5, votes(Stance.AGREE, "A"));
            SwarmConfig config = config(1, agents);

            SwarmResult result = solve(config.withConsensus(
                    config.consensus().withConflictResolution(ConflictResolution.NONE)));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(6);
            assertThat(waits()).containsExactly(2, 5);
        }

        @ParameterizedTest
        @CsvSource({"1, 3", "1, 4", "1, 7", "2, 3", "2, 6", "5, 4", "100, 8"})
        void inEveryRoundNeverPassesTheLimitOfRounds(int settleRounds, int maxRounds) {
            agents.get(2).unasked();
            for (int round = 3; round <= 10; round++) {
                agents.get(2).says(round, votes(Stance.AGREE, "A", round % 2 == 0 ? 1 : 0.5));
            }
            SwarmConfig config = config(settleRounds, agents).withLimits(Limits.defaults().withMaxRounds(maxRounds));

            SwarmResult result = solve(config);

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(maxRounds);
            assertThat(waits()).hasSize(maxRounds - 2);
        }

        @Test
        void toItsOpponentInTheLastRoundLeavesNoDecision() {
            agents.get(1).says(3, votes(Stance.DISAGREE, "A"));
            agents.get(2).says(3, votes(Stance.DISAGREE, "A"));

            SwarmResult result = solve(config(1, agents).withLimits(Limits.defaults().withMaxRounds(3)));

            assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(SolveTestBed.said(result, SignalType.CONSENSUS_REACHED)).isEmpty();
        }
    }

    /** An agent that pays a call in each turn, and publishes its drafts in round 3. */
    private record Asking(String id, List<Draft> late) implements Agent {

        private static final Harness COSTLY = new MeteredHarness(ScriptedHarness.playing((_, _, run) -> {
            run.text("x");
            return ScriptedHarness.output("x", ScriptedHarness.usage(60, TOKENS_OF_A_CALL - 60));
        }));

        Asking(String id, Draft... late) {
            this(id, List.of(late));
        }

        @Override
        public AgentProfile profile() {
            return AgentProfile.of(id);
        }

        @Override
        public Participant join(JoinContext briefing) {
            return turn -> {
                RunContext context = RunContext.of(new RunContext.Caller(new Emission(id, turn.invocation()),
                        Scope.ofRun(briefing.run(), turn.round()), null), briefing.world(), turn.transcript())
                        .withMeter(briefing.meter()).within(turn.remaining());
                var _ = COSTLY.run(HarnessInput.of(List.of(Message.user("What now?"))), context);
                return turn.round() == 3 ? late : List.of();
            };
        }
    }
}
