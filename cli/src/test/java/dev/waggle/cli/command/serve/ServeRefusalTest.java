package dev.waggle.cli.command.serve;

import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Options that {@code waggle serve} refuses before it opens a folder. */
@Timeout(60)
class ServeRefusalTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"--model, foo, foo", "--model, nolab:fast, nolab", "--max-solves, 0, 0", "--port, 70000, 70000",
        "--public-url, foo, foo", "--allow-origin, foo, foo", "--config, nowhere.yaml, nowhere.yaml",
        "--models-file, nowhere.json, nowhere.json", "--keystore, nowhere.p12, key store"})
    void aBadOptionIsRefusedInOneLineThatNamesIt(String option, String value, String named) {
        Path data = folder.resolve("data");
        CommandRun run = CommandRun.of("serve", "--data", data.toString(), option, value);

        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(named, " - ");
        assertThat(run.out()).isEmpty();
        assertThat(data).doesNotExist();
    }
}
