package dev.waggle.spring.example;

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
import dev.waggle.spring.ApplicationProcess;
import dev.waggle.spring.OwnProperties;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** The application of the page, started for real; a script plays its model. */
class DecisionApplicationTest {

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    @Configuration(proxyBeanMethods = false)
    static class ScriptConfiguration {

        @Bean
        Harness team() {
            return ScriptedModel.named("team").agent("scout")
                    .answers(ScriptedReply.proposes("shard", "Shard by tenant"),
                            ScriptedReply.votes("shard", Stance.AGREE))
                    .when(request -> request.contains("Shard by tenant"))
                    .answers(ScriptedReply.votes("shard", Stance.AGREE), ScriptedReply.votes("shard", Stance.AGREE),
                            ScriptedReply.votes("shard", Stance.AGREE), ScriptedReply.votes("shard", Stance.AGREE));
        }
    }

    @TempDir
    Path folder;

    @Test
    void linesOfTheSwarmAreInTheLogOfTheApplication() {
        List<String> lines = ApplicationProcess.start(DecisionApplication.class, _ -> true, "--server.port=0",
                "--waggle.data=" + folder, "--waggle.dashboard.enabled=true", "--waggle.signal-tools=true");

        assertThat(lines).anyMatch(line -> line.contains(" WARN ") && line.contains("waggle.signal-tools: agents with"
                + " ollama:llama3.2 have no tools on signals"));
        assertThat(lines).anyMatch(line -> line.contains(" INFO ") && line.contains("DashboardServer")
                && line.contains("the pages of the swarm are at http://127"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aControllerAsksTheSwarmOfTheApplication(boolean usesVirtualThreads) throws IOException, InterruptedException {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(DecisionApplication.class,
                ScriptConfiguration.class).run("--server.port=0", "--waggle.models=bean:team",
                        "--spring.threads.virtual.enabled=" + usesVirtualThreads);
                HttpClient client = HttpClient.newHttpClient()) {
            URI address = URI.create("http://localhost:"
                    + application.getEnvironment().getProperty("local.server.port") + "/decisions");

            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(address)
                    .header("Content-Type", "application/json").timeout(Duration.ofSeconds(60))
                    .POST(BodyPublishers.ofString("{\"text\": \"Shard the database or buy time?\"}")).build(),
                    BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("Shard by tenant").contains("\"confidence\"");
        }
    }
}
