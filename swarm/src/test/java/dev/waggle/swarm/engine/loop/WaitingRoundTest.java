package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.engine.loop.SettlingSolves.config;
import static dev.waggle.swarm.engine.loop.SettlingSolves.leader;
import static dev.waggle.swarm.engine.loop.SettlingSolves.rounds;
import static dev.waggle.swarm.engine.loop.SettlingSolves.solve;
import static dev.waggle.swarm.engine.loop.SettlingSolves.waits;
import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Events in the round in which a decision waits: round 3 of {@link SettlingSolves#agreeing}. */
class WaitingRoundTest {

    private final SolveTestBed table = new SolveTestBed();
    private final List<ScriptedAgent> agents = SettlingSolves.agreeing();

    @Nested
    class AnEscalation {

        private final Draft escalate = Draft.of(new Payload.Escalate("nobody knows the load", "round 3"), 0.3);
        private final List<ConnectivitySignal> heard = Collections.synchronizedList(new ArrayList<>());

        @Test
        void ofAnAgentIsNoMoveAndReachesTheHookBeforeTheDecision() {
            agents.get(0).says(3, escalate);

            SwarmResult result = solve(config(table, 1, agents).withEscalationHook(signal -> {
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

            SwarmResult result = solve(config(table, 1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(4);
            assertThat(waits(table)).containsExactly(2, 3);
        }

        @Test
        void whoseHookFailsHoldsNothing() {
            agents.get(0).says(3, escalate);

            SwarmResult result = solve(config(table, 1, agents).withEscalationHook(_ -> {
                throw new IllegalStateException("no person is there");
            }));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void ofTheRuntimeComesWhenTheVotesDecideNoMore() {
            agents.get(1).says(3, votes(Stance.DISAGREE, "A"));
            agents.get(2).says(3, votes(Stance.DISAGREE, "A"));
            SwarmConfig config = config(table, 1, agents);

            SwarmResult result = solve(config.withConsensus(
                    config.consensus().withConflictResolution(ConflictResolution.ESCALATE)));

            assertThat(result.ending()).isEqualTo(LoopStop.ESCALATED);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(SolveTestBed.said(result, SignalType.CONSENSUS_REACHED)).isEmpty();
        }

        @Test
        void ofTheRuntimeDoesNotComeWhileTheDecisionWaits() {
            agents.get(2).says(3, proposes("C"));
            SwarmConfig config = config(table, 1, agents);

            SwarmResult result = solve(config.withConsensus(
                    config.consensus().withConflictResolution(ConflictResolution.ESCALATE)));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(waits(table)).containsExactly(2, 3);
        }
    }

    @Nested
    class AnAgent {

        @Test
        void thatAbstainsForTheFirstTimeMoves() {
            List<ScriptedAgent> four = new ArrayList<>(agents);
            four.add(agent("d").says(3, votes(Stance.ABSTAIN, "A")));

            SwarmResult result = solve(config(table, 1, four));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(4);
        }

        @Test
        void thatTakesItsAgreementBackToAnAbstentionMoves() {
            List<ScriptedAgent> four = new ArrayList<>(agents);
            four.add(agent("d").says(2, votes(Stance.AGREE, "A")).says(3, votes(Stance.ABSTAIN, "A")));

            SwarmResult result = solve(config(table, 1, four));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(leader(result)).contains("A");
            assertThat(waits(table)).containsExactly(2, 3);
        }

        @Test
        void thatIsSilentDoesNotProlongTheWait() {
            List<ScriptedAgent> four = new ArrayList<>(agents);
            four.add(agent("d"));

            SwarmResult result = solve(config(table, 3, four));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void thatFailsIsAFailureAndTheVotesDecide(int failing) {
            agents.subList(0, failing).forEach(agent -> agent.does(3, _ -> {
                throw new IllegalStateException("tired");
            }));

            SwarmResult result = solve(config(table, 1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.failures()).extracting(AgentFailure::round).hasSize(failing).containsOnly(3);
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void thatFailsInEveryWaitingRoundDoesNotHoldTheDecisionForEver() {
            for (int round = 3; round <= 10; round++) {
                agents.forEach(failingIn(round));
            }

            SwarmResult result = solve(config(table, 100, agents));

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
            SwarmConfig config = config(table, 1, swarm);
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
            assertThat(waits(table)).isNotEmpty();
            assertThat(rounds(table, LifecycleFacts.AGENT_SKIPPED)).isNotEmpty().doesNotContain(rounds(result));
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
            SwarmConfig config = config(table, 1, agents);

            SwarmResult result = solve(config.withConsensus(
                    config.consensus().withConflictResolution(ConflictResolution.NONE)));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(6);
            assertThat(waits(table)).containsExactly(2, 5);
        }

        @ParameterizedTest
        @CsvSource({"1, 3", "1, 4", "1, 7", "2, 3", "2, 6", "5, 4", "100, 8"})
        void inEveryRoundNeverPassesTheLimitOfRounds(int settleRounds, int maxRounds) {
            agents.get(2).unasked();
            for (int round = 3; round <= 10; round++) {
                agents.get(2).says(round, votes(Stance.AGREE, "A", round % 2 == 0 ? 1 : 0.5));
            }
            SwarmConfig config = config(table, settleRounds, agents)
                    .withLimits(Limits.defaults().withMaxRounds(maxRounds));

            SwarmResult result = solve(config);

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(maxRounds);
            assertThat(waits(table)).hasSize(maxRounds - 2);
        }

        @Test
        void toItsOpponentInTheLastRoundLeavesNoDecision() {
            agents.get(1).says(3, votes(Stance.DISAGREE, "A"));
            agents.get(2).says(3, votes(Stance.DISAGREE, "A"));

            SwarmResult result = solve(config(table, 1, agents).withLimits(Limits.defaults().withMaxRounds(3)));

            assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(SolveTestBed.said(result, SignalType.CONSENSUS_REACHED)).isEmpty();
        }
    }
}
