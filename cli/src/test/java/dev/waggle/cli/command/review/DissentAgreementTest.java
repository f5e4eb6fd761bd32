package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** The examples under many rules: what is printed of a solve agrees with what its log holds. */
class DissentAgreementTest {

    private static final List<String> EXAMPLES = List.of("crossing", "review", "migration", "incident");

    private static final List<String> RULES = List.of("", "--max-rounds 1", "--max-signals 20", "--ballots exclusive",
            "--strategy voting --threshold 0.9", "--strategy hierarchical", "--conflicts majority",
            "--math steering --conflicts debate", "--math steering --conflicts debate --max-rounds 2");

    @TempDir
    private Path folder;

    @TempDir
    private Path exported;

    static Stream<Arguments> solves() {
        return EXAMPLES.stream().flatMap(example -> RULES.stream().map(rules -> arguments(example, rules)));
    }

    private JsonValue.Obj solve(String example, String rules) {
        List<String> args = new ArrayList<>(List.of("solve", "--json", "--exit-zero", "--cassette",
                ProjectFiles.at("examples/" + example + ".jsonl").toString(), "--data", folder.toString()));
        Arrays.stream(rules.split(" ")).filter(word -> !word.isEmpty()).forEach(args::add);
        return json(CommandRun.of(args.toArray(String[]::new)));
    }

    private static JsonValue.Obj json(CommandRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        return (JsonValue.Obj) JsonText.read(run.out());
    }

    private static JsonValue at(JsonValue object, String... path) {
        JsonValue value = object;
        for (String name : path) {
            value = ((JsonValue.Obj) value).fields().get(name);
            assertThat(value).as(name).isNotNull();
        }
        return value;
    }

    private static String text(JsonValue.Obj object, String name) {
        return ((JsonValue.Str) at(object, name)).value();
    }

    @ParameterizedTest
    @MethodSource("solves")
    void theExplanationHasTheDissentOfTheResult(String example, String rules) {
        JsonValue.Obj result = solve(example, rules);

        JsonValue.Obj explained = json(
                CommandRun.of("explain", text(result, "solveId"), "--data", folder.toString(), "--json"));

        assertThat(((JsonValue.Arr) at(explained, "dissent")).items())
                .containsExactlyInAnyOrderElementsOf(((JsonValue.Arr) at(result, "consensus", "dissent")).items())
                .isNotEmpty();
    }

    /** The whole result: its log is the one that the journal holds, and its schema accepts it. */
    @ParameterizedTest
    @MethodSource("solves")
    void theResultHasTheWholeLog(String example, String rules) {
        JsonValue.Obj result = solve(example, rules);

        assertThat(JsonSchemas.validate("result", result)).isEmpty();
        List<String> ids = ((JsonValue.Arr) at(result, "signalLog")).items().stream()
                .map(signal -> SignalCodec.decode(signal).id()).toList();
        assertThat(ids).doesNotHaveDuplicates()
                .hasSize(((JsonValue.Num) at(result, "signals")).value().intValueExact());
        String logged = CommandRun.of("log", "show", folder.toString(), "--run", text(result, "solveId"), "--json")
                .out();
        assertThat(ids).allSatisfy(id -> assertThat(logged).contains('"' + id + '"'));
        assertThat(at(result, "convergence", "converged")).isInstanceOf(JsonValue.Bool.class);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theCloudEventsOfAnExportPassTheCheck(String example, String format) {
        String out = exported.resolve("events.json").toString();
        assertThat(solve(example, "").fields()).isNotEmpty();
        assertThat(CommandRun.of("log", "export", folder.toString(), out, "--format", format).code()).isZero();

        CommandRun run = CommandRun.of("schema", "--check", out);

        assertThat(run.out().lines()).singleElement().asString().matches("(\\d+) of \\1 accepted");
        assertThat(run.code()).isZero();
    }

    static Stream<Arguments> examples() {
        return EXAMPLES.stream().flatMap(example -> Stream.of("cloudevents", "cloudevents-batch", "jsonl")
                .map(format -> arguments(example, format)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aBadCloudEventIsRefused(String event, String problem) {
        CommandRun run = CommandRun.fed(event, "schema", "--check", "-");

        assertThat(run.out()).contains(problem);
        assertThat(run.code()).isEqualTo(1);
    }

    static Stream<Arguments> faults() {
        return Stream.of(arguments("{\"specversion\":\"1.0\"}", "the CloudEvent is refused: "),
                arguments("{\"specversion\":\"0.3\",\"id\":\"a\",\"source\":\"urn:x\",\"type\":\"t\"}",
                        "the CloudEvent is refused: "),
                arguments("[{\"specversion\":\"1.0\"},{\"specversion\":\"1.0\"}]",
                        "event 2: the CloudEvent is refused"));
    }
}
