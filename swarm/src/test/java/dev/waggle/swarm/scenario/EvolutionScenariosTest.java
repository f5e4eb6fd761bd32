package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.assist.ModelAgentFactory;
import dev.waggle.swarm.event.AgentReaction;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.testbed.GapLens;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.testbed.GrowingSwarm.GROWING;
import static dev.waggle.swarm.testbed.GrowingSwarm.ROUNDS;
import static dev.waggle.swarm.testbed.GrowingSwarm.missing;
import static dev.waggle.swarm.testbed.GrowingSwarm.report;
import static dev.waggle.swarm.testbed.GrowingSwarm.talker;
import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Scenarios of a swarm that grows and shrinks in a solve. */
class EvolutionScenariosTest {

    private final GrowingSwarm growth = new GrowingSwarm();

    private List<Turn> turnsOf(String agent) {
        return Objects.requireNonNull(growth.hired.get(agent), agent).turns();
    }

    private List<Integer> roundsWithReactionOf(String agent) {
        return growth.table.events(SwarmEvent.AgentReacted.class).stream().map(SwarmEvent.AgentReacted::reaction)
                .filter(reaction -> reaction.agentId().equals(agent)).map(AgentReaction::round).toList();
    }

    @Test
    void j10ThreeDetectorsInRoundOneSpawnNobodyAndTheSameGapInRoundTwoSpawnsOne() {
        List<GapLens> three = IntStream.range(0, 3).mapToObj(lens -> new GapLens("lens-" + "abc".charAt(lens))
                .misses(1, 1, "lateral-thinker")).toList();
        SwarmResult once = SolveTestBed.solve(growth.config(GROWING, growth.hiring(made -> made), three, talker("a")));
        assertThat(report(once)).isEqualTo(EvolutionReport.nothing());

        three.forEach(lens -> lens.misses(2, 2, "lateral-thinker"));
        SwarmResult twice = SolveTestBed.solve(growth.config(GROWING, growth.hiring(made -> made), three, talker("a")));
        assertThat(report(twice).spawned())
                .containsExactly(new EvolutionReport.SpawnedAgent("evolved-lateral-thinker-1",
                        "lateral-thinker", 2, "nobody is a lateral-thinker"));
    }

    @Test
    void j11NeverMoreThanThreeEvolvedAgentsAreActive() {
        GapLens four = missing(1, ROUNDS, "synthesizer", "lateral-thinker", "critical-challenger", "mediator");
        SwarmResult result = SolveTestBed
                .solve(growth.config(GROWING, growth.hiring(made -> made), List.of(four), talker("a")));

        int active = 0;
        int max = 0;
        for (SwarmEvent event : growth.table.events(SwarmEvent.class)) {
            active += event instanceof SwarmEvent.AgentSpawned ? 1 : 0;
            active -= event instanceof SwarmEvent.AgentDissolved ? 1 : 0;
            max = Math.max(max, active);
        }
        assertThat(max).isEqualTo(3);
        assertThat(report(result).activeEvolvedCount()).isEqualTo(active);
        assertThat(report(result).spawned()).hasSizeGreaterThan(3);
    }

    @Test
    void j12TheSilentOneIsDissolvedAfterItsWindowAndNeverReactsAgainAndTheProductiveOneStays() {
        AgentFactory factory = growth.hiring(made -> {
            if (made.profile().id().equals("evolved-explorer-1")) {
                IntStream.rangeClosed(3, ROUNDS).forEach(round -> made.says(round, proposes("p" + round)));
            }
            return made;
        });
        SwarmResult result = SolveTestBed.solve(growth.config(GROWING, factory,
                List.of(missing(1, 2, "critical-challenger", "explorer")), talker("a")));

        assertThat(report(result).dissolved()).containsExactly(new EvolutionReport.DissolvedAgent(
                "evolved-critical-challenger-1", 7,
                "its value is 0.00 after 5 rounds, threshold 0.50: 0 signals, 0 of use"));
        assertThat(roundsWithReactionOf("evolved-critical-challenger-1")).containsOnly(3, 4, 5, 6, 7);
        assertThat(roundsWithReactionOf("evolved-explorer-1")).contains(8, 9, 10, 11, 12);
        assertThat(report(result).activeEvolvedCount()).isEqualTo(1);
    }

    @Test
    void j13ADissolvedDomainIsFilledAgainOnlyAfterThreeRounds() {
        SwarmResult result = SolveTestBed
                .solve(growth.config(GROWING.withEvaluationWindow(2), growth.hiring(made -> made),
                        List.of(missing(1, ROUNDS, "mediator")), talker("a")));

        assertThat(report(result).spawned()).extracting(EvolutionReport.SpawnedAgent::round).containsExactly(2, 7);
        assertThat(report(result).spawned()).extracting(EvolutionReport.SpawnedAgent::agentId)
                .containsExactly("evolved-mediator-1", "evolved-mediator-2");
        assertThat(report(result).dissolved()).extracting(EvolutionReport.DissolvedAgent::round).containsExactly(4, 9);
    }

    @Test
    void j14OfTwoEvolvedAgentsAndAnOriginalOneThatRepeatOthersOneEvolvedIsRemovedARound() {
        String words = "latency budget shards replicas failover backups migration downtime indexes queries";
        UnaryOperator<ScriptedAgent> parrot = made -> {
            IntStream.rangeClosed(1, ROUNDS).forEach(round -> made.says(round, finds(words)));
            return made.unasked();
        };
        SwarmResult result = SolveTestBed.solve(growth.config(GROWING.withMinValueForKeep(0), growth.hiring(parrot),
                List.of(missing(1, 2, "explorer", "lateral-thinker"), LensCatalog.MUTUAL_INFORMATION),
                parrot.apply(agent("a")), parrot.apply(agent("b"))));

        assertThat(result.mathAnalysis().of(LensCatalog.MUTUAL_INFORMATION).orElseThrow().averageNMI())
                .isGreaterThan(0.8);
        assertThat(report(result).dissolved()).extracting(gone -> gone.round() + " " + gone.agentId())
                .containsExactly("4 evolved-explorer-1", "5 evolved-lateral-thinker-1");
        assertThat(roundsWithReactionOf("b")).hasSize(ROUNDS);
    }

    @Test
    void g6TheSpawnInTheStreamCarriesTheIdOfLaterReactions() {
        List<String> spawned = new ArrayList<>();
        List<String> reactedAfter = new ArrayList<>();
        try (Swarm swarm = new Swarm(
                growth.config(GROWING, growth.hiring(made -> made), List.of(missing(1, 2, "mediator")),
                        talker("a")));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            for (SwarmEvent event : stream) {
                switch (event) {
                    case SwarmEvent.AgentSpawned it -> spawned.add(it.agentId() + " " + it.domain());
                    case SwarmEvent.AgentReacted it when !spawned.isEmpty() -> reactedAfter
                            .add(it.reaction().agentId());
                    default -> {
                    }
                }
            }
        }
        assertThat(spawned).containsExactly("evolved-mediator-1 mediator");
        assertThat(reactedAfter).contains("evolved-mediator-1");
        assertThat(growth.hired.keySet()).containsExactly("evolved-mediator-1");
    }

    @Nested
    class ANewcomer {

        @Test
        void isToldTheQuestionAndWhatIsProposedAndTakesItsTurnInTheNextRound() {
            SolveTestBed.solve(growth.config(GROWING, growth.hiring(made -> made), List.of(missing(1, 2, "mediator")),
                    talker("a").says(1, proposes("p1"), finds("old news"))));

            List<Turn> turns = turnsOf("evolved-mediator-1");
            Turn first = turns.getFirst();
            assertThat(first.round()).isEqualTo(3);
            assertThat(first.stimuli()).extracting(Signal::type).containsExactly(SignalType.TASK_NEW,
                    SignalType.PROPOSAL);
            assertThat(turns.get(1).stimuli()).extracting(Signal::type)
                    .containsExactly(SignalType.DISCOVERY);
        }

        @Test
        void countsLikeEverybodyElse() {
            SwarmResult result = SolveTestBed.solve(growth.config(GROWING,
                    growth.hiring(made -> made.says(3, votes(Stance.AGREE, "p1"))),
                    List.of(missing(1, 2, "tie-breaker")),
                    talker("a").says(1, proposes("p1")),
                    agent("b").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1"))));

            assertThat(result.consensus().decided()).as("two votes, one of them the newcomer's").isTrue();
            assertThat(result.timing().roundsUsed()).as("the only proposal is challenged first").isEqualTo(4);
            assertThat(result.activity().agentContributions()).containsKey("evolved-tie-breaker-1");
            assertThat(result.activity().agentContributions().keySet()).containsExactly("a", "b",
                    "evolved-tie-breaker-1");
        }

        @Test
        void saysOnlyWhatItsPlaceAllows() {
            SwarmResult result = SolveTestBed
                    .solve(growth.config(GROWING, growth.hiring(made -> made.says(3, proposes("mine"))),
                            List.of(missing(1, 2, "vote-specialist")), talker("a")));

            assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                    .containsExactly(SignalRefusal.Reason.NOT_ALLOWED);
        }

        @Test
        @DisplayName("F25 the calls of newcomers are in the cost, also after they have left")
        void paysFromTheSamePurse() {
            String fact = "{\"signals\":[{\"type\":\"discovery\",\"confidence\":0.5,\"content\":\"a fact\"}]}";
            SwarmResult result = SolveTestBed.solve(growth.config(GROWING.withEvaluationWindow(1),
                    new ModelAgentFactory(new MeteredHarness(ScriptedHarness.playing(
                            (_, _, _) -> ScriptedHarness.output(fact, ScriptedHarness.usage(60, 40)))),
                            ModelAgentConfig.defaults()),
                    List.of(missing(1, 2, "mediator")), talker("a")));

            assertThat(report(result).dissolved()).hasSize(1);
            assertThat(result.signalLog()).filteredOn(
                    signal -> signal.source().label().equals("evolved-mediator-1")).hasSize(1);
            assertThat(result.cost().tokens()).isEqualTo(100);
            assertThat(result.cost().byPayer()).containsKey("evolved-mediator-1");
        }

        @Test
        void thatHasLeftHearsNothing() {
            SolveTestBed.solve(
                    growth.config(GROWING.withEvaluationWindow(1), growth.hiring(made -> made.unasked().says(ROUNDS)),
                            List.of(missing(1, 2, "mediator")), talker("a")));

            boolean gone = false;
            List<SwarmEvent> after = new ArrayList<>();
            for (SwarmEvent event : growth.table.events(SwarmEvent.class)) {
                boolean isOfIt = event instanceof SwarmEvent.SignalDelivered it
                        && it.targetAgentId().equals("evolved-mediator-1");
                if (gone && isOfIt) {
                    after.add(event);
                }
                gone |= event instanceof SwarmEvent.AgentDissolved;
            }
            assertThat(gone).isTrue();
            assertThat(after).isEmpty();
            assertThat(turnsOf("evolved-mediator-1")).hasSize(1);
        }
    }

    @Test
    void aSwarmThatMayNotGrowHasNoReport() {
        SwarmResult result = SolveTestBed.solve(growth.config(EvolutionConfig.defaults(), growth.hiring(made -> made),
                List.of(missing(1, ROUNDS, "mediator")), talker("a")));

        assertThat(result.guidance().evolutionReport()).isEmpty();
        assertThat(growth.vacancies).isEmpty();
    }

    @Test
    void nobodyIsHiredForARoundThatDoesNotCome() {
        SwarmConfig config = growth.config(GROWING, growth.hiring(made -> made), List.of(missing(1, 2, "mediator")),
                talker("a"));
        SwarmResult result = SolveTestBed.solve(config.withLimits(config.limits().withMaxRounds(2)));

        assertThat(report(result)).isEqualTo(EvolutionReport.nothing());
    }

    @Test
    void comingAndGoingIsInTheJournal() {
        SolveTestBed.solve(growth.config(GROWING.withEvaluationWindow(1), growth.hiring(made -> made),
                List.of(missing(1, 2, "mediator")), talker("a")));

        assertThat(growth.table.logged()).map(entry -> entry.signal().type().text())
                .containsSubsequence("evolution:spawned", "evolution:dissolved");
    }

    @Test
    void theSameSwarmGrowsTheSameWayTwice() {
        assertThat(storyOfADebate()).isEqualTo(storyOfADebate())
                .contains("evolution:spawned(evolved-bridge-connector-1)");
    }

    /** Events of a debate with all lenses, in which only the drafts are scripted. */
    private static List<String> storyOfADebate() {
        GrowingSwarm own = new GrowingSwarm();
        Agent[] agents = {
            talker("a").says(1, proposes("p1")).says(2, votes(Stance.AGREE, "p2")),
            talker("b").says(1, proposes("p2")).says(2, votes(Stance.AGREE, "p1")).says(3,
                    votes(Stance.AGREE, "p2", 0.4)),
            talker("c").says(2, votes(Stance.AGREE, "p1", 0.3)), talker("d")};
        SwarmConfig config = own.config(GROWING, own.hiring(made -> made), MathConfig.defaults().lenses(), agents);
        SolveTestBed.solve(config.withMath(MathConfig.watching())
                .withConsensus(config.consensus().withMinVoters(9)));
        return own.table.story();
    }
}
