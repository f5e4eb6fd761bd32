package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The list of models, their short answers, and the table of facts about them. */
class ModelsCommandTest {

    @TempDir
    private Path folder;

    private FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void modelsListsWhatIsConfiguredAndNeverAKey() throws IOException {
        CommandRun run = CommandRun.of("models", "--models-file",
                LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString());

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("lab").contains(server.baseUrl(WireFormatName.OPENAI)).contains("cheap")
                .contains("lab:fake-cheap").doesNotContain(LabModelsFile.KEY);
    }

    @ParameterizedTest
    @EnumSource(WireFormatName.class)
    void modelsAsksForAShortAnswerWithTheUsualLimit(WireFormatName format) throws IOException {
        CommandRun run = CommandRun.of("models", "lab:fake-fast", "--models-file",
                LabModelsFile.write(folder, server, format).toString(), "--json");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("\"answers\":true");
        assertThat(server.requests()).singleElement()
                .satisfies(request -> assertThat(request.settings().maxTokens()).isGreaterThanOrEqualTo(1_200.0));
    }

    @Test
    void modelsSaysWhichDoNotAnswer() throws IOException {
        server.close();
        server = FakeModels.answering(request -> FakeAnswer.refuses(ProviderRefusal.UNKNOWN_MODEL));

        CommandRun run = CommandRun.of("models", "lab:none", "--models-file",
                LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("fails").contains("unknown-model");
    }

    @Test
    void aRemedyIsASentenceOfItsOwn() throws IOException {
        server.close();

        CommandRun run = CommandRun.of("models", "lab:fake-fast", "--models-file",
                LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString());

        assertThat(run.out().replaceAll("\\s+", " ")).contains(". Maybe ").doesNotContainPattern("[a-z] Maybe ");
    }

    @Test
    void familiesShowFactsWithSourceAndDateAndUnknownOnes() throws IOException {
        CommandRun one = CommandRun.of("models", "--families", "openai:gpt-5.5", "openai:never-heard-of");
        CommandRun all = CommandRun.of("models", "--families");

        assertThat(one.code()).isZero();
        assertThat(one.out()).containsPattern("  contextTokens +1050000  http.+, 2026-")
                .contains("openai:never-heard-of", "  unknown: endpoint, temperature");
        assertThat(all.out()).contains("anthropic:claude-opus-5*", "gemini:gemini-3*", "ollama:*");
    }

    @Test
    void programsReadTheFamilies() throws IOException {
        JsonValue.Arr rows = (JsonValue.Arr) JsonText
                .read(CommandRun.of("models", "--families", "--json", "openai:gpt-5.5").out());
        JsonObjectReader row = JsonObjectReader.root("row", rows.items().getFirst());

        assertThat(row.text("family")).isEqualTo("openai:gpt-5.5");
        assertThat(((JsonValue.Arr) row.value("facts")).items()).hasSizeGreaterThan(5).allSatisfy(fact -> {
            JsonObjectReader read = JsonObjectReader.root("fact", fact);
            boolean isUnknown = read.value("value") instanceof JsonValue.Null;
            assertThat(read.text("source").isEmpty()).isEqualTo(isUnknown);
            assertThat(read.text("date").isEmpty()).isEqualTo(isUnknown);
        });
    }
}
