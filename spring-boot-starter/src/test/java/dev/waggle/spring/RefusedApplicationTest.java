package dev.waggle.spring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.setup.SwarmSetup;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.spring.property.RefusedSettingAnalyzer;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.spring.run.SolveResumption;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static dev.waggle.spring.ApplicationBed.APPLICATION;
import static dev.waggle.spring.ApplicationBed.voter;
import static org.assertj.core.api.Assertions.assertThat;

/** Applications with wrong values, with beans of their own in odd numbers, and that end in the middle of a solve. */
class RefusedApplicationTest {

    private static final ApplicationContextRunner WITH_AGENT = APPLICATION.withBean(Agent.class, () -> voter("ada"));

    @TempDir
    Path folder;

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private static Swarm ownSwarm(String agent) {
        return new Swarm(SwarmConfig.of(List.of(voter(agent))));
    }

    @Test
    void aWrongValueIsReportedWithItsKeyAndItsRemedy() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, String> wrong = Map.of("waggle.dashboard.port=-1", "waggle.dashboard.port",
                    "waggle.dashboard.port=70000", "waggle.dashboard.port",
                    "waggle.dashboard.port=" + taken.getLocalPort(), "waggle.dashboard.port",
                    "waggle.data=" + file, "waggle.data",
                    "waggle.template=no-such-one", "waggle.template",
                    "waggle.seats[0].id=zoe", "waggle.seats[0]");
            wrong.forEach((value, key) -> WITH_AGENT.withPropertyValues("waggle.data=" + folder.resolve("data"),
                    "waggle.dashboard.enabled=true", value).run(refused -> {
                        assertThat(refused).as(value).hasFailed();
                        FailureAnalysis analysis = new RefusedSettingAnalyzer()
                                .analyze(Objects.requireNonNull(refused.getStartupFailure()));
                        assertThat(analysis).as(value + ": " + refused.getStartupFailure()).isNotNull();
                        assertThat(analysis.getDescription()).contains(key);
                        assertThat(analysis.getAction()).isNotBlank();
                    }));
        }
    }

    @Test
    void aWrongModelIsReportedWithItsRemedy() {
        for (List<String> values : List.of(List.of("waggle.models=nobody:knows-it"), List.of("waggle.models=openai"),
                List.of("waggle.models=openai:gpt-5-mini"), List.of("waggle.models=bean:none"),
                List.of("waggle.models=ollama:llama3.2", "waggle.models-file=" + folder.resolve("absent.yaml")))) {
            APPLICATION.withPropertyValues(values.toArray(String[]::new))
                    .withPropertyValues("waggle.environment.OPENAI_API_KEY=").run(refused -> {
                        assertThat(refused).as(values.toString()).hasFailed();
                        FailureAnalysis analysis = new RefusedSettingAnalyzer()
                                .analyze(Objects.requireNonNull(refused.getStartupFailure()));
                        assertThat(analysis).as(values + ": " + refused.getStartupFailure()).isNotNull();
                        assertThat(analysis.getAction()).isNotBlank();
                    });
        }
    }

    @Test
    void aSwarmOfTheApplicationNeedsNoModelOfOurs() {
        APPLICATION.withBean(Swarm.class, () -> ownSwarm("own"))
                .withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=true")
                .run(application -> assertThat(application).hasNotFailed().hasSingleBean(Swarm.class)
                        .doesNotHaveBean(SwarmConfig.class).doesNotHaveBean(DashboardServer.class)
                        .doesNotHaveBean(SolveResumption.class));
    }

    @Test
    void aBeanOfTheApplicationMayHaveTheNameOfAPart() {
        WITH_AGENT.withBean("swarm", String.class, () -> "bees").withBean("memory", String.class, () -> "short")
                .run(application -> assertThat(application).hasNotFailed().hasSingleBean(Swarm.class));
    }

    @Test
    void twoSwarmsLiveInOneApplication() {
        APPLICATION.withBean("left", Swarm.class, () -> ownSwarm("left"))
                .withBean("right", Swarm.class, () -> ownSwarm("right"))
                .withPropertyValues("waggle.data=" + folder).run(application -> {
                    assertThat(application).hasNotFailed();
                    assertThat(application.getBean("left", Swarm.class).solve("Shard?").answer())
                            .isEqualTo(application.getBean("right", Swarm.class).solve("Shard?").answer());
                });
    }

    @Test
    void aSwitchedOffStarterLeavesTheSwarmOfTheApplicationAlone() {
        APPLICATION.withBean(Swarm.class, () -> ownSwarm("own"))
                .withPropertyValues("waggle.enabled=false", "waggle.dashboard.enabled=true", "waggle.data=" + folder,
                        "waggle.resume=on-start")
                .run(application -> assertThat(application).hasNotFailed().hasSingleBean(Swarm.class)
                        .doesNotHaveBean(SwarmSetup.class));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anApplicationThatEndsCancelsItsSolvesAndFreesItsFolder(boolean hasPages) throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        AtomicReference<SwarmResult> result = new AtomicReference<>();
        Thread[] solving = new Thread[1];
        APPLICATION.withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=" + hasPages)
                .withBean("slow", Agent.class, () -> Agent.of("slow", turn -> {
                    asked.countDown();
                    new CountDownLatch(1).await();
                    return List.of();
                })).run(application -> {
                    Swarm swarm = application.getBean(Swarm.class);
                    solving[0] = Thread.ofVirtual().start(() -> result.set(swarm.solve("Shard?")));
                    assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
                });
        solving[0].join();

        assertThat(result.get().ending().wireName()).containsIgnoringCase("cancel");
        WITH_AGENT.withPropertyValues("waggle.data=" + folder).run(later -> {
            assertThat(later).hasNotFailed();
            assertThat(later.getBean(SolveResumption.class).unfinished()).isEmpty();
        });
        assertThat(folder.resolve("answers")).doesNotExist();
    }

    @Test
    void keysOfModelsAreNotInTheTextOfTheProperties() {
        WITH_AGENT.withPropertyValues("waggle.environment.OPENAI_API_KEY=sk-test-secret")
                .run(application -> assertThat(application.getBean(WaggleProperties.class)).asString()
                        .doesNotContain("sk-test-secret"));
    }
}
