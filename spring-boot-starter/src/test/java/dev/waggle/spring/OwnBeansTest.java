package dev.waggle.spring;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.folder.AnswerFolder;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.world.World;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.spring.memory.MemoryResource;
import dev.waggle.spring.run.SolveResumption;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.template.Templates;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static dev.waggle.spring.ApplicationBed.APPLICATION;
import static dev.waggle.spring.ApplicationBed.voter;
import static org.assertj.core.api.Assertions.assertThat;

/** Beans of the application in place of ours: each row of the first table of docs/spring-boot.md. */
class OwnBeansTest {

    private static final ApplicationContextRunner WITH_AGENT = APPLICATION.withBean("ada", Agent.class,
            () -> voter("ada"));

    @TempDir
    Path folder;

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private ApplicationContextRunner stored() {
        return WITH_AGENT.withPropertyValues("waggle.data=" + folder);
    }

    /** The model of the properties is not looked at, although its key is missing. */
    @Test
    void aSwarm() {
        APPLICATION.withBean(Swarm.class, () -> new Swarm(SwarmConfig.of(List.of(voter("own")))))
                .withPropertyValues("waggle.models=openai:gpt-5-mini", "waggle.environment.OPENAI_API_KEY=",
                        "waggle.data=" + folder, "waggle.dashboard.enabled=true")
                .run(application -> {
                    assertThat(application).hasNotFailed().hasSingleBean(Swarm.class)
                            .doesNotHaveBean(SwarmConfig.class).doesNotHaveBean(DashboardServer.class)
                            .doesNotHaveBean(SolveResumption.class);
                    assertThat(application.getBean(Swarm.class).solve("Shard?").answer()).isNotBlank();
                });
    }

    @Test
    void aSwarmConfig() {
        SwarmConfig own = SwarmConfig.of(List.of(voter("own")));
        APPLICATION.withBean(SwarmConfig.class, () -> own).run(application -> {
            assertThat(application).hasNotFailed().getBean(SwarmConfig.class).isSameAs(own);
            assertThat(application.getBean(Swarm.class).solve("Shard?").answer()).isNotBlank();
        });
    }

    @Test
    void aSwarmSetup() {
        SwarmSetup own = SwarmSetup.of(Templates.builtIn().getLast());
        APPLICATION.withBean(SwarmSetup.class, () -> own)
                .withBean("mine", Harness.class, () -> ScriptedModel.named("mine").when(request -> true)
                        .answers(ScriptedReply.votes("shard", Stance.AGREE)))
                .run(application -> {
                    SwarmConfig config = application.getBean(SwarmConfig.class);
                    assertThat(config.agents()).hasSameSizeAs(own.team());
                    assertThat(config.limits().maxRounds()).isEqualTo(own.rules().limits().maxRounds());
                });
    }

    @Test
    void aSignalService() {
        WITH_AGENT.withBean(SignalService.class,
                () -> SignalService.open(folder, SignalServiceConfig.defaults(), World.system())).run(application -> {
                    String run = application.getBean(Swarm.class).solve("Shard?").solveId();

                    assertThat(application.getBean(SignalService.class).log().entriesOf(run)).isNotEmpty();
                    assertThat(application.getBean(SignalService.class).inboxes().isKnown("ada")).isTrue();
                });
    }

    @Test
    void aJournalWithoutADataFolder() {
        WITH_AGENT.withBean(Journal.class, MemoryJournal::new).run(application -> {
            String run = application.getBean(Swarm.class).solve("Shard?").solveId();

            assertThat(application.getBean(Journal.class).entriesOf(run)).isNotEmpty();
        });
    }

    @Test
    void aJournalBesideADataFolder() {
        stored().withBean(Journal.class, MemoryJournal::new).run(application -> {
            String run = application.getBean(Swarm.class).solve("Shard?").solveId();

            assertThat(application.getBean(Journal.class).entriesOf(run)).isNotEmpty();
            assertThat(application.getBean(SignalService.class).log().entriesOf(run)).isEmpty();
            assertThat(application.getBean(SignalService.class).inboxes().isKnown("ada")).isTrue();
        });
    }

    @Test
    void thePrimaryJournalOfSeveral() {
        WITH_AGENT.withBean("plain", Journal.class, MemoryJournal::new)
                .withBean("first", Journal.class, MemoryJournal::new, bean -> bean.setPrimary(true))
                .run(application -> {
                    String run = application.getBean(Swarm.class).solve("Shard?").solveId();

                    assertThat(application.getBean("first", Journal.class).entriesOf(run)).isNotEmpty();
                    assertThat(application.getBean("plain", Journal.class).entriesOf(run)).isEmpty();
                });
    }

    @Test
    void seatAnswersAndTheFoldersOfAnswersAndOutcomes() {
        Path elsewhere = folder.resolve("elsewhere");
        SeatAnswers seats = FileSeatAnswers.open(elsewhere, World.system());
        stored().withBean(SeatAnswers.class, () -> seats)
                .withBean(AnswerFolder.class, () -> new AnswerFolder(elsewhere))
                .withBean(OutcomeFolder.class, () -> OutcomeFolder.open(elsewhere, World.system()))
                .run(application -> {
                    SolveStorage storage = application.getBean(SolveStorage.class);
                    assertThat(storage.answers()).containsSame(application.getBean(AnswerFolder.class));
                    assertThat(storage.outcomes()).containsSame(application.getBean(OutcomeFolder.class));
                    assertThat(storage.seats()).containsSame(seats);
                });
    }

    @Test
    void aMemoryResource() {
        stored().withBean(MemoryResource.class, () -> MemoryResource.NONE).run(application -> {
            var _ = application.getBean(Swarm.class).solve("Shard?");

            assertThat(folder.resolve("memory")).doesNotExist();
        });
    }

    @Test
    void aSolveResumption() {
        SwarmConfig config = SwarmConfig.of(List.of(voter("own")));
        try (SignalService other = SignalService.open(folder.resolve("other"), SignalServiceConfig.defaults(),
                World.system()); Swarm swarm = new Swarm(config)) {
            stored().withBean("mine", SolveResumption.class, () -> new SolveResumption(swarm, config, other.log()))
                    .run(application -> assertThat(application).hasNotFailed().getBean(SolveResumption.class)
                            .isSameAs(application.getBean("mine")));
        }
    }

    @Test
    void aCircuitBreakerRegistry() {
        CircuitBreakerRegistry own = new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system());
        APPLICATION.withBean(CircuitBreakerRegistry.class, () -> own)
                .withBean("mine", Harness.class, () -> ScriptedModel.named("mine"))
                .run(application -> assertThat(own.all()).extracting(CircuitBreaker::endpoint)
                        .containsExactly("bean:mine"));
    }
}
