package dev.waggle.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.spring.run.SolveResumption;
import dev.waggle.spring.run.StartupResumption;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ConfidenceWeightedStrategy;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.VoteTally;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static dev.waggle.spring.ApplicationBed.voter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Solves of an application that go on after an interruption. */
class ResumptionTest {

    private static final String QUESTION = "Shard the database or buy time?";
    private static final int MOST_ANSWERS = 5;

    /** Name of a file that is not there, so that the properties of another application are not read. */
    private static final String OWN = "--spring.config.name=none";

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner().withConfiguration(
            AutoConfigurations.of(WaggleAutoConfiguration.class, WaggleResumptionAutoConfiguration.class));

    @TempDir
    Path folder;

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private ApplicationContextRunner stored() {
        return APPLICATION.withPropertyValues("waggle.data=" + folder);
    }

    private ApplicationContextRunner withPerson() {
        return stored().withBean(Agent.class, () -> voter("ada")).withPropertyValues("waggle.seats[0].id=zoe",
                "waggle.seats[0].answers=later", "waggle.seats[0].deadline=3d");
    }

    @Test
    void aSolveThatWaitsForAPersonGoesOnInALaterApplication() {
        AtomicReference<SwarmResult> result = new AtomicReference<>();
        withPerson().run(first -> result.set(first.getBean(Swarm.class).solve(QUESTION)));
        String run = result.get().solveId();
        assertThat(result.get().openSeats()).isNotEmpty();

        withPerson().run(second -> {
            SolveResumption resumption = second.getBean(SolveResumption.class);
            assertThat(resumption.unfinished()).containsExactly(run);
            assertThat(resumption.resume(run).openSeats()).isNotEmpty();

            for (int i = 0; i < MOST_ANSWERS && !result.get().openSeats().isEmpty(); i++) {
                for (SeatRequest request : result.get().openSeats()) {
                    var _ = request.answer(second.getBean(SeatAnswers.class), "zoe",
                            List.of(i == 0 ? "find 0.8 it doubles" : "vote shard agree 0.9 it doubles"));
                }
                result.set(resumption.resume(run));
            }

            assertThat(result.get().openSeats()).isEmpty();
            assertThat(result.get().answer()).isEqualTo("Shard by tenant");
            assertThat(resumption.unfinished()).isEmpty();
            assertThat(resumption.resume(run).answer()).isEqualTo("Shard by tenant");
        });
        assertThat(folder.resolve("answers")).doesNotExist();
    }

    @Test
    void answersAreOnTheDiskWhileTheirSolveRuns() {
        AtomicReference<Boolean> seen = new AtomicReference<>(false);
        stored().withBean(Agent.class, () -> Agent.of("ada", turn -> {
            if (turn.round() > 1) {
                seen.set(Files.isDirectory(folder.resolve("answers")));
                return List.of(Draft.vote("shard", Stance.AGREE, 0.9));
            }
            return List.of(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8));
        })).withBean("other", Agent.class, () -> Agent.of("zoe", turn -> turn.round() > 1
                ? List.of(Draft.vote("shard", Stance.AGREE, 0.9))
                : List.of(Draft.of(new Payload.Discovery("the load doubles", null, 0.5), 0.9))))
                .run(application -> assertThat(application.getBean(Swarm.class).solve(QUESTION).failures()).isEmpty());

        assertThat(seen.get()).isTrue();
        assertThat(folder.resolve("answers")).doesNotExist();
    }

    @Test
    void aRunWithAStrategyOfTheApplicationGoesOn() {
        ConsensusStrategy usual = new ConfidenceWeightedStrategy();
        ConsensusStrategy house = new ConsensusStrategy() {
            @Override
            public String id() {
                return "house";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                return usual.evaluate(tally, rule);
            }
        };
        ApplicationContextRunner application = withPerson().withBean(SwarmCustomizer.class,
                () -> config -> config.withConsensus(config.consensus().withStrategy(house)));
        AtomicReference<String> run = new AtomicReference<>();
        application.run(first -> run.set(first.getBean(Swarm.class).solve(QUESTION).solveId()));

        application.run(second -> {
            SolveResumption resumption = second.getBean(SolveResumption.class);
            assertThat(resumption.unfinished()).containsExactly(run.get());
            assertThat(resumption.resume(run.get()).openSeats()).isNotEmpty();
        });
    }

    @Test
    void aRunThatIsNotTheApplicationsIsRefused() {
        withPerson().run(application -> {
            SolveResumption resumption = application.getBean(SolveResumption.class);
            assertThatThrownBy(() -> resumption.resume("solve-7")).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("solve-7").hasMessageContaining("Maybe");
            assertThatThrownBy(() -> resumption.resume("../other")).isInstanceOf(IllegalArgumentException.class);

            SwarmConfig foreign = application.getBean(SwarmConfig.class)
                    .withSetup(new JsonValue.Obj(Map.of("command", JsonValue.of("solve"))));
            try (Swarm other = new Swarm(foreign)) {
                String run = other.solve(QUESTION).solveId();
                assertThat(resumption.unfinished()).isEmpty();
                assertThatThrownBy(() -> resumption.resume(run)).isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("waggle resume");
            }
        });
    }

    @Test
    void aRunOfOtherAgentsIsRefusedAndStaysAsItIs() {
        AtomicReference<String> run = new AtomicReference<>();
        withPerson().run(first -> run.set(first.getBean(Swarm.class).solve(QUESTION).solveId()));

        stored().withBean(Agent.class, () -> voter("eve")).run(changed -> {
            SolveResumption resumption = changed.getBean(SolveResumption.class);
            assertThatThrownBy(() -> resumption.resume(run.get())).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another configuration");
            assertThat(resumption.unfinished()).containsExactly(run.get());
        });
    }

    @Test
    void aRunKeepsItsMemoryOrTheLackOfOne() {
        AtomicReference<String> without = new AtomicReference<>();
        AtomicReference<String> with = new AtomicReference<>();
        withPerson().withPropertyValues("waggle.memory.use=none")
                .run(first -> without.set(first.getBean(Swarm.class).solve(QUESTION).solveId()));
        withPerson().run(second -> {
            with.set(second.getBean(Swarm.class).solve(QUESTION).solveId());
            assertThat(second.getBean(SolveResumption.class).resume(without.get()).openSeats()).isNotEmpty();
        });
        withPerson().withPropertyValues("waggle.memory.use=none").run(third -> assertThat(
                third.getBean(SolveResumption.class).resume(with.get()).openSeats()).isNotEmpty());
    }

    /** The resumption is there before the pages, so that Spring closes it after them. */
    @Test
    void aResumedSolveIsCancelledBeforeThePagesCloseTheLog() throws InterruptedException {
        AtomicReference<SwarmResult> result = new AtomicReference<>();
        withPerson().withPropertyValues("waggle.memory.use=none")
                .run(first -> result.set(first.getBean(Swarm.class).solve(QUESTION)));
        CountDownLatch asked = new CountDownLatch(1);
        Thread[] solving = new Thread[1];
        stored().withConfiguration(AutoConfigurations.of(WaggleDashboardAutoConfiguration.class))
                .withUserConfiguration(EarlyResumption.class)
                .withBean(Agent.class, () -> Agent.of("ada", turn -> {
                    asked.countDown();
                    new CountDownLatch(1).await();
                    return List.of();
                })).withPropertyValues("waggle.seats[0].id=zoe", "waggle.seats[0].answers=later",
                        "waggle.seats[0].deadline=3d", "waggle.dashboard.enabled=true")
                .run(second -> {
                    for (SeatRequest request : result.get().openSeats()) {
                        var _ = request.answer(second.getBean(SeatAnswers.class), "zoe",
                                List.of("find 0.8 it doubles"));
                    }
                    SolveResumption resumption = second.getBean(SolveResumption.class);
                    String run = result.get().solveId();
                    solving[0] = Thread.ofVirtual().start(() -> result.set(resumption.resume(run)));
                    assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
                });
        solving[0].join();

        assertThat(result.get().ending().wireName()).containsIgnoringCase("cancel");
    }

    @Configuration(proxyBeanMethods = false)
    static class EarlyResumption {

        @Bean
        String early(SolveResumption resumption) {
            return resumption.unfinished().getFirst();
        }
    }

    @Test
    void aRunningSolveIsNoInterruptedOne() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        stored().withBean(Agent.class, () -> Agent.of("ada", turn -> {
            asked.countDown();
            go.await();
            return List.of();
        })).run(application -> {
            Thread solving = Thread.ofVirtual()
                    .start(() -> application.getBean(Swarm.class).solve(QUESTION));
            assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();

            assertThat(application.getBean(SolveResumption.class).unfinished()).isEmpty();
            go.countDown();
            solving.join();
        });
    }

    @Test
    void resumptionNeedsADataFolder() {
        ApplicationContextRunner plain = APPLICATION.withBean(Agent.class, () -> voter("ada"));
        plain.run(application -> assertThat(application).hasNotFailed().doesNotHaveBean(SolveResumption.class)
                .doesNotHaveBean(StartupResumption.class));
        plain.withPropertyValues("waggle.resume=never").run(application -> assertThat(application).hasNotFailed()
                .doesNotHaveBean(StartupResumption.class));
        for (String value : List.of("on-start", "ON_START")) {
            plain.withPropertyValues("waggle.resume=" + value).run(refused -> assertThat(refused).hasFailed()
                    .getFailure().rootCause().hasMessageContaining("waggle.resume")
                    .hasMessageContaining("waggle.data"));
        }
        plain.withPropertyValues("waggle.resume=sometimes")
                .run(refused -> assertThat(refused).hasFailed().getFailure().hasStackTraceContaining("waggle.resume"));
    }

    @Test
    void aSolveThatACrashInterruptedGoesOnAtTheStart() throws IOException {
        Path turns = folder.resolve("turns.txt");
        String data = "--waggle.data=" + folder.resolve("data");
        List<String> killed = ApplicationProcess.run(InterruptedApplication.class, _ -> true,
                line -> line.contains(InterruptedApplication.HANGS), "--server.port=0", OWN, "--turns=" + turns, data,
                "--asks=true", "--hangs=true");
        assertThat(killed).isNotEmpty();
        assertThat(Files.readAllLines(turns)).contains("zoe 2");

        List<String> resumed = ApplicationProcess.run(InterruptedApplication.class, _ -> true,
                line -> line.contains("the resumed solve"), "--server.port=0", OWN, "--turns=" + turns, data,
                "--waggle.resume=on-start");

        assertThat(resumed.getLast()).contains("ended: ").contains("Shard the database by tenant");
        // The answers of the first round are in the log, and the turn that hung is repeated.
        List<String> all = Files.readAllLines(turns);
        assertThat(Collections.frequency(all, "ada 1")).isEqualTo(1);
        assertThat(Collections.frequency(all, "zoe 1")).isEqualTo(1);
        assertThat(Collections.frequency(all, "zoe 2")).isEqualTo(2);
        stored().withPropertyValues("waggle.data=" + folder.resolve("data"))
                .withBean(Agent.class, () -> voter("ada"))
                .run(later -> assertThat(later.getBean(SolveResumption.class).unfinished()).isEmpty());
    }
}
