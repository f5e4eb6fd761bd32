package dev.waggle.lab.example;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpServer;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Source;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Every example runs from its beginning to its end, with an Ollama that stands in. */
class ExamplesTest {

    private static final String MODEL = "ollama:llama3.2";

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);
    private final Map<String, String> environment = Map.of("OLLAMA_BASE_URL", server.baseUrl(WireFormatName.OLLAMA));
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
    void aSwarmDecides(@TempDir Path folder) throws Exception {
        String printed = ExampleProcess.run(FirstDecision.class, folder, environment);

        assertThat(printed).contains("Shard the database or buy time?", LoopStop.CONSENSUS.sentence());
        assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void aSwarmRemembers(@TempDir Path folder) throws Exception {
        String memory = folder.resolve("memory").toString();
        RememberedSolves.main(memory);
        MemoriesByMeaning.main(memory, "hashing:ngrams-v1");

        assertThat(shown.toString(StandardCharsets.UTF_8).lines()).contains("Shard by tenant",
                "384 numbers from hashing:ngrams-v1@384").anyMatch(line -> line.endsWith(", from scout"));
    }

    @Test
    void agentsThatAreCodeDecide(@TempDir Path folder) throws Exception {
        assertThat(ExampleProcess.run(OwnAgents.class, folder, Map.of()).lines()).contains("Shard by tenant, 1.0");
    }

    @Test
    void agentsCallAToolOfOnesOwn(@TempDir Path folder) throws Exception {
        try (FakeModels buyers = FakeModels.answering(ExamplesTest::looksAtTheStock)) {
            String printed = ExampleProcess.run(OwnTool.class, folder,
                    Map.of("OLLAMA_BASE_URL", buyers.baseUrl(WireFormatName.OLLAMA)));

            assertThat(printed).contains("Which article do we order this week?");
            assertThat(buyers.requests()).flatExtracting(request -> request.asked().results())
                    .anyMatch(result -> result.text().contains("3 pieces"));
        }
    }

    @Test
    void aSolveIsATrace(@TempDir Path folder) throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", call -> {
            String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            received.add(call.getRequestURI().getPath() + ' ' + body);
            call.sendResponseHeaders(200, -1);
            call.close();
        });
        collector.start();
        try {
            Map<String, String> traced = new HashMap<>(environment);
            traced.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + collector.getAddress().getPort());
            traced.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
            String _ = ExampleProcess.run(TracedSolve.class, folder, traced);
        } finally {
            collector.stop(0);
        }

        assertThat(received).anyMatch(one -> one.startsWith("/v1/traces ") && one.contains("invoke_workflow"))
                .anyMatch(one -> one.startsWith("/v1/metrics ") && one.contains("waggle.solve.count"));
    }

    @Test
    void aModelOfLangChain4jPlaysTheAgents(@TempDir Path folder) throws Exception {
        assertThat(ExampleProcess.run(OwnChatModel.class, folder, Map.of()).lines()).contains("Wait for the sale");
    }

    @Test
    void agentsHavePersonalities(@TempDir Path folder) throws Exception {
        assertThat(ExampleProcess.run(AgentPersonalities.class, folder, environment))
                .contains("Shard or wait?", " (" + server.requests().size() + " calls)");
        assertThat(server.requests()).anyMatch(request -> request.lastText().contains("looks for what is wrong"));
    }

    @Test
    void aDecisionIsExplained(@TempDir Path folder) throws Exception {
        assertThat(ExampleProcess.run(ExplainDecision.class, folder, Map.of()).lines()).contains("[ann, bob]", "[]");
    }

    @Test
    void aSignalWaitsForItsReader(@TempDir Path folder) throws Exception {
        assertThat(ExampleProcess.run(DurableSignals.class, folder, Map.of())).contains("signal 1, synced every 100 ms",
                "build:done", "4f1c");
        assertThat(ExampleProcess.run(DurableSignals.class, folder, Map.of()))
                .as("what was acknowledged is not delivered again").containsOnlyOnce("build:done");
    }

    @Test
    void aSwarmIsWatchedInThreeWays() {
        StreamingSolve.watch(environment, MODEL);

        assertThat(shown().lines()).contains("said: proposal", "milestone: solve:start", "milestone: solve:complete",
                "published: solve:start", "published: solve:complete").anyMatch(line -> line.startsWith("vote: "))
                .anyMatch(line -> line.startsWith("answer: "));
        assertThat(shown().lines().filter(line -> line.startsWith("said: "))).as("callbacks that are removed are told"
                + " of one solve").containsOnlyOnce("said: task:new");
    }

    @Test
    void aPersonTakesPartBesideModels() {
        String typed = """
                propose it
                propose 0.9 tuesday: We meet on Tuesdays | because: Everybody can

                """;
        SwarmResult result = HumanInTheLoop.decide(environment, MODEL, new BufferedReader(new StringReader(typed)));

        assertThat(result.signalLog()).filteredOn(signal -> signal.source().equals(new Source.Agent("you")))
                .extracting(signal -> signal.type().text()).containsExactly("proposal", "vote");
        assertThat(shown()).contains("round 1> confidence must be a number between 0 and 1, got \"it\"",
                "you, proposal tuesday: We meet on Tuesdays");
        assertThat(result.consensus().standings()).anyMatch(it -> it.proposal().id().equals("tuesday"));
    }

    @Test
    void nothingIsDecidedWithoutTheApprovalOfThePerson() {
        SwarmResult approved = HumanApproval.decide(environment, MODEL, answers("y\ny\ny\n"));
        SwarmResult vetoed = HumanApproval.decide(environment, MODEL, answers("n not this year\n".repeat(9)));

        assertThat(approved.consensus().decided()).isTrue();
        assertThat(approved.consensus().approval().approvedBy()).containsExactly("maya");
        assertThat(approved.consensus().reasoning()).endsWith("; approved by maya");
        assertThat(vetoed.consensus().decided()).isFalse();
        assertThat(vetoed.consensus().approval().missing()).containsExactly("maya");
        assertThat(vetoed.consensus().approval().vetoes()).isNotEmpty()
                .allMatch(veto -> veto.agentId().equals("maya") && veto.reasoning().equals("n not this year"));
        assertThat(shown()).contains("approve \"");
    }

    private static BufferedReader answers(String lines) {
        return new BufferedReader(new StringReader(lines));
    }

    @Test
    void aTeamReviewsAChange() {
        SwarmResult result = CodeReview.review(environment, MODEL, "- return a / b;\n+ return b == 0 ? 0 : a / b;");

        assertThat(result.failures()).isEmpty();
        assertThat(result.activity().agentContributions()).containsOnlyKeys("security", "performance", "architecture",
                "edge-cases", "synthesizer");
        assertThat(result.signalLog()).anyMatch(signal -> signal.payload() instanceof Payload.Proposal);
        assertThat(server.requests()).anyMatch(request -> request.allText().contains("return b == 0 ? 0 : a / b;"));
    }

    @Test
    void aSolveThatIsRunAgainAsksNobodyTwice(@TempDir Path folder) throws Exception {
        String first = ExampleProcess.run(ResumableSolve.class, folder, environment);
        int asked = server.requests().size();

        String again = ExampleProcess.run(ResumableSolve.class, folder, environment);

        assertThat(asked).isPositive();
        assertThat(server.requests()).hasSize(asked);
        assertThat(first).contains("How do we move the archive to the new store?");
        assertThat(again.lines().toList().getLast()).isEqualTo(first.lines().toList().getLast());
    }

    @Test
    void aTeamThatFitsTheQuestionTakesPartAsOneAgent() throws InterruptedException {
        SwarmResult result = NestedTeams.decide(environment, MODEL);

        assertThat(shown().lines()).filteredOn(line -> line.contains(": SELECTED, "))
                .extracting(line -> line.substring(0, line.indexOf(':'))).containsExactlyInAnyOrder("dba", "buyer");
        assertThat(result.failures()).isEmpty();
        assertThat(result.activity().innerSolves()).singleElement().satisfies(inner -> assertThat(
                inner.result().activity().agentContributions()).containsOnlyKeys("dba", "buyer"));
        assertThat(result.signalLog()).anyMatch(signal -> signal.source().equals(new Source.Agent("experts")));
    }

    @Test
    void aRuleOfOnesOwnWaitsUntilTheLastObjectionIsAnswered() {
        SwarmResult result = CustomStrategy.solve();

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.consensus().strategy()).isEqualTo("consent");
        assertThat(result.answer()).isEqualTo("In the park");
        assertThat(result.consensus().votingRecord()).extracting(cast -> cast.vote().stance())
                .containsExactly(Stance.AGREE, Stance.AGREE, Stance.DISAGREE, Stance.AGREE);
        assertThat(result.timing().roundsUsed()).isEqualTo(5);
    }

    @Test
    void aLensOfOnesOwnBringsASecondIdea() {
        SwarmResult result = CustomLens.solve();

        assertThat(result.mathAnalysis().findings()).filteredOn(found -> found.lens().equals("one-voice"))
                .singleElement().isEqualTo(new Finding.Provoke("one-voice", "posters",
                        "every proposal so far is by boss"));
        assertThat(result.signalLog()).filteredOn(signal -> signal.payload() instanceof Payload.Challenge)
                .first().satisfies(said -> assertThat(said.source().label()).isEqualTo("orchestrator"));
        assertThat(result.mathAnalysis().of(new OneVoice())).contains(new OneVoice.Ideas(2, 3));
        assertThat(result.answer()).isEqualTo("Ask those who left why they did");
    }

    /** Answers of agents, each of which looks at the stock once a turn. */
    private static FakeAnswer looksAtTheStock(FakeRequest request) {
        return request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("call-1", "in_stock", "{\"article\": \"nut\"}"))
                : ScriptedDeliberators.answer(request);
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
