package dev.waggle.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RecordingPlanTest {

    @TempDir
    Path folder;

    private final Map<String, String> settings = new HashMap<>();

    @BeforeEach
    void keepRecordingsApart() {
        settings.put(RecordingPlan.FOLDER, folder.toString());
    }

    @Test
    void aRecordingIsMadeOnceAndThenReplayed() throws Exception {
        assertThat(plan("calls.jsonl", null)).isEqualTo(new RecordingPlan(folder.resolve("calls.jsonl"), true));

        Files.writeString(folder.resolve("calls.jsonl"), "");

        assertThat(plan("calls.jsonl", null)).isEqualTo(new RecordingPlan(folder.resolve("calls.jsonl"), false));
    }

    @Test
    void aCiBuildReplaysAndNeverRecords() throws Exception {
        assertThatIllegalStateException().isThrownBy(() -> plan("calls.jsonl", "true"))
                .withMessage("there is no recording " + folder.resolve("calls.jsonl")
                        + ", and a CI build calls no model\nMaybe run the test on your machine with"
                        + " -Dwaggle.record=true, and commit the file.");

        Files.writeString(folder.resolve("calls.jsonl"), "");

        assertThat(plan("calls.jsonl", "true").isRecording()).isFalse();
        settings.put(RecordingPlan.RECORD, "true");
        assertThatIllegalStateException().isThrownBy(() -> plan("calls.jsonl", "true"))
                .withMessageContaining("cannot be recorded in a CI build");
    }

    @Test
    void aPropertyAsksForANewRecording() throws Exception {
        Files.writeString(folder.resolve("calls.jsonl"), "");
        settings.put(RecordingPlan.RECORD, "true");

        assertThat(plan("calls.jsonl", null).isRecording()).isTrue();
        settings.put(RecordingPlan.RECORD, "yes");
        assertThatIllegalArgumentException().isThrownBy(() -> plan("calls.jsonl", null))
                .withMessage("waggle.record must be true or false, got \"yes\"");
    }

    @ParameterizedTest
    @CsvSource({",,false", "true,,true", "1,,true", "false,,false", "'',,false", "true,false,false", ",true,true"})
    void aCiBuildIsKnownByItsVariableUnlessTheParameterSaysOtherwise(String variable, String parameter, boolean isCi) {
        if (parameter != null) {
            settings.put(RecordingPlan.CI, parameter);
        }

        if (isCi) {
            assertThatIllegalStateException().isThrownBy(() -> plan("calls.jsonl", variable));
        } else {
            assertThat(plan("calls.jsonl", variable).isRecording()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "..", "../calls.jsonl", "a/../../calls.jsonl", "/tmp/calls.jsonl",
        "a\u0000b"})
    void aRecordingLiesBelowTheFolder(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> plan(name, null))
                .withMessageContaining("must be a file below src/test/resources, got \"" + name)
                .withMessageContaining("Maybe \"calls.jsonl\".");
    }

    @Test
    void aRecordingMayLieInAFolderBelow() {
        assertThat(plan("a/b/calls.jsonl", null).file()).isEqualTo(folder.resolve("a/b/calls.jsonl"));
    }

    @Test
    void withoutASettingTheFolderIsThatOfTheProjectAndTheClassPathStandsInForIt() {
        settings.clear();

        assertThat(plan("new-calls.jsonl", null).file()).isAbsolute()
                .matches(file -> file.endsWith(Path.of("src/test/resources/new-calls.jsonl")));
        settings.put(RecordingPlan.FOLDER, folder.toString());
        assertThat(plan("dev/waggle/testing/RecordingPlanTest.class", "true"))
                .satisfies(plan -> assertThat(plan.isRecording()).isFalse())
                .satisfies(plan -> assertThat(plan.file()).isRegularFile());
    }

    @ParameterizedTest
    @CsvSource({"calls.jsonl,calls-x.jsonl", "calls,calls-x", "a.b/calls,a.b/calls-x", "a/.hidden,a/.hidden-x",
        "calls.jsonl.gz,calls.jsonl-x.gz"})
    void aPartStandsBeforeTheEndOfTheName(String name, String parted) {
        assertThat(RecordingPlan.withPart(name, "x")).isEqualTo(parted);
    }

    @Test
    void aRepetitionHasANumber() {
        assertThat(RecordingPlan.invocation("[engine:e]/[method:m()]")).isEmpty();
        assertThat(RecordingPlan.invocation("[engine:e]/[test-template:m()]/[test-template-invocation:#12]"))
                .hasValue("12");
    }

    private RecordingPlan plan(String name, @Nullable String ciVariable) {
        return RecordingPlan.of(name, key -> Optional.ofNullable(settings.get(key)), Optional.ofNullable(ciVariable));
    }
}
