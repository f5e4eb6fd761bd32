package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.Main;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Imports and exports, killed (kill -9) at random moments and then repeated. */
class KilledLogCommandsTest {

    private static final long SEED = 20_261_124;
    private static final int SIGNALS = 5_000;
    private static final int IN_BUILD = 1;
    private static final int LONG = 20;

    /** Maximum wait for the first bytes of a command. */
    private static final int MAX_POLLS = 10_000;

    @TempDir
    private Path folder;

    private Path events;

    @BeforeEach
    void aFileOfEvents() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < SIGNALS; i++) {
            lines.add("{\"id\":\"s" + i + "\",\"type\":\"b:" + i % 7
                    + "\",\"source\":{\"type\":\"system\"},\"createdAt\":1}");
        }
        events = Files.write(folder.resolve("events.json"), lines);
    }

    @Test
    void aKilledImportIsRepeatedWithoutASecondCopy() throws Exception {
        killImports(IN_BUILD);
    }

    @Test
    void aKilledExportLeavesNothingHalfUnderItsName() throws Exception {
        killReaders(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyKills() throws Exception {
        killImports(LONG);
        killReaders(LONG);
    }

    private void killImports(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            Path journal = folder.resolve("journal" + kill);
            killed(random, journal, "log", "import", events.toString(), journal.toString());

            CommandRun again = CommandRun.of("log", "import", events.toString(), journal.toString(), "--json");
            CommandRun verified = CommandRun.of("log", "verify", journal.toString(), "--json");

            assertThat(again.code()).as(again.err()).isZero();
            assertThat(verified.out()).as("seed %d, kill %d", SEED, kill).contains("\"sound\":true",
                    "\"entries\":" + SIGNALS, "\"repeatedIds\":0");
        }
    }

    private void killReaders(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Path journal = folder.resolve("read");
        CommandRun.of("log", "import", events.toString(), journal.toString());
        for (int kill = 0; kill < kills; kill++) {
            Path out = Files.createDirectory(folder.resolve("out" + kill));
            Path exported = out.resolve("copy.jsonl");
            killed(random, out, "log", "export", journal.toString(), exported.toString(), "--format", "jsonl");
            if (Files.exists(exported)) {
                assertThat(Files.readAllLines(exported)).as("seed %d, kill %d", SEED, kill).hasSize(SIGNALS);
            }
            Files.deleteIfExists(exported);
            CommandRun again = CommandRun.of("log", "export", journal.toString(), exported.toString(), "--format",
                    "jsonl");
            assertThat(again.code()).as(again.err()).isZero();
            assertThat(Files.readAllLines(exported)).hasSize(SIGNALS);
        }
    }

    private static void killed(SplittableRandom random, Path written, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx128m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            int polls = 0;
            while (polls < MAX_POLLS && bytes(written) == 0 && !process.waitFor(2, TimeUnit.MILLISECONDS)) {
                polls++;
            }
            var _ = process.waitFor(random.nextInt(150), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Bytes of the files in a folder, but for the lock. */
    private static long bytes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.endsWith(".lock") && !file.endsWith("events.mark"))
                    .mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException none) {
            return 0;
        }
    }
}
