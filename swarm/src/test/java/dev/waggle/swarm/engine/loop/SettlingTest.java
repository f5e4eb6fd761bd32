package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.engine.loop.SettlingSolves.agreeing;
import static dev.waggle.swarm.engine.loop.SettlingSolves.rounds;
import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** A decision by share waits until the votes have settled. */
class SettlingTest {

    private static final String SETTLING = "state:settling:changed";

    private final SolveTestBed table = new SolveTestBed();

    private SwarmConfig config(int settleRounds, List<? extends Agent> agents) {
        return SettlingSolves.config(table, settleRounds, agents);
    }

    private List<String> reasons() {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().text().equals(SETTLING))
                .map(signal -> FactBody.of(signal).text("newValue")).toList();
    }

    private static MathConfig lens(ScriptedLens lens) {
        return MathConfig.defaults().withLenses(List.of(lens));
    }

    @Nested
    class ADecision {

        @Test
        void waitsOneRoundAfterAMoveAndSaysWhy() {
            SwarmResult result = SolveTestBed.solve(config(1, agreeing()));

            assertThat(rounds(result)).isEqualTo(3);
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(reasons()).containsExactly(
                    "3 agents moved in round 2; the decision for P2 waits for a round without a move");
            assertThat(table.events(SwarmEvent.ConsensusReached.class)).hasSize(1);
        }

        @Test
        void comesAtOnceWithZero() {
            SwarmResult result = SolveTestBed.solve(config(0, agreeing()));

            assertThat(rounds(result)).isEqualTo(2);
            assertThat(reasons()).isEmpty();
        }

        @Test
        void isTakenBackByThoseWhoReadTheVotes() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(0).says(3, votes(Stance.AGREE, "B"), votes(Stance.DISAGREE, "A"));
            agents.get(1).says(3, votes(Stance.AGREE, "B"), votes(Stance.DISAGREE, "A"));
            agents.get(2).says(3, votes(Stance.AGREE, "B"), votes(Stance.DISAGREE, "A"));

            SwarmResult result = SolveTestBed.solve(config(1, agents));

            assertThat(result.consensus().leader().map(Proposal::id)).contains("B");
            assertThat(rounds(result)).isEqualTo(4);
            assertThat(reasons()).hasSize(2);
        }

        @Test
        void asksOnlyAgentsWithMail() {
            List<ScriptedAgent> agents = new ArrayList<>(agreeing());
            ScriptedAgent deaf = agent("d").listening(SignalType.TASK_NEW);
            agents.add(deaf);

            SolveTestBed.solve(config(1, agents));

            assertThat(deaf.turns()).extracting(Turn::round).containsExactly(1);
            assertThat(agents.get(0).turns()).extracting(Turn::round).contains(3);
        }

        @Test
        void waitsThoughAllAgree() {
            SwarmResult result = SolveTestBed.solve(config(1, List.of(
                    agent("a").says(1, proposes("A"), votes(Stance.AGREE, "A")),
                    agent("b").says(2, votes(Stance.AGREE, "A")))));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(3);
        }
    }

    @Nested
    class NoMove {

        @Test
        void isAVoteThatIsRepeated() {
            List<ScriptedAgent> agents = agreeing();
            agents.forEach(agent -> agent.says(3, votes(Stance.AGREE, "A")));

            assertThat(rounds(SolveTestBed.solve(config(1, agents)))).isEqualTo(3);
        }

        @Test
        void isASlightChangeOfAWeight() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(2).says(3, votes(Stance.AGREE, "A", 0.96));

            assertThat(rounds(SolveTestBed.solve(config(1, agents)))).isEqualTo(3);
        }

        @Test
        void isAnApproval() {
            SwarmConfig config = config(1, Stream.concat(agreeing().stream(), Stream.of(
                    agent("maya").says(3, votes(Stance.AGREE, "A")))).toList());

            SwarmResult result = SolveTestBed.solve(config.withConsensus(
                    config.consensus().withApproval(ApprovalRule.requiring("maya"))));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).as("round 3 is the one in which all were heard").isEqualTo(3);
        }

        @Test
        void isOneThatNoOtherAgentHears() {
            List<ScriptedAgent> agents = agreeing().stream()
                    .map(agent -> agent.listening(SignalType.TASK_NEW, SignalType.PROPOSAL)).toList();

            assertThat(rounds(SolveTestBed.solve(config(1, agents)))).isEqualTo(2);
        }

        @Test
        void isOneOfAnAgentAlone() {
            SwarmConfig config = config(1, List.of(agent("a").says(1, proposes("A"), votes(Stance.AGREE, "A"))));

            SwarmResult result = SolveTestBed.solve(config.withConsensus(config.consensus().withMinVoters(1)
                    .withConflictResolution(ConflictResolution.NONE)));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(1);
        }
    }

    @Nested
    class AMove {

        @Test
        void isAnotherWeight() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(2).says(3, votes(Stance.AGREE, "A", 0.8));

            assertThat(rounds(SolveTestBed.solve(config(1, agents)))).isEqualTo(4);
        }

        @Test
        void isANewProposal() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(2).says(3, proposes("C"));

            assertThat(rounds(SolveTestBed.solve(config(1, agents)))).isEqualTo(4);
        }

        @Test
        void isAReturnToAnEarlierBallot() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(0).unasked().says(3, votes(Stance.AGREE, "B")).says(4, votes(Stance.AGREE, "A"));
            SwarmConfig config = config(1, agents);

            SwarmResult result = SolveTestBed.solve(config.withConsensus(
                    config.consensus().withBallots(BallotRule.EXCLUSIVE).withThreshold(0.6)
                            .withConflictResolution(ConflictResolution.NONE)));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(5);
        }
    }

    @Nested
    class AChallenge {

        private final ScriptedLens provoking = new ScriptedLens("provoking", round -> round == 1 ? List.of()
                : List.of(new Finding.Provoke("provoking", round % 2 == 0 ? "A" : "B", "as written")));

        @Test
        void isHeardInTheRoundThatSettles() {
            SwarmResult result = SolveTestBed.solve(config(1, agreeing()).withMath(lens(provoking)));

            assertThat(SolveTestBed.said(result, SignalType.CHALLENGE)).singleElement()
                    .satisfies(challenge -> assertThat(challenge.scope().round()).isEqualTo(2));
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void isNotPublishedInTheRoundThatSettles() {
            ScriptedLens late = new ScriptedLens("late", round -> round < 3 ? List.of()
                    : List.of(new Finding.Provoke("late", "A", "as written")));

            SwarmResult result = SolveTestBed.solve(config(1, agreeing()).withMath(lens(late)));

            assertThat(SolveTestBed.said(result, SignalType.CHALLENGE)).isEmpty();
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void mayComeWhenTheDecisionWaitsAnyway() {
            ScriptedLens late = new ScriptedLens("late", round -> round < 3 ? List.of()
                    : List.of(new Finding.Provoke("late", "A", "as written")));
            List<ScriptedAgent> agents = agreeing();
            agents.get(2).says(3, votes(Stance.AGREE, "A", 0.5));

            SwarmResult result = SolveTestBed.solve(config(1, agents).withMath(lens(late)));

            assertThat(SolveTestBed.said(result, SignalType.CHALLENGE)).hasSize(1);
            assertThat(rounds(result)).isEqualTo(4);
        }
    }

    @Nested
    class ALimit {

        @Test
        void ofRoundsDecides() {
            SwarmConfig config = config(1, agreeing());

            SwarmResult result = SolveTestBed.solve(config.withLimits(Limits.defaults().withMaxRounds(2)));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(2);
            assertThat(reasons()).isEmpty();
        }

        @Test
        void ofSignalsDecides() {
            SwarmResult whole = SolveTestBed.solve(config(1, agreeing()));
            long inTwoRounds = whole.signalLog().stream()
                    .filter(signal -> !signal.type().text().startsWith("consensus"))
                    .count();
            SolveTestBed other = new SolveTestBed();

            SwarmResult result = SolveTestBed.solve(other.config(agreeing()).withMath(MathConfig.off())
                    .withConsensus(ConsensusConfig.defaults())
                    .withLimits(Limits.defaults().withMaxSignals(Math.toIntExact(inTwoRounds))));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(2);
        }

        @Test
        void ofTimeInTheWaitingRoundDecides() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(2).does(3, turn -> {
                table.world.advance(Limits.defaults().timeout().plusSeconds(1));
                return List.of();
            });

            SwarmResult result = SolveTestBed.solve(config(1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(result.consensus().decided()).isTrue();
        }

        @Test
        void neverComesFromVotesThatMoveForever() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(2).unasked();
            for (int round = 3; round <= 10; round++) {
                agents.get(2).says(round, votes(Stance.AGREE, "A", round % 2 == 0 ? 1 : 0.5));
            }

            SwarmResult result = SolveTestBed.solve(config(1, agents));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(rounds(result)).isEqualTo(10);
        }
    }

    @Nested
    class AStopOfMathematics {

        private final ScriptedLens settle = new ScriptedLens("settle", round -> round < 2 ? List.of()
                : List.of(new Finding.Settle("settle", MathStopReason.ENTROPY_CONVERGED, "as written")));

        /** A conflict that can be debated holds a stop back, so this swarm debates nothing. */
        private SwarmConfig stopping(List<ScriptedAgent> agents) {
            SwarmConfig config = config(1, agents).withMath(lens(settle));
            return config.withConsensus(config.consensus().withConflictResolution(ConflictResolution.NONE));
        }

        @Test
        void waitsWhileTheVotesThatDecideMove() {
            SwarmResult result = SolveTestBed.solve(stopping(agreeing()));

            assertThat(result.ending()).isEqualTo(new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED));
            assertThat(result.consensus().decided()).isTrue();
            assertThat(rounds(result)).isEqualTo(3);
        }

        @Test
        void waitsForNoVotesThatDoNotDecide() {
            List<ScriptedAgent> agents = agreeing();
            agents.get(1).says(2, votes(Stance.DISAGREE, "A"));

            SwarmResult result = SolveTestBed.solve(stopping(agents));

            assertThat(result.ending()).isEqualTo(new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED));
            assertThat(rounds(result)).isEqualTo(2);
        }
    }

    @Test
    void noEmptyRoundIsRun() {
        List<ScriptedAgent> agents = agreeing();

        SwarmResult result = SolveTestBed.solve(config(5, agents));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(rounds(result)).as("in round 3 all had the votes, and nothing is left to answer").isEqualTo(3);
        assertThat(agents.stream().flatMap(agent -> agent.turns().stream()).mapToInt(Turn::round).max()).hasValue(3);
    }

    @Test
    void aTalkWithoutMovesGoesOnForTheSettingOnly() {
        List<ScriptedAgent> agents = agreeing();
        for (int round = 3; round <= 9; round++) {
            agents.get(round % 2).says(round, finds("still talking " + round));
        }

        assertThat(rounds(SolveTestBed.solve(config(3, agents)))).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 101})
    void aSettingOutOfRangeIsRefused(int rounds) {
        assertThatIllegalArgumentException().isThrownBy(() -> ConsensusConfig.defaults().withSettleRounds(rounds))
                .withMessage("settleRounds must be between 0 and 100, got " + rounds);
    }
}
