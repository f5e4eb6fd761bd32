package dev.waggle.swarm.engine.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.engine.loop.SettlingSolves.config;
import static dev.waggle.swarm.engine.loop.SettlingSolves.leader;
import static dev.waggle.swarm.engine.loop.SettlingSolves.rounds;
import static dev.waggle.swarm.engine.loop.SettlingSolves.solve;
import static dev.waggle.swarm.engine.loop.SettlingSolves.waits;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Limits that are reached in the round in which a decision waits: round 3 of {@link SettlingSolves#agreeing}. */
class WaitingLimitTest {

    private static final int TOKENS_OF_A_CALL = 100;

    private final SolveTestBed table = new SolveTestBed();
    private final List<ScriptedAgent> agents = SettlingSolves.agreeing();

    @Nested
    class ABudget {

        private SwarmResult solveWith(int calls, Draft... late) {
            List<Agent> swarm = new ArrayList<>(agents);
            swarm.add(new Asking("d", late));
            return solve(config(table, 1, swarm).withSpending(
                    SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens((long) calls * TOKENS_OF_A_CALL))));
        }

        @Test
        void thatEndsBeforeTheWaitLetsTheVotesDecideAtOnce() {
            SwarmResult result = solveWith(2);

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(2);
            assertThat(waits(table)).isEmpty();
        }

        @Test
        void thatEndsInTheWaitingRoundLetsTheVotesDecide() {
            SwarmResult result = solveWith(3);

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(leader(result)).contains("A");
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits(table)).containsExactly(2);
        }

        @Test
        void thatEndsWithAMoveInTheWaitingRoundIsNoReasonToWaitAgain() {
            SwarmResult result = solveWith(3, votes(Stance.AGREE, "A"));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits(table)).containsExactly(2);
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

            SwarmResult result = solve(config(table, 1, swarm).withSpending(
                    SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(5 * TOKENS_OF_A_CALL))));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits(table)).containsExactly(2);
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

            SwarmResult result = solve(config(table, 1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(result.consensus().decided()).isTrue();
            assertThat(leader(result)).contains("A");
            assertThat(SolveTestBed.said(result, SignalType.CONSENSUS_REACHED)).hasSize(1);
        }

        /** The time is over after the turns, and the votes are checked in the same round. */
        @Test
        void afterTheTurnsIsNoReasonToWaitAgain() {
            agents.get(2).says(3, votes(Stance.AGREE, "A", 0.5));
            SwarmConfig config = config(table, 1, agents);

            SwarmResult result = solve(config.withEventListener(event -> {
                if (event instanceof SwarmEvent.VoteCast && !waits(table).isEmpty()) {
                    table.world.advance(more);
                }
            }));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(3);
            assertThat(waits(table)).containsExactly(2);
        }

        @Test
        void orACancellationIsTheEndingAndTheVotesDecide() {
            AtomicReference<Swarm> own = new AtomicReference<>();
            try (Swarm swarm = new Swarm(config(table, 1, agents).withEventListener(event -> {
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
            SwarmConfig config = config(table, 1, agents);

            SwarmResult result = solve(config.withEventListener(event -> {
                if (event.type().equals("round:end") && !waits(table).isEmpty()) {
                    table.world.advance(more);
                }
            }));

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(rounds(result)).isEqualTo(2);
            assertThat(result.consensus().decided()).isTrue();
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
