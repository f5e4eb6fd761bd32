package dev.waggle.lab.example;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/** An example as a user runs it: a process of its own, with its own folder and environment. */
final class ExampleProcess {

    private ExampleProcess() {}

    /** Runs the example to its end and returns what it printed. It must not fail. */
    static String run(Class<?> example, Path folder, Map<String, String> environment)
            throws IOException, InterruptedException {
        String java = Path.of(Objects.requireNonNull(System.getProperty("java.home")), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(java, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp",
                Objects.requireNonNull(System.getProperty("java.class.path")), example.getName())
                .directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(printed).isZero();
            return printed;
        } finally {
            process.destroyForcibly(); // An interrupted test leaves no process behind.
        }
    }
}
