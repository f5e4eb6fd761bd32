package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.testbed.HandClock;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** A challenge or doubt of the runtime holds the decision back for one round. */
class HeardChallengesTest {

    private static final String HELD = "state:held:changed";

    private final SolveTestBed table = new SolveTestBed();

    /** Two rivals in the first round; in the second all agree with one of them. */
    private static List<Agent> agreeingLate() {
        return List.of(agent("a").says(1, proposes("A")).says(2, votes(Stance.AGREE, "A")),
                agent("b").says(1, proposes("B")).says(2, votes(Stance.AGREE, "A")),
                agent("c").says(2, votes(Stance.AGREE, "A")));
    }

    private static MathConfig provoking() {
        return MathConfig.defaults().withLenses(List.of(new ScriptedLens("provoking", round -> round == 1 ? List.of()
                : List.of(new Finding.Provoke("provoking", round % 2 == 0 ? "A" : "B", "as written")))));
    }

    @Test
    void aChallengeOfMathematicsJustBeforeTheDecisionIsHeardFirst() {
        List<Agent> agents = agreeingLate();

        SwarmResult result = SolveTestBed.solve(table.config(agents).withMath(provoking()));

        Signal challenge = SolveTestBed.said(result, SignalType.CHALLENGE).getFirst();
        assertThat(challenge.scope().round()).isEqualTo(2);
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(agents).allSatisfy(agent -> assertThat(((ScriptedAgent) agent).turns().getLast().stimuli())
                .contains(challenge));
        assertThat(result.consensus().dissent()).filteredOn(dissent -> dissent.kind() == Dissent.Kind.CHALLENGE)
                .singleElement().returns(challenge.id(), Dissent::about);
    }

    @Test
    void aSecondChallengeThatCannotBeHeardIsNotPublished() {
        SwarmResult result = SolveTestBed.solve(table.config(agreeingLate()).withMath(provoking()));

        assertThat(SolveTestBed.said(result, SignalType.CHALLENGE)).hasSize(1);
    }

    @Test
    void theHoldIsInTheLogOnce() {
        SolveTestBed.solve(table.config(agreeingLate()).withMath(provoking()));

        assertThat(table.logged()).extracting(entry -> entry.signal().type().text()).filteredOn(HELD::equals)
                .hasSize(1);
        assertThat(table.events(SwarmEvent.ConsensusChecked.class)).as("no decision is announced while it is held")
                .hasSize(1);
    }

    @Test
    void aDoubtOfTheAdvisorIsHeardFirst() {
        SwarmResult result = SolveTestBed.solve(SolveTestBed.advised(table.config(agreeingLate()),
                AdvisorConfig.defaults().withWarmupRounds(1)).withMath(MathConfig.off()));

        assertThat(SolveTestBed.said(result, SignalType.DOUBT)).singleElement()
                .satisfies(doubt -> assertThat(doubt.scope().round()).isEqualTo(2));
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(result.consensus().dissent()).extracting(Dissent::kind).contains(Dissent.Kind.DOUBT);
    }

    @Test
    void theStopOfMathematicsWaitsForADoubtOfTheAdvisor() {
        ScriptedLens settling = new ScriptedLens("settling", round -> round < 2 ? List.of()
                : List.of(new Finding.Settle("settling", MathStopReason.ENTROPY_CONVERGED, "as written")));
        SwarmConfig config = SolveTestBed.advised(table.config(agreeingLate()),
                AdvisorConfig.defaults().withWarmupRounds(1))
                .withMath(MathConfig.defaults().withLenses(List.of(settling)))
                .withConsensus(SolveTestBed.AT_ONCE.withConflictResolution(ConflictResolution.MAJORITY));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(SolveTestBed.said(result, SignalType.DOUBT)).isNotEmpty();
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(result.ending()).isEqualTo(new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED));
        assertThat(result.consensus().decided()).isTrue();
    }

    @Test
    void aReasonToStopStandsInRoundsWithoutNewVotes() {
        ScriptedLens once = new ScriptedLens("once", round -> switch (round) {
            case 1 -> List.of(new Finding.Provoke("once", "A", "as written"));
            case 2 -> List.of(new Finding.Settle("once", MathStopReason.ENTROPY_CONVERGED, "as written"));
            default -> List.of();
        });
        List<Agent> agents = List.of(
                agent("a").says(1, proposes("A"), votes(Stance.AGREE, "A")).says(2, votes(Stance.AGREE, "A", 0.5),
                        finds("x")).says(3, finds("y")),
                agent("b").says(1, proposes("B"), votes(Stance.AGREE, "B"), votes(Stance.DISAGREE, "A"))
                        .says(2, votes(Stance.DISAGREE, "A", 0.5)).says(3, finds("z")));

        SwarmResult result = SolveTestBed.solve(table.config(agents)
                .withMath(MathConfig.defaults().withLenses(List.of(once))));

        assertThat(result.ending()).isEqualTo(new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED));
        assertThat(result.timing().roundsUsed()).as("round 2 answers the challenge, and round 3 has no new vote")
                .isEqualTo(3);
    }

    @Test
    void noSolveOfNineClonesEndsInTheRoundOfItsChallenge() {
        int challenged = 0;
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Agent> clones = IntStream.rangeClosed(1, 9).<Agent>mapToObj(i -> agent("clone " + i)
                    .says(1, i == 1 ? proposes("P1") : finds("clone " + i + " looked"))
                    .says(2, Draft.of(new Payload.Vote("P1", Stance.AGREE, null, 0.7 + 0.3 * random.nextDouble()),
                            0.8)))
                    .toList();

            SwarmResult result = SolveTestBed.solve(new SolveTestBed().config(clones));

            int ended = result.timing().roundsUsed();
            List<Signal> challenges = SolveTestBed.said(result, SignalType.CHALLENGE).stream()
                    .filter(signal -> signal.source().label().equals(InfrastructureNames.ORCHESTRATOR)).toList();
            challenged += challenges.isEmpty() ? 0 : 1;
            assertThat(result.consensus().decided()).as("seed %d", seed).isTrue();
            assertThat(challenges).as("seed %d", seed)
                    .allSatisfy(challenge -> assertThat(challenge.scope().round()).isNotNull().isLessThan(ended));
        }
        assertThat(challenged).isEqualTo(20);
    }

    @Test
    void aChallengeThatTheTimeLimitCutsOffIsDissent() {
        List<Agent> agents = new ArrayList<>(agreeingLate());
        agents.add(new LateClock(table.world, 3));

        SwarmResult result = SolveTestBed.solve(table.config(agents).withMath(provoking()));

        Signal challenge = SolveTestBed.said(result, SignalType.CHALLENGE).getFirst();
        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.consensus().dissent()).filteredOn(dissent -> dissent.kind() == Dissent.Kind.CHALLENGE)
                .singleElement().returns(challenge.id(), Dissent::about);
        assertThat(table.events(SwarmEvent.ConsensusReached.class)).hasSize(1);
    }

    @Test
    void aDoubtAfterTheHoldIsDissent() {
        SwarmConfig config = SolveTestBed.advised(table.config(agreeingLate()),
                AdvisorConfig.defaults().withWarmupRounds(1)).withMath(MathConfig.off());

        SwarmResult result = SolveTestBed.solve(config.withLimits(config.limits().withMaxRounds(2)));

        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.consensus().dissent()).extracting(Dissent::about).containsAll(
                SolveTestBed.said(result, SignalType.DOUBT).stream().map(Signal::id).toList());
    }

    @Test
    void recordingsAreDecidedInTheirRound() {
        SwarmResult result = SolveTestBed.solve(table.config(agreeingLate()).withMath(provoking())
                .withConsensus(SolveTestBed.AT_ONCE.withConflictResolution(ConflictResolution.NONE)));

        assertThat(result.timing().roundsUsed()).isEqualTo(2);
        assertThat(SolveTestBed.said(result, SignalType.CHALLENGE)).hasSize(1);
    }

    @Test
    void exclusiveProposalsThatAllApproveInOneTurnAreNotDecided() {
        List<Agent> agents = IntStream.rangeClosed(1, 3).<Agent>mapToObj(i -> agent("a" + i)
                .says(1, proposes(i == 1 ? "A" : i == 2 ? "B" : "C of " + i))
                .says(2, votes(Stance.AGREE, "A"), votes(Stance.AGREE, "B"))).toList();

        SwarmResult result = SolveTestBed.solve(table.config(agents).withMath(MathConfig.off())
                .withConsensus(SolveTestBed.AT_ONCE.withBallots(BallotRule.EXCLUSIVE)));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().confidence()).isEqualTo(0.5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aResumedSolveHoldsAsTheWholeOne(int share) {
        SwarmResult whole = SolveTestBed.resume(table.config(agreeingLate()).withMath(provoking()), SolveTestBed.TASK);
        List<LogEntry> entries = table.logged();
        MemoryJournal cut = new MemoryJournal();
        entries.subList(0, entries.size() * share / 5)
                .forEach(entry -> cut.append(entry.signal(), entry.emission(), entry.recordedAt()));
        SolveTestBed later = new SolveTestBed();

        SwarmResult resumed = SolveTestBed.resume(
                later.config(agreeingLate()).withMath(provoking()).withJournal(cut), SolveTestBed.TASK);

        assertThat(resumed.consensus().verdict()).isEqualTo(whole.consensus().verdict());
        assertThat(cut.read(1, Integer.MAX_VALUE)).extracting(entry -> entry.signal().type())
                .isEqualTo(entries.stream().map(entry -> entry.signal().type()).toList());
    }

    @Test
    void theReplayOfAHeldSolveIsEqual() {
        SwarmConfig config = table.config(agreeingLate()).withMath(provoking());
        SwarmResult result;
        try (Swarm swarm = new Swarm(config)) {
            result = swarm.solve(SolveTestBed.TASK);
            assertThat(swarm.replay(result.solveId())).matches(ReplayResult::isEqual);
        }
        assertThat(result.signalLog()).filteredOn(signal -> signal.source().label()
                .equals(InfrastructureNames.ORCHESTRATOR) && signal.payload() instanceof Payload.Challenge).hasSize(1);
    }

    /** An agent without mail that lets the time of the solve run out when it is called in that round. */
    private record LateClock(HandClock clock, int end) implements Agent {

        @Override
        public AgentProfile profile() {
            return AgentProfile.of("late").withListens(List.of(SignalType.TASK_NEW));
        }

        @Override
        public Participant join(JoinContext briefing) {
            return new Participant() {
                @Override
                public List<Draft> react(Turn turn) {
                    return List.of();
                }

                @Override
                public boolean wantsTurn(int round) {
                    if (round == end) {
                        clock.advance(Limits.defaults().timeout().plusSeconds(1));
                    }
                    return false;
                }
            };
        }
    }
}
