package dev.waggle.spring;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.WaggleServer;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.spring.actuate.SwarmHealthIndicator;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.testing.ScriptedModel;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Health, metrics, traces and pages, each where its library is. */
class OptionalPartsTest {

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class,
                    WaggleActuatorAutoConfiguration.class, WaggleTracingAutoConfiguration.class,
                    WaggleDashboardAutoConfiguration.class))
            .withBean(Agent.class, () -> ApplicationBed.voter("ada"));

    @TempDir
    Path folder;

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    @Test
    void theSwarmIsHealthyWhileItsLogIsWritten() {
        APPLICATION.withPropertyValues("waggle.data=" + folder).run(application -> assertThat(
                application.getBean(SwarmHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP));
        APPLICATION.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(application -> assertThat(application).hasNotFailed()
                        .doesNotHaveBean(SwarmHealthIndicator.class));
    }

    @Test
    void theSwarmIsDownWhenItsLogCannotBeWritten() {
        APPLICATION.withPropertyValues("waggle.data=" + folder).run(application -> {
            // A folder at the place of the probe: it cannot be written there, as on a full disk.
            Path obstacle = Files.createDirectory(folder.resolve("health.probe"));
            SwarmHealthIndicator indicator = application.getBean(SwarmHealthIndicator.class);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);

            Files.delete(obstacle);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            assertThat(folder.resolve("health.probe")).doesNotExist();
        });
    }

    @Test
    void pagesAreServedBesideTheDeveloperToolsUnlessTheyAreSwitchedOff() {
        ApplicationContextRunner developing = APPLICATION.withClassLoader(new DeveloperTools());
        developing.withPropertyValues("waggle.data=" + folder)
                .run(application -> assertThat(application).hasSingleBean(DashboardServer.class));
        developing.run(application -> assertThat(application).hasNotFailed().doesNotHaveBean(DashboardServer.class));
        developing.withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=false")
                .run(application -> assertThat(application).doesNotHaveBean(DashboardServer.class));
        APPLICATION.withPropertyValues("waggle.data=" + folder)
                .run(application -> assertThat(application).doesNotHaveBean(DashboardServer.class));
    }

    /** Class path with the class by which the developer tools are known. */
    private static final class DeveloperTools extends ClassLoader {

        private static final String RESTARTER = "org.springframework.boot.devtools.restart.Restarter";

        DeveloperTools() {
            super(OptionalPartsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(RESTARTER)) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = ClassFile.of().build(ClassDesc.of(name), _ -> {
            });
            return defineClass(name, code, 0, code.length);
        }
    }

    @Test
    void aSolveIsCountedInTheRegistryOfTheApplication() {
        APPLICATION.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(application -> {
            var _ = application.getBean(Swarm.class).solve("Shard or buy time?");

            assertThat(application.getBean(MeterRegistry.class).find("waggle.solve.count").counter()).isNotNull()
                    .satisfies(counter -> assertThat(counter.count()).isEqualTo(1));
        });
        APPLICATION.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(application -> assertThat(application).hasNotFailed());
    }

    @Test
    void breakersAndInboxesAreGaugesUntilTheApplicationEnds() {
        MockClock clock = new MockClock();
        SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
        APPLICATION.withPropertyValues("waggle.data=" + folder)
                .withInitializer(application -> ((GenericApplicationContext) application)
                        .registerBean(MeterRegistry.class, () -> registry, bean -> bean.setDestroyMethodName("")))
                .run(application -> {
                    CircuitBreaker breaker = application.getBean(CircuitBreakerRegistry.class).of("openai");
                    SignalService signals = application.getBean(SignalService.class);
                    signals.inboxes().subscribe(SubscriptionRequest.of("eve", "deploy:*"));
                    var _ = signals.generate("deploy:done"); // The first entry shows the breaker, too.
                    clock.add(Duration.ofSeconds(1));
                    assertThat(registry.get("waggle.inbox.depth").tag("gen_ai.agent.id", "ada").gauge().value())
                            .isZero(); // It finds the other inbox.
                    Gauge state = registry.get("waggle.breaker.state").tag("waggle.endpoint", "openai").gauge();
                    Gauge depth = registry.get("waggle.inbox.depth").tag("gen_ai.agent.id", "eve").gauge();
                    assertThat(state.value()).isZero();
                    assertThat(depth.value()).isEqualTo(1);

                    var _ = signals.generate("deploy:done");
                    open(breaker);
                    clock.add(Duration.ofSeconds(1));

                    assertThat(state.value()).isEqualTo(2);
                    assertThat(depth.value()).isEqualTo(2);
                    assertThat(registry.getMeters()).extracting(meter -> meter.getId().getName())
                            .doesNotContain("waggle.breaker.state.series", "waggle.inbox.depth.series");
                });

        assertThat(registry.find("waggle.breaker.state").gauges()).isEmpty();
        assertThat(registry.find("waggle.inbox.depth").gauges()).isEmpty();
    }

    private static void open(CircuitBreaker breaker) {
        while (breaker.phase() == CircuitBreaker.Phase.CLOSED) {
            ((CircuitBreaker.Permit) breaker.acquire())
                    .failed(HarnessException.of(HarnessFailure.Kind.UNREACHABLE, "away").failure());
        }
    }

    @Test
    void metricsGoToThePrimaryRegistryAndTracesToThePrimaryTracer() {
        APPLICATION.withBean("push", MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean("all", MeterRegistry.class, SimpleMeterRegistry::new, bean -> bean.setPrimary(true))
                .withBean("silent", SpanTracer.class, () -> SpanTracer.NONE)
                .withBean("used", SpanTracer.class, HeaderTracer::new, bean -> bean.setPrimary(true))
                .withBean("mine", Harness.class, () -> ScriptedModel.named("mine"))
                .withPropertyValues("waggle.agents[0].id=bob").run(application -> {
                    var _ = application.getBean(Swarm.class).solve("Shard or buy time?");

                    MeterRegistry other = application.getBean("push", MeterRegistry.class);
                    MeterRegistry primary = application.getBean("all", MeterRegistry.class);
                    assertThat(primary.find("waggle.solve.count").counter()).isNotNull();
                    assertThat(primary.find("waggle.breaker.state").gauge()).isNotNull();
                    assertThat(other.getMeters()).isEmpty();
                    assertThat(application.getBean(SwarmConfig.class).services().telemetry().tracer())
                            .isSameAs(application.getBean("used"));
                });
    }

    @Test
    void theTracerOfTheApplicationIsUsed() {
        APPLICATION.run(application -> assertThat(application).doesNotHaveBean(OtelTracer.class));
        APPLICATION.withBean(OpenTelemetry.class, OpenTelemetry::noop)
                .run(application -> assertThat(application).hasSingleBean(OtelTracer.class));
        APPLICATION.withBean(OpenTelemetry.class, OpenTelemetry::noop)
                .withClassLoader(new FilteredClassLoader(OtelTracer.class))
                .run(application -> assertThat(application).hasNotFailed());
    }

    @Test
    void pagesAreServedOnTheLoopbackInterfaceUntilTheApplicationEnds() {
        int[] port = new int[1];
        APPLICATION.withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=true").run(application -> {
            DashboardServer dashboard = application.getBean(DashboardServer.class);
            port[0] = dashboard.port();

            assertThat(dashboard.loginAddress()).startsWith("http://127.0.0.1:" + port[0]);
            assertThat(status(dashboard.loginAddress())).isLessThan(400);
            assertThat(status("http://127.0.0.1:" + port[0] + "/v1/solves")).isEqualTo(401);
        });
        assertThat(isReachable(port[0])).isFalse();
    }

    @Test
    void pagesAreServedFromTheStartWhereBeansAreLazy() {
        APPLICATION.withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=true")
                .withInitializer(application -> application
                        .addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(application -> {
                    assertThat(application.getBeanFactory().containsSingleton("waggleDashboard")).isTrue();
                    assertThat(application.getBeanFactory().containsSingleton("waggleBus")).isFalse();
                });
    }

    @Test
    void pagesShowModelsReputationAndMemories() {
        APPLICATION.withBean("mine", Harness.class, () -> ScriptedModel.named("mine"))
                .withBean("zoe", Agent.class, () -> Agent.of("zoe",
                        turn -> List.of(Draft.vote("shard", Stance.AGREE, 0.9))))
                .withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=true").run(application -> {
                    String run = application.getBean(Swarm.class).solve("Shard or buy time?").solveId();
                    DashboardServer dashboard = application.getBean(DashboardServer.class);
                    String address = "http://127.0.0.1:" + dashboard.port();
                    try (HttpClient client = HttpClient.newHttpClient()) {
                        String cookie = client.send(request(dashboard.loginAddress()).build(),
                                BodyHandlers.discarding()).headers().firstValue("Set-Cookie").orElseThrow()
                                .replaceFirst(";.*", "");
                        assertThat(get(client, address + "/v1/models", cookie)).contains("\"openai\"",
                                "\"bean:mine\"");
                        assertThat(get(client, address + "/v1/memories", cookie)).contains("Shard by tenant");
                        for (String view : List.of("", "/page", "/view", "/explain")) {
                            assertThat(get(client, address + "/v1/solves/" + run + view, cookie))
                                    .contains("Shard by tenant");
                        }
                        assertThat(get(client, address + "/v1/solves/" + run + "/replay", cookie))
                                .contains("\"equal\"");
                        HttpResponse<String> told = client.send(request(address + "/v1/solves/" + run + "/outcome")
                                .header("Content-Type", "application/json").header("Origin", address)
                                .header("Cookie", cookie)
                                .POST(BodyPublishers.ofString("{\"verdict\": \"wrong\"}")).build(),
                                BodyHandlers.ofString());
                        assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
                        assertThat(get(client, address + "/v1/reputation", cookie)).contains("\"ada\"");
                        assertThat(get(client, address + "/v1/memories", cookie)).contains("\"wrong\"");
                    }
                });
    }

    private static String get(HttpClient client, String address, String cookie)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request(address).header("Cookie", cookie).build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(address + ": " + answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(30));
    }

    @Test
    void pagesNeedADataFolderAndTheServer() {
        APPLICATION.run(application -> assertThat(application).doesNotHaveBean(DashboardServer.class));
        APPLICATION.withPropertyValues("waggle.dashboard.enabled=true").run(application -> assertThat(application)
                .hasFailed().getFailure().rootCause().hasMessageContaining("waggle.data"));
        APPLICATION.withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=true")
                .withClassLoader(new FilteredClassLoader(WaggleServer.class))
                .run(application -> assertThat(application).hasNotFailed().doesNotHaveBean(DashboardServer.class));
    }

    private static int status(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request(address).build(), BodyHandlers.discarding()).statusCode();
        }
    }

    private static boolean isReachable(int port) {
        try {
            return status("http://127.0.0.1:" + port + "/") > 0;
        } catch (IOException refused) {
            return false;
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
