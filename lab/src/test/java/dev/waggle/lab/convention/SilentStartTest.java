package dev.waggle.lab.convention;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A program with no logging provider gets no line on standard error from a library below Waggle. */
class SilentStartTest {

    private static final Pattern PROVIDERS = Pattern.compile(
            "(slf4j-(nop|simple|jdk14|jdk-platform|reload4j|log4j)|logback-|log4j-).*\\.jar");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"schema,false", "model,unknown-model", "web,Failed", "server,4", "client,refused"})
    void aFreshProgramPrintsNoWarning(String probe, String done) throws Exception {
        StartOutput output = start(probe);

        assertThat(output.err()).isEmpty();
        assertThat(output.out()).startsWith(probe + ": ").contains(done);
    }

    @Test
    void aProgramThatStartsSlf4jItselfIsWarned() throws Exception {
        StartOutput output = start("nothing prepared");

        assertThat(output.err()).contains("No SLF4J providers were found");
        assertThat(output.out()).contains("NOPLogger");
    }

    /** Printed text of a program. */
    private record StartOutput(String out, String err) {}

    private StartOutput start(String probe) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        String java = Path.of(Objects.requireNonNull(System.getProperty("java.home")), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(java, "-cp", classPath(), StartProbe.class.getName(), probe)
                .redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.contains("JAVA_") || name.contains("JDK_"));
        Process process = builder.start();
        int status = process.waitFor();
        String printed = Files.readString(err, StandardCharsets.UTF_8);
        assertThat(status).as(printed).isZero();
        return new StartOutput(Files.readString(out, StandardCharsets.UTF_8), printed);
    }

    /** The class path of this test, absolute, without a provider of SLF4J. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                .filter(entry -> !PROVIDERS.matcher(entry.getFileName().toString()).matches())
                .map(entry -> entry.toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    }
}
