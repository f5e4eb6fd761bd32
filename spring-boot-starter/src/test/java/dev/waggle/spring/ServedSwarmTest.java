package dev.waggle.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.server.WaggleServer;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.SpanRecorder;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.swarm.agent.Agent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers of the server of the pages to clients that are no browsers. */
class ServedSwarmTest {

    @TempDir
    Path folder;

    private final BlockingQueue<Map<String, String>> callers = new LinkedBlockingQueue<>();
    private ApplicationContextRunner application = new ApplicationContextRunner();

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    @BeforeEach
    void serve() {
        application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class,
                        WaggleTracingAutoConfiguration.class, WaggleDashboardAutoConfiguration.class))
                .withBean(Agent.class, () -> ApplicationBed.voter("ada"))
                .withBean(SpanTracer.class, CallerTracer::new)
                .withPropertyValues("waggle.data=" + folder, "waggle.dashboard.enabled=true");
    }

    /** Tracer that knows of whose callers it was told. */
    private final class CallerTracer implements SpanTracer {

        private final SpanTracer tracer = new HeaderTracer();

        @Override
        public SpanRecorder current() {
            return tracer.current();
        }

        @Override
        public SpanRecorder incoming(Map<String, String> headers) {
            callers.add(headers);
            return tracer.incoming(headers);
        }
    }

    /** The swarm of an application has its team, so that an order for a template would be refused. */
    @Test
    void theCardOffersTheSwarmOfTheApplicationAndNoOther() {
        application.run(started -> {
            String address = "http://127.0.0.1:" + started.getBean(DashboardServer.class).port();
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpResponse<String> card = client.send(request(address + "/.well-known/agent-card.json").build(),
                        BodyHandlers.ofString());

                assertThat(card.statusCode()).isEqualTo(200);
                assertThat(card.body()).contains("\"id\":\"solve\"", "\"" + WaggleServer.VERSION + '"')
                        .doesNotContain("template", "code-review");
            }
        });
    }

    @Test
    void anOrderBringsItsTrace() {
        application.run(started -> {
            DashboardServer dashboard = started.getBean(DashboardServer.class);
            String address = "http://127.0.0.1:" + dashboard.port();
            String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpResponse<String> ordered = client.send(request(address + "/v1/solves")
                        .header("Content-Type", "application/json").header("Origin", address)
                        .header("Cookie", login(client, dashboard)).header("traceparent", trace)
                        .POST(BodyPublishers.ofString("{\"question\": \"Shard or buy time?\"}")).build(),
                        BodyHandlers.ofString());

                assertThat(ordered.statusCode()).as(ordered.body()).isLessThan(300);
                assertThat(callers.poll(20, TimeUnit.SECONDS)).containsEntry("traceparent", trace);
            }
        });
    }

    private static String login(HttpClient client, DashboardServer dashboard)
            throws IOException, InterruptedException {
        return client.send(request(dashboard.loginAddress()).build(), BodyHandlers.discarding()).headers()
                .firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    private static HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(30));
    }
}
