package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.StopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.evolution.Vacancy;
import dev.waggle.swarm.harness.MeteredHarness;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lenses;
import dev.waggle.swarm.lens.MathConfig;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.solve.Scripted.agent;
import static dev.waggle.swarm.solve.Scripted.finds;
import static dev.waggle.swarm.solve.Scripted.proposes;
import static dev.waggle.swarm.solve.Scripted.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How a swarm grows and shrinks in a solve. */
class EvolutionScenariosTest {

    private static final EvolutionConfig GROWING = EvolutionConfig.defaults().growing();
    private static final int ROUNDS = 12;

    private final Table table = new Table();
    private final Map<String, Scripted> hired = new LinkedHashMap<>();
    private final Queue<Vacancy> vacancies = new ConcurrentLinkedQueue<>();

    /** Whoever is looked for can be had, and says what this writes for it. */
    private AgentFactory hiring(UnaryOperator<Scripted> script) {
        return vacancy -> {
            vacancies.add(vacancy);
            Scripted made = script.apply(agent(vacancy.agentId()).as(_ -> vacancy.profile()));
            hired.put(vacancy.agentId(), made);
            return made;
        };
    }

    /** Talks in every round, so that there is one. */
    private static Scripted talker(String id) {
        Scripted talker = agent(id).listening(SignalType.TASK_NEW).unasked();
        IntStream.rangeClosed(1, ROUNDS).forEach(round -> talker.says(round, finds(id + " fact " + round)));
        return talker;
    }

    private SwarmConfig config(EvolutionConfig evolution, AgentFactory factory, List<? extends Lens<?>> lenses,
            Agent... agents) {
        SwarmConfig config = table.config(agents);
        return config.withMath(MathConfig.defaults().withLenses(lenses))
                .withLimits(Limits.defaults().withMaxRounds(ROUNDS))
                .withSteering(config.steering().withEvolution(evolution))
                .withPorts(config.ports().withAgents(factory));
    }

    private static GapLens missing(int from, int to, String... roles) {
        return new GapLens("scripted").misses(from, to, roles);
    }

    private static EvolutionReport report(SwarmResult result) {
        return result.evolutionReport().orElseThrow();
    }

    private List<Turn> turnsOf(String agent) {
        return Objects.requireNonNull(hired.get(agent), agent).turns();
    }

    private List<Integer> roundsWithReactionOf(String agent) {
        return table.events(SwarmEvent.AgentReacted.class).stream().map(SwarmEvent.AgentReacted::reaction)
                .filter(reaction -> reaction.agentId().equals(agent)).map(AgentReaction::round).toList();
    }

    @Test
    void j10ThreeDetectorsInRoundOneSpawnNobodyAndTheSameGapInRoundTwoSpawnsOne() {
        List<GapLens> three = IntStream.range(0, 3).mapToObj(lens -> new GapLens("lens-" + "abc".charAt(lens))
                .misses(1, 1, "lateral-thinker")).toList();
        SwarmResult once = Table.solve(config(GROWING, hiring(made -> made), three, talker("a")));
        assertThat(report(once)).isEqualTo(EvolutionReport.nothing());

        three.forEach(lens -> lens.misses(2, 2, "lateral-thinker"));
        SwarmResult twice = Table.solve(config(GROWING, hiring(made -> made), three, talker("a")));
        assertThat(report(twice).spawned()).containsExactly(new EvolutionReport.Spawned("evolved-lateral-thinker-1",
                "lateral-thinker", 2, "nobody is a lateral-thinker"));
    }

    @Test
    void j11NeverMoreThanThreeEvolvedAgentsAreActive() {
        GapLens four = missing(1, ROUNDS, "synthesizer", "lateral-thinker", "critical-challenger", "mediator");
        SwarmResult result = Table.solve(config(GROWING, hiring(made -> made), List.of(four), talker("a")));

        int active = 0;
        int most = 0;
        for (SwarmEvent event : table.events(SwarmEvent.class)) {
            active += event instanceof SwarmEvent.EvolutionSpawned ? 1 : 0;
            active -= event instanceof SwarmEvent.EvolutionDissolved ? 1 : 0;
            most = Math.max(most, active);
        }
        assertThat(most).isEqualTo(3);
        assertThat(report(result).activeEvolvedCount()).isEqualTo(active);
        assertThat(report(result).spawned()).hasSizeGreaterThan(3);
    }

    @Test
    void j12TheSilentOneIsDissolvedAfterItsWindowAndNeverReactsAgainAndTheProductiveOneStays() {
        AgentFactory factory = hiring(made -> {
            if (made.profile().id().equals("evolved-explorer-1")) {
                IntStream.rangeClosed(3, ROUNDS).forEach(round -> made.says(round, proposes("p" + round)));
            }
            return made;
        });
        SwarmResult result = Table.solve(config(GROWING, factory,
                List.of(missing(1, 2, "critical-challenger", "explorer")), talker("a")));

        assertThat(report(result).dissolved()).containsExactly(new EvolutionReport.Dissolved(
                "evolved-critical-challenger-1", 7,
                "its value is 0.00 after 5 rounds, threshold 0.50: 0 signals, 0 of use"));
        assertThat(roundsWithReactionOf("evolved-critical-challenger-1")).containsOnly(3, 4, 5, 6, 7);
        assertThat(roundsWithReactionOf("evolved-explorer-1")).contains(8, 9, 10, 11, 12);
        assertThat(report(result).activeEvolvedCount()).isEqualTo(1);
    }

    @Test
    void j13ADissolvedDomainIsFilledAgainOnlyAfterThreeRounds() {
        SwarmResult result = Table.solve(config(GROWING.withEvaluationWindow(2), hiring(made -> made),
                List.of(missing(1, ROUNDS, "mediator")), talker("a")));

        assertThat(report(result).spawned()).extracting(EvolutionReport.Spawned::round).containsExactly(2, 7);
        assertThat(report(result).spawned()).extracting(EvolutionReport.Spawned::agentId)
                .containsExactly("evolved-mediator-1", "evolved-mediator-2");
        assertThat(report(result).dissolved()).extracting(EvolutionReport.Dissolved::round).containsExactly(4, 9);
    }

    @Test
    void j14OfTwoEvolvedAgentsAndAnOriginalOneThatRepeatOthersOneEvolvedIsRemovedARound() {
        String words = "latency budget shards replicas failover backups migration downtime indexes queries";
        UnaryOperator<Scripted> parrot = made -> {
            IntStream.rangeClosed(1, ROUNDS).forEach(round -> made.says(round, finds(words)));
            return made.unasked();
        };
        SwarmResult result = Table.solve(config(GROWING.withMinValueForKeep(0), hiring(parrot),
                List.of(missing(1, 2, "explorer", "lateral-thinker"), Lenses.MUTUAL_INFORMATION),
                parrot.apply(agent("a")), parrot.apply(agent("b"))));

        assertThat(result.mathAnalysis().of(Lenses.MUTUAL_INFORMATION).orElseThrow().averageNMI())
                .isGreaterThan(0.8);
        assertThat(report(result).dissolved()).extracting(gone -> gone.round() + " " + gone.agentId())
                .containsExactly("4 evolved-explorer-1", "5 evolved-lateral-thinker-1");
        assertThat(roundsWithReactionOf("b")).hasSize(ROUNDS);
    }

    @Test
    void g6TheSpawnInTheStreamCarriesTheIdOfLaterReactions() {
        List<String> spawned = new ArrayList<>();
        List<String> reactedAfter = new ArrayList<>();
        try (Swarm swarm = new Swarm(config(GROWING, hiring(made -> made), List.of(missing(1, 2, "mediator")),
                talker("a"))); SwarmStream stream = swarm.stream(Table.TASK)) {
            for (SwarmEvent event : stream) {
                switch (event) {
                    case SwarmEvent.EvolutionSpawned it -> spawned.add(it.agentId() + " " + it.domain());
                    case SwarmEvent.AgentReacted it when !spawned.isEmpty() -> reactedAfter
                            .add(it.reaction().agentId());
                    default -> {
                    }
                }
            }
        }
        assertThat(spawned).containsExactly("evolved-mediator-1 mediator");
        assertThat(reactedAfter).contains("evolved-mediator-1");
        assertThat(hired.keySet()).containsExactly("evolved-mediator-1");
    }

    @Nested
    class ANewcomer {

        @Test
        void isToldTheQuestionAndWhatIsProposedAndTakesItsTurnInTheNextRound() {
            Table.solve(config(GROWING, hiring(made -> made), List.of(missing(1, 2, "mediator")),
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
            SwarmResult result = Table.solve(config(GROWING,
                    hiring(made -> made.says(3, votes(Stance.AGREE, "p1"))), List.of(missing(1, 2, "tie-breaker")),
                    talker("a").says(1, proposes("p1")),
                    agent("b").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1"))));

            assertThat(result.consensus().decided()).as("two votes, one of them the newcomer's").isTrue();
            assertThat(result.timing().roundsUsed()).isEqualTo(3);
            assertThat(result.agentContributions()).containsKey("evolved-tie-breaker-1");
            assertThat(result.agentContributions().keySet()).containsExactly("a", "b", "evolved-tie-breaker-1");
        }

        @Test
        void saysOnlyWhatItsPlaceAllows() {
            SwarmResult result = Table.solve(config(GROWING, hiring(made -> made.says(3, proposes("mine"))),
                    List.of(missing(1, 2, "vote-specialist")), talker("a")));

            assertThat(result.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.NOT_ALLOWED);
        }

        @Test
        @DisplayName("F25 the calls of newcomers are in the cost, also after they have left")
        void paysFromTheSamePurse() {
            ModelAgentConfig reading = ModelAgentConfig.of(_ -> JsonValue.of(Map.of("signals",
                    JsonValue.of(List.of(JsonValue.of(Map.of("type", JsonValue.of("discovery"), "confidence",
                            JsonValue.of(0.5), "content", JsonValue.of("a fact"))))))));
            SwarmResult result = Table.solve(config(GROWING.withEvaluationWindow(1),
                    new ModelAgentFactory(new MeteredHarness(new Hundred()), reading),
                    List.of(missing(1, 2, "mediator")), talker("a")));

            assertThat(report(result).dissolved()).hasSize(1);
            assertThat(result.signalLog()).filteredOn(
                    signal -> signal.source().label().equals("evolved-mediator-1")).hasSize(1);
            assertThat(result.cost().tokens()).isEqualTo(100);
            assertThat(result.cost().byPayer()).containsKey("evolved-mediator-1");
        }

        @Test
        void thatHasLeftHearsNothing() {
            Table.solve(config(GROWING.withEvaluationWindow(1), hiring(made -> made.unasked().says(ROUNDS)),
                    List.of(missing(1, 2, "mediator")), talker("a")));

            boolean gone = false;
            List<SwarmEvent> after = new ArrayList<>();
            for (SwarmEvent event : table.events(SwarmEvent.class)) {
                boolean isOfIt = event instanceof SwarmEvent.SignalDelivered it
                        && it.targetAgentId().equals("evolved-mediator-1");
                if (gone && isOfIt) {
                    after.add(event);
                }
                gone |= event instanceof SwarmEvent.EvolutionDissolved;
            }
            assertThat(gone).isTrue();
            assertThat(after).isEmpty();
            assertThat(turnsOf("evolved-mediator-1")).hasSize(1);
        }
    }

    @Nested
    class AFactory {

        @Test
        void thatThrowsIsAnErrorInTheLogAndTheSolveGoesOn() {
            AgentFactory broken = vacancy -> {
                throw new IllegalStateException("nobody wants to be a " + vacancy.domain());
            };
            SwarmResult result = Table.solve(config(GROWING, broken, List.of(missing(1, 5, "mediator")), talker("a")));

            assertThat(result.failures()).extracting(failure -> failure.round() + " " + failure.context() + " "
                    + failure.message()).containsExactly(
                            "2 agent.evolved-mediator-1.hire nobody wants to be a mediator",
                            "5 agent.evolved-mediator-2.hire nobody wants to be a mediator");
            assertThat(result.ending()).isEqualTo(Ending.MAX_ROUNDS);
            assertThat(report(result)).isEqualTo(EvolutionReport.nothing());
            assertThat(table.events(SwarmEvent.EvolutionSpawned.class)).isEmpty();
            assertThat(result.agentContributions()).containsOnlyKeys("a");
        }

        @Test
        void thatHiresSomebodyElseIsRefused() {
            assertThat(failureWith(vacancy -> agent("a"))).contains("hired agent \"a\"", "\"evolved-mediator-1\"");
            assertThat(failureWith(vacancy -> agent("x").as(_ -> vacancy.profile().withWeight(9))))
                    .contains("of weight 9.0");
            assertThat(failureWith(vacancy -> agent("x").as(_ -> vacancy.profile().emitting(Set.of()))))
                    .contains("may say []");
            assertThat(failureWith(vacancy -> agent("x")
                    .as(_ -> vacancy.profile().emitting(Set.of(SignalType.ESCALATE))))).contains("may say [escalate]");
        }

        @Test
        @SuppressWarnings("NullAway") // It is what a factory must not do.
        void thatHiresNobodyIsRefused() {
            assertThat(failureWith(vacancy -> null)).contains("hired nobody");
        }

        @Test
        void thatHangsIsCutOffWhenTheTimeIsUp() throws Exception {
            CountDownLatch asked = new CountDownLatch(1);
            AgentFactory stuck = vacancy -> {
                asked.countDown();
                new CountDownLatch(1).await();
                throw new IllegalStateException("unreachable");
            };
            SwarmConfig config = config(GROWING, stuck, List.of(missing(1, 2, "mediator")), talker("a"));
            try (Swarm swarm = new Swarm(config)) {
                CompletableFuture<SwarmResult> solving = Table.solving(swarm);
                asked.await();
                table.runOut(config.limits());

                assertThat(solving.get().ending()).isEqualTo(Ending.TIMEOUT);
                assertThat(solving.get().failures()).extracting(AgentFailure::message)
                        .containsExactly("no answer before the time was up");
            }
        }

        @Test
        void isNeededWhereASwarmIsToGrow() {
            SwarmConfig alone = table.config(talker("a"));
            SwarmConfig growing = alone.withSteering(alone.steering().withEvolution(GROWING));

            assertThatThrownBy(() -> new Swarm(growing)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nobody makes the agents\nMaybe Ports.withAgents");
            assertThatThrownBy(() -> new Swarm(config(GROWING, hiring(made -> made), List.of(), talker("a"))))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no lens");
        }

        private String failureWith(AgentFactory factory) {
            SwarmResult result = Table.solve(config(GROWING, factory, List.of(missing(1, 2, "mediator")), talker("a")));
            assertThat(report(result).spawned()).isEmpty();
            return result.failures().getFirst().message();
        }
    }

    @Test
    void aSwarmThatMayNotGrowHasNoReport() {
        SwarmResult result = Table.solve(config(EvolutionConfig.defaults(), hiring(made -> made),
                List.of(missing(1, ROUNDS, "mediator")), talker("a")));

        assertThat(result.evolutionReport()).isEmpty();
        assertThat(vacancies).isEmpty();
    }

    @Test
    void nobodyIsHiredForARoundThatDoesNotCome() {
        SwarmConfig config = config(GROWING, hiring(made -> made), List.of(missing(1, 2, "mediator")), talker("a"));
        SwarmResult result = Table.solve(config.withLimits(config.limits().withMaxRounds(2)));

        assertThat(report(result)).isEqualTo(EvolutionReport.nothing());
    }

    @Test
    void comingAndGoingIsInTheJournal() {
        Table.solve(config(GROWING.withEvaluationWindow(1), hiring(made -> made),
                List.of(missing(1, 2, "mediator")), talker("a")));

        assertThat(table.logged()).map(entry -> entry.signal().type().text())
                .containsSubsequence("evolution:spawned", "evolution:dissolved");
    }

    @Test
    void theSameSwarmGrowsTheSameWayTwice() {
        assertThat(storyOfADebate()).isEqualTo(storyOfADebate())
                .contains("evolution:spawned(evolved-bridge-connector-1)");
    }

    /** All lenses, and nothing scripted but what is said. */
    private static List<String> storyOfADebate() {
        EvolutionScenariosTest own = new EvolutionScenariosTest();
        Agent[] agents = {
            talker("a").says(1, proposes("p1")).says(2, votes(Stance.AGREE, "p2")),
            talker("b").says(1, proposes("p2")).says(2, votes(Stance.AGREE, "p1")).says(3,
                    votes(Stance.AGREE, "p2", 0.4)),
            talker("c").says(2, votes(Stance.AGREE, "p1", 0.3)), talker("d")};
        SwarmConfig config = own.config(GROWING, own.hiring(made -> made), MathConfig.defaults().lenses(), agents);
        Table.solve(config.withMath(MathConfig.watching())
                .withConsensus(config.consensus().withMinVoters(9)));
        return own.table.story();
    }

    /** A model that answers anything for a hundred tokens. */
    private static final class Hundred implements Harness {

        @Override
        public String type() {
            return "scripted";
        }

        @Override
        public String displayName() {
            return "scripted";
        }

        @Override
        public HarnessCapabilities capabilities() {
            return new HarnessCapabilities(true, false, false, false);
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException {
            return HarnessRun.of(this, input, context, run -> new HarnessOutput("{}", List.of(), null,
                    new TokenUsage(60, 40, 100), StopReason.END));
        }
    }
}
