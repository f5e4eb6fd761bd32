package dev.waggle.lab.example;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The research with tools, with an Ollama and a search service that stand in. */
class ResearchTest {

    private static final String REPORT = "Use the newest one; two sources agree.";
    private static final String FOUND = """
            {"results": [{"title": "Releases", "url": "https://example.org/releases", "content": "25 is the newest"}]}
            """;

    @Test
    void agentsSearchBeforeTheyDecideAndAModelWritesTheAnswer() throws IOException {
        HttpServer search = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        search.createContext("/search", ResearchTest::answer);
        search.start();
        try (FakeModels server = FakeModels.answering(ResearchTest::answer)) {
            SwarmResult result = ResearchWithTools.research(
                    Map.of("OLLAMA_BASE_URL", server.baseUrl(WireFormatName.OLLAMA), "WAGGLE_SEARXNG_URL",
                            "http://127.0.0.1:" + search.getAddress().getPort()),
                    "ollama:llama3.2", "Which of the long-term support releases of Java should we use?");

            assertThat(result.failures()).isEmpty();
            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.answer()).isEqualTo(REPORT);
            assertThat(result.signalLog()).anyMatch(signal -> signal.type().text().equals("tool:result"));
            assertThat(server.requests()).anyMatch(request -> request.asked().results().stream()
                    .anyMatch(it -> it.text().contains("25 is the newest")));
            assertThat(result.cost().total().calls()).isEqualTo(server.requests().size());
        } finally {
            search.stop(0);
        }
    }

    /** Answers of agents: those with the search tool search once a turn, then all deliberate. */
    private static FakeAnswer answer(FakeRequest request) {
        List<FakeRequest.Offer> tools = request.asked().tools();
        if (tools.stream().anyMatch(tool -> tool.name().equals("web_search")) && request.asked().results().isEmpty()) {
            return FakeAnswer.calls(new FakeAnswer.Call("call-1", "web_search", "{\"query\": \"java releases\"}"));
        }
        return request.system().contains("{\"signals\":") ? ScriptedDeliberators.answer(request)
                : FakeAnswer.says(REPORT);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        byte[] body = FOUND.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
