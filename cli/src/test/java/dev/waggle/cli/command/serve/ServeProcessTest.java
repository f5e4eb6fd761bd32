package dev.waggle.cli.command.serve;

import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle serve} as a process that is stopped and killed. */
@Timeout(120)
class ServeProcessTest {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    @Test
    void aStopRemovesItsFilesAndAStartReplacesThoseOfAKilledServer() throws Exception {
        Path files = folder.resolve("data/server");
        Process killed = start();
        assertThat(names(files)).contains("owner.json", "secret", "socket");
        killed.destroyForcibly().waitFor();
        assertThat(names(files)).contains("owner.json", "socket");

        Process stopped = start();
        CommandRun generated = CommandRun.of("signals", "generate", "build:done", "--data",
                folder.resolve("data").toString());
        assertThat(generated.code()).as(generated.err()).isZero();
        stopped.toHandle().destroy();
        stopped.waitFor();
        assertThat(names(files)).doesNotContain("owner.json", "secret", "socket");
        assertThat(stopped.inputReader(StandardCharsets.UTF_8).readLine()).isNull();
        assertThat(stopped.errorReader(StandardCharsets.UTF_8).lines()).isEmpty();
        assertThat(CommandRun.of("log", "verify", folder.resolve("data").toString()).code()).isZero();
    }

    private Process start() throws Exception {
        Process server = new ProcessBuilder(JAVA, "-cp", System.getProperty("java.class.path"), Main.class.getName(),
                "serve", "--data", folder.resolve("data").toString(), "--port", "0").start();
        BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError(String.join("\n", server.errorReader(StandardCharsets.UTF_8).readAllLines()));
        }
        assertThat(line).contains("serving");
        return server;
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toFile).map(File::getName).toList();
        }
    }
}
