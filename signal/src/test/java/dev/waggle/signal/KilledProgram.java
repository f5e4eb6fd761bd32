package dev.waggle.signal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** A program that prints a line for everything that it acknowledges, in a process of its own. */
public final class KilledProgram {

    private KilledProgram() {}

    /** Starts the main method of a class. */
    public static Process start(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** Runs a program, kills it (kill -9) after so many lines, and returns all that it printed. */
    public static List<String> linesBeforeKill(int lines, Class<?> program, String... arguments) throws Exception {
        Process process = start(program, arguments);
        try (BufferedReader out = process.inputReader(UTF_8)) {
            List<String> printed = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                printed.add(line);
                if (printed.size() == lines) {
                    // Killed by its handle, because its output stays readable then.
                    assertThat(process.toHandle().destroyForcibly()).isTrue();
                }
            }
            assertThat(process.waitFor()).as("exit code of a killed process").isNotZero();
            assertThat(printed).hasSizeGreaterThanOrEqualTo(lines);
            return printed;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
