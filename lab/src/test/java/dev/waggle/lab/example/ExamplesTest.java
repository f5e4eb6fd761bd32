package dev.waggle.lab.example;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.fake.Deliberators;
import dev.waggle.connect.llm.fake.FakeModels;
import dev.waggle.connect.llm.fake.Format;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.solve.Ending;
import dev.waggle.swarm.solve.SwarmResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Every example runs from its beginning to its end, with an Ollama that stands in. */
class ExamplesTest {

    private static final String MODEL = "ollama:llama3.2";

    private final FakeModels server = FakeModels.answering(Deliberators::answer);
    private final Map<String, String> environment = Map.of("OLLAMA_BASE_URL", server.baseUrl(Format.OLLAMA));
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream terminal = System.out;

    @BeforeEach
    void redirect() {
        System.setOut(new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(terminal);
        server.close();
    }

    @Test
    void aSwarmDecides() {
        for (int i = 0; i < 40; i++) { Decision.decide(environment, MODEL); }
        terminal.println(shown());
        assertThat(shown()).contains("(");
    }

    @Test
    void agentsLookThingsUpBeforeTheyDecide() {
        SwarmResult result = ResearchWithTools.research(environment, MODEL, "Which Java?");
        terminal.println(result.answer() + " " + result.endingDetail());
        assertThat(result.synthesis()).isPresent();
    }

    @Test
    void aSwarmIsWatchedInThreeWays() {
        Streaming.watch(environment, MODEL);
        terminal.println(shown());
    }

    @Test
    void aRuleOfOnesOwnDecides() {
        SwarmResult result = CustomStrategy.solve();
        result.signalLog().forEach(s -> terminal.println(s.scope().round() + " " + s.source().label() + " " + s.payload()));
        terminal.println(result.endingDetail());
        assertThat(result.ending()).isEqualTo(Ending.CONSENSUS);
    }

    @Test
    void aLensOfOnesOwnProvokes() {
        SwarmResult result = CustomLens.solve();
        result.signalLog().forEach(s -> terminal.println(s.scope().round() + " " + s.source().label() + " " + s.payload()));
        terminal.println(result.endingDetail());
        assertThat(result.mathAnalysis().findings()).anyMatch(f -> f instanceof Finding.Provoke);
    }

    @Test
    void aPersonTakesPart() {
        SwarmResult result = HumanInTheLoop.decide(environment, MODEL, new BufferedReader(new StringReader(
                "propose 0.9 tuesday: We meet on Tuesdays | because: Everybody can\n\n")));
        terminal.println(shown());
        terminal.println(result.answer() + " " + result.endingDetail());
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
