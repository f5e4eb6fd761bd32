package example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.log.Journal;
import dev.waggle.spring.dashboard.DashboardServer;
import dev.waggle.spring.memory.MemoryResource;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.SpringVersion;
import tools.jackson.databind.json.JsonMapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Solves, log, memory and pages with the libraries that the BOM of Spring Boot 4.1.1 manages. */
class ReleaseApplicationTest {

    @TempDir
    Path folder;

    @Test
    void theLibrariesAreThoseOfSpringBoot() {
        assertEquals("3.1.5", JsonMapper.shared().version().toString());
        assertEquals("12.1.12", Jetty.VERSION);
        assertEquals("7.0.9", SpringVersion.getVersion());
    }

    @Test
    void theApplicationSolvesLogsRemembersAndShowsPages() throws IOException, InterruptedException {
        try (ConfigurableApplicationContext application = started(ReleaseApplication.class);
                HttpClient client = HttpClient.newHttpClient()) {
            String own = "http://localhost:" + application.getEnvironment().getProperty("local.server.port");
            String decision = body(client, request(own + "/releases").header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"text\": \"Release today?\"}")));
            assertTrue(decision.contains("Release on Monday"), decision);

            String run = decision.replaceAll(".*\"run\":\"([^\"]+)\".*", "$1");
            assertTrue(application.getBean(Journal.class).entriesOf(run).size() > 5);
            assertTrue(application.getBean(MemoryResource.class).store().orElseThrow()
                    .list(MemoryFilter.ALL, null, 10).stream()
                    .anyMatch(memory -> memory.content().contains("Release on Monday")));

            DashboardServer pages = application.getBean(DashboardServer.class);
            String address = "http://127.0.0.1:" + pages.port();
            String cookie = client.send(request(pages.loginAddress()).build(), BodyHandlers.discarding()).headers()
                    .firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
            String page = body(client, request(address + "/").header("Accept", "text/html").header("Cookie", cookie));
            assertTrue(page.contains("<html"), page);
            String runs = body(client, request(address + "/v1/solves").header("Cookie", cookie));
            assertTrue(runs.contains(run), runs);
        }
    }

    @Test
    void aModelPlaysTheTeam() {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(ModelApplication.class).run(
                "--waggle.data=" + folder, "--waggle.models=bean:team", "--waggle.agents[0].id=scout",
                "--waggle.agents[1].id=critic")) {
            SwarmResult result = application.getBean(Swarm.class).solve("Shard the database or buy time?");

            assertEquals("Shard by tenant", result.answer());
            assertEquals(List.of(), result.failures());
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class ModelApplication {

        @Bean
        Harness team() {
            ScriptedReply agrees = ScriptedReply.votes("shard", Stance.AGREE);
            return ScriptedModel.named("team").agent("scout")
                    .answers(ScriptedReply.proposes("shard", "Shard by tenant"), agrees, agrees, agrees)
                    .agent("critic").answers(ScriptedReply.finds("The load doubles"), agrees, agrees, agrees);
        }
    }

    private ConfigurableApplicationContext started(Class<?> source) {
        return new SpringApplicationBuilder(source).run("--waggle.data=" + folder);
    }

    private static HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(60));
    }

    private static String body(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return answer.body();
    }
}
