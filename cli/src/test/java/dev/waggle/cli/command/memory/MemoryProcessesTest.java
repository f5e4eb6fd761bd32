package dev.waggle.cli.command.memory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands of several processes on one memory at once. */
class MemoryProcessesTest {

    private static final int PROCESSES = 3;
    private static final int LINES = 1_500;

    @TempDir
    private Path home;

    @Test
    void processesThatWriteAtOnceLoseNothing() throws Exception {
        String data = home.resolve("data").toString();
        List<Process> running = new ArrayList<>();
        try {
            for (int process = 0; process < PROCESSES; process++) {
                int number = process;
                Path file = Files.writeString(home.resolve("facts-" + process), IntStream.range(0, LINES)
                        .mapToObj(line -> "fact " + line + " of process " + number).collect(Collectors.joining("\n")));
                running.add(start("memory", "import", file.toString(), "--text", "--author", "p" + process, "--data",
                        data));
            }
            CommandRun added = CommandRun.of("memory", "add", "A fact of this process", "--data", data);
            assertThat(added.code()).as(added.toString()).isZero();
            for (Process process : running) {
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isZero();
            }
        } finally {
            for (Process process : running) {
                int _ = process.destroyForcibly().waitFor();
            }
        }

        assertThat(CommandRun.of("memory", "stats", "--json", "--data", data).out())
                .contains("\"total\":" + (PROCESSES * LINES + 1));
        assertThat(CommandRun.of("memory", "list", "--author", "p1", "--json", "-n", "10000", "--data", data).out()
                .lines()).hasSize(LINES);
    }

    private static Process start(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx256m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }
}
