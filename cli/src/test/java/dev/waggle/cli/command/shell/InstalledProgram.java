package dev.waggle.cli.command.shell;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/** A program of this machine that a test runs; without it the test is skipped, and fails in CI. */
final class InstalledProgram {

    private static final int MAX_SECONDS = 60;

    private final Path program;

    private InstalledProgram(Path program) {
        this.program = program;
    }

    static InstalledProgram named(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)).map(dir -> Path.of(dir, name))
                .filter(Files::isExecutable).findFirst().map(InstalledProgram::new).orElseGet(() -> missing(name));
    }

    private static InstalledProgram missing(String name) {
        String problem = "no " + name + " on this machine; as root: apt-get install zsh fish groff-base";
        if ("true".equals(System.getenv("CI"))) {
            return Assertions.fail(problem);
        }
        System.out.println("skipped: " + problem);
        return Assumptions.abort(problem);
    }

    /** Runs the program in a folder until it ends; returns all that it writes. */
    String run(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        process.getOutputStream().close();
        try {
            assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).as(program + " ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
