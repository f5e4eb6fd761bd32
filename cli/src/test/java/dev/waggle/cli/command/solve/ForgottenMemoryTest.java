package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A memory that solves stated and recalled, after {@code waggle memory forget}. */
class ForgottenMemoryTest {

    private static final String QUESTION = "How to deploy the payment service?";
    private static final String FOUND = "The payment service of Maya has the swordfish key";
    private static final String ID = MemoryText.id(null, FOUND);

    @TempDir
    private Path home;

    private String data = "";

    @BeforeEach
    void solveTwice() {
        data = home.resolve("data").toString();
        solve();
        assertThat(solve()).contains("remembers", "swordfish");
    }

    private String solve() {
        CommandRun run = CommandRun.fed("find 0.7 " + FOUND + "\npropose 0.7 x: Ask Maya first\n", "solve", QUESTION,
                "--seat", "ada", "--data", data);
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out();
    }

    private CommandRun forget(String... more) {
        return CommandRun.of(Stream.concat(Stream.of("memory", "forget", ID, "--data", data), Stream.of(more))
                .toArray(String[]::new));
    }

    private List<String> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(data))) {
            return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).map(Path::toString).toList();
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT)
                    .contains(text);
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void neitherTextNorIdStandsInTheDataFolder() throws IOException {
        assertThat(filesWith("swordfish")).hasSizeGreaterThan(1);
        assertThat(filesWith(ID)).hasSizeGreaterThan(1);

        CommandRun run = forget();

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("1 memory deleted", "redacted in ", "events.jsonl");
        assertThat(filesWith("swordfish")).isEmpty();
        assertThat(filesWith(ID)).isEmpty();
        assertThat(CommandRun.of("log", "verify", Path.of(data, "signals").toString()).code()).isZero();
        assertThat(CommandRun.of("replay", "--data", data).code()).isZero();
        CommandRun next = CommandRun.fed("propose 0.7 x: Wait\n", "solve", QUESTION, "--seat", "ada", "--data", data);
        assertThat(next.code()).as(next.toString()).isZero();
    }

    @Test
    void theLogsCanBeLeftAlone() throws IOException {
        assertThat(forget("--memory-only", "--json").out()).isEqualTo("{\"forgotten\":[\"" + ID + "\"]}\n");

        assertThat(filesWith("swordfish")).allMatch(file -> file.contains("signals")).isNotEmpty();
    }

    @Test
    void aLogThatIsBeingWrittenIsNamedWithTheWayToRedactItLater() throws IOException {
        try (FileJournal _ = FileJournal.open(Path.of(data, "signals"), JournalConfig.defaults(), World.system())) {
            CommandRun run = forget("--wait", "0");

            assertThat(run.code()).as(run.toString()).isEqualTo(1);
            assertThat(run.out()).contains("1 memory deleted").doesNotContain("redacted");
            assertThat(run.err()).contains("are forgotten", "being written", "waggle log redact " + data + " sig_");
        }
        assertThat(filesWith("swordfish")).allMatch(file -> file.contains("signals")).isNotEmpty();
    }
}
