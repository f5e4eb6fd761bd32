package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.models.CheckFinding;
import dev.waggle.cli.models.CheckOutcome;
import dev.waggle.cli.models.CheckReport;
import dev.waggle.cli.models.SolveCheck;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The check of models by what a solve sends. */
class ModelsCheckTest {

    private static final String KEY = "sk-very-secret-0123456789";
    private static final FakeAnswer.Call OSLO = new FakeAnswer.Call("call_a1", "local_time", "{\"city\": \"Oslo\"}");
    private static final FakeAnswer.Call LIMA = new FakeAnswer.Call("call_b2", "local_time",
            "{\"city\": \"Lima, Peru\"}");

    @TempDir
    private Path folder;

    private FakeModels server = FakeModels.answering(ModelsCheckTest::withTools);

    @AfterEach
    void close() {
        server.close();
    }

    private void serve(Function<FakeRequest, FakeAnswer> script) {
        server.close();
        server = FakeModels.answering(script);
    }

    /** A model that calls the tool for both cities in one answer. */
    private static FakeAnswer withTools(FakeRequest request) {
        return isFirstWithTools(request) ? FakeAnswer.calls(OSLO, LIMA) : ScriptedDeliberators.answer(request);
    }

    private static boolean isFirstWithTools(FakeRequest request) {
        return !request.asked().tools().isEmpty() && request.asked().results().isEmpty();
    }

    private Path models(WireFormatName format) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), KEY);
        String settings = switch (format) {
            case OPENAI_RESPONSES -> "\"kind\": \"openai\", \"api\": \"responses\", \"structuredOutput\": \"schema\"";
            case OPENAI -> "\"kind\": \"openai\", \"structuredOutput\": \"schema\"";
            case ANTHROPIC, GEMINI, OLLAMA, AZURE -> "\"kind\": \"" + format.name().toLowerCase(Locale.ROOT) + '"';
        };
        return Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {%s, "baseUrl": "%s", "keyFile": "%s"}},
                 "models": {"one": "lab:fake-fast"},
                 "prices": {"lab:fake-fast": {"inputPerMillion": 1.0, "outputPerMillion": 10.0},
                            "lab:gpt-5.5": {"inputPerMillion": 5.0, "outputPerMillion": 30.0}}}
                """.formatted(settings, server.baseUrl(format), key));
    }

    private CommandRun check(WireFormatName format, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("models", "--check", "--models-file", models(format).toString()));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    /** The outcomes and facts of the only report, by capability. */
    private static Map<String, String> findings(CommandRun run) {
        Map<String, String> findings = new LinkedHashMap<>();
        for (JsonValue row : ((JsonValue.Arr) report(run).value("capabilities")).items()) {
            JsonObjectReader finding = JsonObjectReader.root("finding", row);
            findings.put(finding.text("capability"), finding.text("outcome") + ": " + finding.text("fact"));
        }
        return findings;
    }

    private static JsonObjectReader report(CommandRun run) {
        JsonValue.Arr reports = (JsonValue.Arr) JsonText.read(run.out());
        assertThat(reports.items()).hasSize(1);
        return JsonObjectReader.root("report", reports.items().getFirst());
    }

    @ParameterizedTest
    @EnumSource(WireFormatName.class)
    void aModelThatDoesAllThatASolveNeedsPasses(WireFormatName format) throws IOException {
        String model = format == WireFormatName.OPENAI_RESPONSES ? "lab:gpt-5.5" : "lab:fake-fast";
        CommandRun run = check(format, model, "--json");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        Map<String, String> found = findings(run);
        assertThat(found.keySet()).containsExactly("answers", "streams", "schema", "tools", "parallel tools",
                "thinking", "cached", "latency", "tokens", "price", "output limit", "context window", "learned");
        assertThat(found.get("answers")).startsWith("yes: ");
        assertThat(found.get("streams")).matches("yes: \\d+ pieces, the first content after \\d+\\.\\d s");
        assertThat(found.get("schema"))
                .isEqualTo("yes: held by the provider; the reply was read without faults");
        assertThat(found.get("tools"))
                .isEqualTo("yes: local_time was called 2 times, and its results were accepted");
        assertThat(found.get("parallel tools")).isEqualTo("yes: 2 calls in one answer");
        assertThat(found.get("price")).startsWith("figure: about $0.0");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theRequestsAreThoseOfASolve() throws IOException {
        assertThat(check(WireFormatName.OPENAI, "lab:fake-fast").code()).isZero();

        assertThat(server.requests()).hasSize(3).allMatch(FakeRequest::streamed)
                .allMatch(request -> request.system().contains("{\"signals\":"))
                .allMatch(request -> request.settings().maxTokens() != null);
        FakeRequest plain = server.requests().getFirst();
        assertThat(plain.settings().schema()).isNotNull();
        assertThat(plain.asked().tools()).isEmpty();
        assertThat(server.requests().get(1).asked().tools()).extracting(FakeRequest.Offer::name)
                .containsExactly("local_time");
        assertThat(server.requests().getLast().asked().results()).hasSize(2);
    }

    @Test
    void theReportIsShownAsTextAndAsMarkdown() throws IOException {
        CommandRun text = check(WireFormatName.ANTHROPIC, "one");
        CommandRun markdown = check(WireFormatName.ANTHROPIC, "--markdown");

        assertThat(text.code()).isZero();
        assertThat(text.out()).startsWith("waggle models --check, Waggle ").contains("lab:fake-fast  Anthropic",
                "  answers        yes       ", "  context window           unknown",
                "  price                    about $");
        assertThat(text.err()).as("progress is for terminals").isEmpty();
        assertThat(markdown.out()).contains("### `lab:fake-fast` (Anthropic)\n",
                "\n| capability | outcome | fact |\n|---|---|---|\n| answers | yes | ",
                "| parallel tools | yes | 2 calls in one answer |\n");
    }

    @Test
    void aModelWithoutARowHasAnUnknownPrice() throws IOException {
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-deep", "--json");

        assertThat(findings(run)).containsEntry("price", "figure: unknown price").containsEntry("context window",
                "figure: unknown").containsEntry("output limit", "figure: 1,200 tokens asked for, the most is unknown");
        assertThat(report(run).object("figures").has("usd")).isFalse();
    }

    @Test
    void aToolThatIsNotCalledIsNotSeenAndNoFailure() throws IOException {
        serve(ScriptedDeliberators::answer);
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast", "--json");

        assertThat(run.code()).isZero();
        assertThat(findings(run)).containsEntry("tools", "not-seen: not called, though the question needs it")
                .containsEntry("parallel tools", "not-seen: no calls").containsEntry("cached",
                        "not-seen: 0 of " + inputs(run) + " tokens read from a cache");
    }

    private static String inputs(CommandRun run) {
        return String.format(Locale.ROOT, "%,d", report(run).object("figures").integer("inputTokens"));
    }

    @ParameterizedTest
    @EnumSource(WireFormatName.class)
    void anAnswerOfThoughtsAloneIsNone(WireFormatName format) throws IOException {
        serve(_ -> FakeAnswer.says("").thinking("hm").finishing(FakeAnswer.Finish.LENGTH)
                .withUsage(new FakeAnswer.Usage(100, 1_200, 1_200)));
        CommandRun run = check(format, format == WireFormatName.OPENAI_RESPONSES ? "lab:gpt-5.5" : "lab:fake-fast",
                "--json");

        assertThat(run.code()).isEqualTo(1);
        assertThat(findings(run).get("answers")).startsWith("failed: ").contains("the reply is empty");
        assertThat(findings(run)).containsEntry("schema", "not-tried: there is no reply");
        assertThat(report(run).flag("answers")).isFalse();
        assertThat(report(run).object("figures").integer("outputTokens")).isEqualTo(4 * 1_200);
    }

    @Test
    void callsOneAfterTheOtherAreNotParallel() throws IOException {
        serve(request -> request.asked().tools().isEmpty() || request.asked().results().size() > 1
                ? ScriptedDeliberators.answer(request)
                : FakeAnswer.calls(request.asked().results().isEmpty() ? OSLO : LIMA));
        Map<String, String> found = findings(check(WireFormatName.OPENAI, "lab:fake-fast", "--json"));

        assertThat(found).containsEntry("parallel tools", "not-seen: one call in an answer");
        assertThat(found.get("tools")).startsWith("yes: local_time was called 2 times");
    }

    @Test
    void aCallWithArgumentsThatDoNotFitIsAFault() throws IOException {
        serve(request -> isFirstWithTools(request)
                ? FakeAnswer.calls(new FakeAnswer.Call("call_a1", "local_time", "{\"town\": \"Oslo\"}"))
                : ScriptedDeliberators.answer(request));
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast", "--json");

        assertThat(run.code()).as("a solve needs no tools").isZero();
        assertThat(findings(run).get("tools")).startsWith("failed: called with arguments that do not fit");
    }

    @Test
    void thinkingAndCachedTokensAreCounted() throws IOException {
        serve(request -> ScriptedDeliberators.answer(request)
                .withUsage(new FakeAnswer.Usage(2_000, 300, 120, 1_500, 0)));
        Map<String, String> found = findings(check(WireFormatName.OPENAI, "lab:fake-fast", "--json"));

        assertThat(found.get("thinking")).startsWith("yes: 240 tokens");
        assertThat(found).containsEntry("cached", "yes: 3,000 of 4,000 tokens read from a cache");
    }

    @Test
    void aReplyThatCannotBeReadFails() throws IOException {
        serve(request -> FakeAnswer.says("no reply in the form"));
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast", "--json");

        assertThat(run.code()).isEqualTo(1);
        assertThat(findings(run).get("answers")).startsWith("yes");
        assertThat(findings(run).get("schema")).startsWith("failed: held by the provider; ");
        assertThat(report(run).flag("passes")).isFalse();
    }

    @Test
    void aReplyThatIsRepairedPassesAndSaysTheFault() throws IOException {
        serve(request -> request.messages().size() == 1 ? FakeAnswer.says("so be it") : withTools(request));
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast", "--json");

        assertThat(run.code()).as(run.out()).isZero();
        assertThat(findings(run).get("schema")).startsWith("yes: held by the provider; the reply was read after a"
                + " repair: ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureInOneStepDoesNotHideTheOther(boolean withTools) throws IOException {
        serve(request -> request.asked().tools().isEmpty() == withTools
                ? withTools(request)
                : FakeAnswer.refuses(ProviderRefusal.UNKNOWN_MODEL));
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast", "--json");

        assertThat(run.code()).isEqualTo(withTools ? 0 : 1);
        assertThat(findings(run).get("answers")).startsWith(withTools ? "yes" : "failed: unknown-model: ");
        assertThat(findings(run).get("schema")).startsWith(withTools ? "yes" : "not-tried");
        assertThat(findings(run).get("tools")).startsWith(withTools ? "failed: unknown-model: " : "yes");
    }

    @Test
    void aProviderThatCannotBeCalledIsNotAsked() throws IOException {
        Path file = models(WireFormatName.OPENAI);
        Files.writeString(file, Files.readString(file).replace("\"lab\": {", """
                "down": {"kind": "ollama", "baseUrl": "http://127.0.0.1:1"}, "lab": {"""));
        CommandRun run = CommandRun.of("models", "--check", "--models-file", file.toString(), "down:a", "one");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("answers        fails     down at (own address) cannot be reached: ",
                "ollama serve", "  schema         not tried the provider cannot be called", "lab:fake-fast  OpenAI",
                "answers        yes");
    }

    @Test
    @Timeout(120)
    void aModelThatNeverAnswersEndsWithTheTimeoutOfEachStep() throws IOException {
        serve(request -> new FakeAnswer.Fault.Stalls(ScriptedDeliberators.answer(request), 0));
        CommandRun run = check(WireFormatName.OLLAMA, "lab:fake-fast", "--timeout", "0.5", "--json");

        assertThat(run.code()).isEqualTo(1);
        assertThat(findings(run).get("answers")).startsWith("failed: ");
        assertThat(findings(run).get("tools")).startsWith("failed: ");
        assertThat(server.requests()).as("the second step is tried").hasSize(2);
    }

    @Test
    @Timeout(120)
    void aStoppedCheckEndsItsStepAndBeginsNoOther() throws Exception {
        AtomicReference<SolveCheck> check = new AtomicReference<>();
        serve(request -> {
            Thread.ofVirtual().start(() -> check.get().stop());
            return new FakeAnswer.Fault.Stalls(ScriptedDeliberators.answer(request), 3);
        });
        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), models(WireFormatName.OPENAI))) {
            List<String> progress = new ArrayList<>();
            check.set(new SolveCheck(catalog, "one", World.system(), Duration.ofMinutes(10), progress::add));

            CheckReport report = check.get().run();

            assertThat(check.get().isStopped()).isTrue();
            assertThat(report.passes()).isFalse();
            assertThat(report.findings()).filteredOn(finding -> finding.outcome() == CheckOutcome.FAILED)
                    .extracting(CheckFinding::fact).containsOnly("the check was stopped");
            assertThat(progress).first().isEqualTo("looks for the key and the server");
            assertThat(progress).contains("without tools: waits for the first content");
        }
        assertThat(server.requests()).hasSize(1);
        assertThat(server.awaitAbandoned(1, Duration.ofSeconds(30))).as("the connection is closed").isTrue();
    }

    @Test
    void aReportHoldsNothingThatIsNotForOthers() throws IOException {
        String home = System.getProperty("user.home");
        serve(request -> new FakeAnswer.Fault.Answers(403, "application/json", """
                {"error": {"message": "Key %s of ann.lee@example.org in organization org-AbCdEf123456 is refused at \
                %s by %s/config"}}""".formatted(KEY, server.url(), home), Map.of()));
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("(key)", "(mail address)", "org-(masked)", "(own", "~/config")
                .doesNotContain(KEY, "ann.lee", "AbCdEf", server.url(), "127.0.0.1:" + server.port(), home + "/");
    }

    @Test
    void whatWasLearnedFromRefusalsIsInTheReport() throws IOException {
        serve(request -> request.settings().schema() == null
                ? withTools(request)
                : new FakeAnswer.Fault.Answers(400, "application/json", """
                        {"error": {"message": "response_format of type json_schema is not supported"}}""", Map.of()));
        CommandRun run = check(WireFormatName.OPENAI, "lab:fake-fast", "--json");

        assertThat(run.code()).isZero();
        assertThat(findings(run).get("schema")).isEqualTo("yes: held by the prompt; the reply was read without faults");
        assertThat(findings(run).get("learned")).contains("fake-fast holds no answer to a schema");
        assertThat(report(run).texts("learned")).singleElement().asString().startsWith("lab: fake-fast holds");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void progressIsOneLineForATerminalAndIsWiped() throws IOException {
        CommandRun run = CommandRun.run("", true, "models", "--check", "--models-file",
                models(WireFormatName.OPENAI).toString(), "one");

        assertThat(run.err()).contains("\rone, looks for the key and the server", "\rone, without tools: ",
                "\rone, with a tool: ").doesNotContain("\n").endsWith(" \r");
        assertThat(run.out()).doesNotContain("waits for");
    }

    @Test
    void aWrongNameIsRefusedBeforeAnythingIsPaid() throws IOException {
        CommandRun run = check(WireFormatName.OPENAI, "one", "lap:x");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no provider lap", "Maybe lab");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void flagsThatDoNotFitTogetherAreRefused() throws IOException {
        assertThat(check(WireFormatName.OPENAI, "--families").err()).contains("exclude each other");
        assertThat(check(WireFormatName.OPENAI, "--markdown", "--json").out()).contains("--markdown is for --check");
        assertThat(CommandRun.of("models", "--markdown").err()).contains("--markdown is for --check");
        assertThat(check(WireFormatName.OPENAI, "--timeout", "0").err()).contains("--timeout must be above 0");
        assertThat(check(WireFormatName.OPENAI, "one", "--thinking", "maybe").err()).contains("--thinking must be");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void settingsOfASolveAreChecked() throws IOException {
        Path file = models(WireFormatName.OPENAI);

        assertThat(CommandRun.of("models", "--check", "--models-file", file.toString(), "lab:gpt-5-mini", "--effort",
                "low").code()).isZero();
        assertThat(server.requests()).isNotEmpty().allMatch(request -> request.raw().body()
                .contains("\"reasoning_effort\":\"low\""));
    }
}
