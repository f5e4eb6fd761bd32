package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.VotingAgent;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Agreement that nobody tested, and votes that lead nowhere. */
class StagnationScenariosTest {

    private final SolveTestBed table = new SolveTestBed();

    /** Two agents of two opinions that repeat their votes and go on talking. */
    static List<Agent> standing() {
        List<Agent> agents = new ArrayList<>();
        for (String id : List.of("a", "b")) {
            String rival = id.equals("a") ? "p of b" : "p of a";
            ScriptedAgent agent = agent(id).says(1, proposes("p of " + id), votes(Stance.AGREE, "p of " + id));
            for (int round = 2; round <= 10; round++) {
                agent.says(round, votes(Stance.DISAGREE, rival), finds(id + " again in round " + round));
            }
            agents.add(agent);
        }
        return agents;
    }

    /** Three agents, of which one changes sides in every round. */
    static List<Agent> swaying() {
        ScriptedAgent swing = agent("swing");
        for (int round = 2; round <= 10; round++) {
            Stance onA = round % 2 == 0 ? Stance.AGREE : Stance.DISAGREE;
            Stance onB = round % 2 == 0 ? Stance.DISAGREE : Stance.AGREE;
            swing.says(round, votes(onA, "A"), votes(onB, "B"));
        }
        return List.of(agent("a").says(1, proposes("A"), votes(Stance.AGREE, "A"), votes(Stance.DISAGREE, "B"))
                .unasked().says(10, finds("x")),
                agent("b").says(1, proposes("B"), votes(Stance.AGREE, "B")).says(2, votes(Stance.DISAGREE, "A"))
                        .unasked().says(10, finds("y")),
                swing.unasked());
    }

    /** Nine agents of which each agrees in the first round with what the first one proposed. */
    private static List<Agent> clones() {
        List<Agent> agents = new ArrayList<>();
        agents.add(agent("clone 1").says(1, proposes("p1"), votes(Stance.AGREE, "p1")));
        for (int i = 2; i <= 9; i++) {
            agents.add(agent("clone " + i).says(1, votes(Stance.AGREE, "p1")));
        }
        return agents;
    }

    private SwarmConfig config(List<? extends Agent> agents, boolean hasMath) {
        SwarmConfig config = table.config(agents);
        return hasMath ? config : config.withMath(MathConfig.off());
    }

    private static List<Signal> challenges(SwarmResult result) {
        return SolveTestBed.said(result, SignalType.CHALLENGE).stream()
                .filter(signal -> signal.source().label().equals(InfrastructureNames.ORCHESTRATOR)).toList();
    }

    @Nested
    class Agreement {

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void ofNineClonesProvokesOneChallengeThatIsHeardAndStaysAsDissent(boolean hasMath) {
            List<Agent> clones = clones();

            SwarmResult result = SolveTestBed.solve(config(clones, hasMath));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
            assertThat(challenges(result)).singleElement().satisfies(challenge -> {
                assertThat(challenge.scope().round()).isEqualTo(1);
                assertThat(((Payload.Challenge) challenge.payload()).counterArgument())
                        .contains("every agent agreed in the first round");
                assertThat(clones).allSatisfy(clone -> assertThat(((ScriptedAgent) clone).turns().getLast().stimuli())
                        .contains(challenge));
                assertThat(result.consensus().dissent()).contains(new Dissent(Dissent.Kind.CHALLENGE,
                        InfrastructureNames.ORCHESTRATOR,
                        ((Payload.Challenge) challenge.payload()).counterArgument(), challenge.id()));
            });
        }

        @Test
        void isDecidedWithoutDissentWhenASupporterAnswersTheChallenge() {
            List<Agent> clones = new ArrayList<>(clones());
            clones.set(1, agent("clone 2").says(1, votes(Stance.AGREE, "p1")).does(2,
                    turn -> turn.stimuli().stream().filter(signal -> signal.payload() instanceof Payload.Challenge)
                            .map(signal -> finds("we looked").inReplyTo(signal.id())).toList()));

            SwarmResult result = SolveTestBed.solve(config(clones, false));

            assertThat(challenges(result)).hasSize(1);
            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.consensus().dissent()).isEmpty();
        }

        @Test
        void thatTheChallengeBreaksIsNotDecided() {
            List<Agent> clones = new ArrayList<>();
            clones.add(agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1"))
                    .says(2, votes(Stance.DISAGREE, "p1")));
            clones.add(agent("b").says(1, votes(Stance.AGREE, "p1")).says(2, votes(Stance.DISAGREE, "p1")));

            SwarmResult result = SolveTestBed.solve(config(clones, false));

            assertThat(result.consensus().decided()).isFalse();
            assertThat(challenges(result)).hasSize(1);
        }

        @Test
        void onTheOnlyProposalProvokesInTheRoundInWhichItWouldBeDecided() {
            SwarmResult result = SolveTestBed.solve(config(List.of(
                    agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")),
                    agent("b").says(2, votes(Stance.AGREE, "p1")), agent("c")), false));

            assertThat(challenges(result)).singleElement()
                    .satisfies(challenge -> assertThat(challenge.scope().round()).isEqualTo(2));
            assertThat(result.timing().roundsUsed()).isEqualTo(3);
            assertThat(result.consensus().decided()).isTrue();
        }

        @Test
        void withAnObjectionProvokesNothing() {
            SwarmResult result = SolveTestBed.solve(config(List.of(
                    agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")),
                    agent("b").does(2, turn -> List.of(votes(Stance.AGREE, "p1"), challenge(turn.stimuli()))),
                    agent("c")), false));

            assertThat(challenges(result)).isEmpty();
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
            assertThat(result.consensus().dissent()).hasSize(1);
        }

        @Test
        void inTheLastRoundIsDecidedAtOnce() {
            SwarmConfig config = config(clones(), false);

            SwarmResult result = SolveTestBed.solve(config.withLimits(config.limits().withMaxRounds(1)));

            assertThat(challenges(result)).isEmpty();
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        }

        @Test
        void withRoomForNoAnswerIsDecidedAtOnce() {
            SwarmConfig config = config(clones(), false);

            SwarmResult result = SolveTestBed.solve(config.withLimits(config.limits().withMaxSignals(12)));

            assertThat(challenges(result)).isEmpty();
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        }

        @Test
        void ofAgentsThatHearNoChallengeIsDecidedAtOnce() {
            SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.team()));

            assertThat(challenges(result)).isEmpty();
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
        }

        @Test
        void ofRecordingsIsDecidedAsItWasRecorded() {
            SwarmResult result = SolveTestBed.solve(config(clones(), false).withConsensus(
                    SolveTestBed.AT_ONCE.withConflictResolution(ConflictResolution.NONE)));

            assertThat(challenges(result)).isEmpty();
            assertThat(result.timing().roundsUsed()).isEqualTo(1);
        }

        @Test
        void thatAwaitsAnApprovalIsChallengedBeforeIt() {
            List<Agent> agents = List.of(agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")),
                    agent("b").says(1, votes(Stance.AGREE, "p1")),
                    agent("maya").says(2, votes(Stance.AGREE, "p1")));
            SwarmResult result = SolveTestBed.solve(config(agents, false).withConsensus(
                    SolveTestBed.AT_ONCE.withApproval(ApprovalRule.requiring("maya"))));

            assertThat(challenges(result)).hasSize(1);
            assertThat(result.consensus().approval().approvedBy()).containsExactly("maya");
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
        }

        private static dev.waggle.signal.Draft challenge(List<Signal> stimuli) {
            String target = stimuli.stream().filter(signal -> signal.payload() instanceof Payload.Proposal).findFirst()
                    .orElseThrow().id();
            return dev.waggle.signal.Draft.of(new Payload.Challenge(target, "and at night?", null), 0.7);
        }
    }

    @Nested
    class Stagnation {

        @ParameterizedTest
        @EnumSource(value = ConflictResolution.class, names = {"DEBATE", "MAJORITY"})
        void ofVotesThatStandStillEndsTheSolveByName(ConflictResolution mode) {
            SwarmResult result = SolveTestBed.solve(config(standing(), false)
                    .withConsensus(SolveTestBed.AT_ONCE.withConflictResolution(mode)));

            assertThat(result.ending()).isEqualTo(LoopStop.STALLED);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.timing().roundsUsed()).isBetween(4, 6);
        }

        @Test
        void ofALeadThatGoesToAndFroEndsTheSolveByName() {
            SwarmResult result = SolveTestBed.solve(config(swaying(), false));

            assertThat(result.ending()).isEqualTo(LoopStop.OSCILLATING);
            assertThat(result.timing().roundsUsed()).isBetween(4, 7);
        }

        @Test
        void isNotSeenWhileAnAgentWithoutAVoteAsks() {
            List<Agent> agents = new ArrayList<>(standing());
            ScriptedAgent slow = agent("slow");
            for (int round = 1; round <= 8; round++) {
                slow.says(round, finds("question " + round));
            }
            agents.add(slow.says(9, votes(Stance.AGREE, "p of a"), votes(Stance.DISAGREE, "p of b")));

            SwarmResult result = SolveTestBed.solve(config(agents, false).withConsensus(
                    SolveTestBed.AT_ONCE.withThreshold(0.6)));

            assertThat(result.timing().roundsUsed()).isGreaterThanOrEqualTo(9);
            assertThat(result.ending()).isNotEqualTo(LoopStop.STALLED);
        }

        @Test
        void isNotSeenWhileProposalsAreNew() {
            List<Agent> agents = new ArrayList<>(standing());
            ScriptedAgent inventor = agent("inventor").says(1, votes(Stance.ABSTAIN, "p of a"));
            for (int round = 2; round <= 10; round += 2) {
                inventor.says(round, proposes("idea " + round));
            }
            agents.add(inventor);

            SwarmResult result = SolveTestBed.solve(config(agents, false));

            assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        }

        @Test
        void isNotSeenWhileAnApprovalIsAwaited() {
            List<Agent> agents = new ArrayList<>();
            for (String id : List.of("a", "b")) {
                ScriptedAgent agent = agent(id);
                for (int round = 2; round <= 10; round++) {
                    agent.says(round, votes(Stance.AGREE, "p1"));
                }
                agents.add(id.equals("a") ? agent.says(1, proposes("p1")) : agent);
            }
            agents.add(agent("maya").says(9, votes(Stance.AGREE, "p1")));

            SwarmResult result = SolveTestBed.solve(config(agents, false).withConsensus(
                    SolveTestBed.AT_ONCE.withApproval(ApprovalRule.requiring("maya"))));

            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.timing().roundsUsed()).isEqualTo(9);
        }

        @Test
        void asksForMissingVotesBeforeItEndsTheSolve() {
            List<Agent> agents = new ArrayList<>(standing());
            VotingAgent silent = new VotingAgent("silent").closes(turn -> List.of(votes(Stance.AGREE, "p of a"),
                    votes(Stance.DISAGREE, "p of b")));
            agents.add(silent);

            SwarmResult result = SolveTestBed.solve(config(agents, false).withConsensus(
                    SolveTestBed.AT_ONCE.withThreshold(0.6)));

            assertThat(silent.closings()).hasSize(1);
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.answer()).isEqualTo("do p of a");
            assertThat(result.timing().roundsUsed()).isBetween(4, 6);
        }

        @Test
        void keepsItsNameWhenTheMissingVotesDecideNothing() {
            List<Agent> agents = new ArrayList<>(standing());
            agents.add(new VotingAgent("silent"));

            SwarmResult result = SolveTestBed.solve(config(agents, false));

            assertThat(result.ending()).isEqualTo(LoopStop.STALLED);
        }

        @ParameterizedTest
        @ValueSource(ints = {3, 4, 5, 6})
        void waitsForTheTurnWithAChallengeAndIsNotChallengedAgain(int first) {
            List<Agent> agents = standing();
            ScriptedLens provoking = new ScriptedLens("provoking", round -> round < first ? List.of()
                    : List.of(new Finding.Provoke("provoking", round % 2 == 0 ? "p of a" : "p of b", "as written")));

            SwarmResult result = SolveTestBed.solve(config(agents, true)
                    .withMath(MathConfig.defaults().withLenses(List.of(provoking))));

            assertThat(result.ending()).isEqualTo(LoopStop.STALLED);
            assertThat(challenges(result)).allSatisfy(challenge -> assertThat(agents)
                    .allSatisfy(agent -> assertThat(((ScriptedAgent) agent).turns())
                            .anySatisfy(turn -> assertThat(turn.stimuli()).contains(challenge))));
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4, 5})
        void isNotSeenBeforeAnAgentThatJoinedHasATurn(int from) {
            GrowingSwarm growing = new GrowingSwarm();

            SwarmResult result = SolveTestBed.solve(growing.config(GrowingSwarm.GROWING,
                    growing.hiring(script -> script), List.of(GrowingSwarm.missing(from, 5, "critic")),
                    standing().toArray(Agent[]::new)));

            assertThat(growing.hired.values()).allSatisfy(hired -> assertThat(hired.turns()).isNotEmpty());
            assertThat(result.ending()).isEqualTo(LoopStop.STALLED);
        }

        @Test
        void ofRecordingsIsNotSeen() {
            SwarmResult result = SolveTestBed.solve(config(standing(), false).withConsensus(
                    SolveTestBed.AT_ONCE.withConflictResolution(ConflictResolution.NONE)));

            assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        }
    }
}
