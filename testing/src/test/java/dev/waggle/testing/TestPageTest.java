package dev.waggle.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Comparison of the page about tests with the examples that the build compiles and runs. */
class TestPageTest {

    private static final Pattern BLOCK = Pattern.compile("(?m)^```java\n(.*?)^```$", Pattern.DOTALL);

    private static final Path ROOT = root();

    /** The example with models of providers is where those are at hand. */
    private static final List<String> FOLDERS = List.of("testing/src/test/java/dev/waggle/testing/example",
            "lab/src/test/java/dev/waggle/lab/example");

    static Stream<String> examples() {
        return Stream.of("ScriptedSwarmTest", "SlowModelTest", "RecordedSwarmTest");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void thePageShowsTheWholeExample(String name) throws IOException {
        assertThat(blocks()).contains(example(name));
    }

    @Test
    void thePageShowsNoOtherJava() throws IOException {
        assertThat(blocks()).hasSameSizeAs(examples().toList());
    }

    @Test
    void aTestHasAtMostTwelveLines() throws IOException {
        assertThat(body("ScriptedSwarmTest")).hasSizeLessThanOrEqualTo(12);
        assertThat(body("RecordedSwarmTest")).hasSizeLessThanOrEqualTo(12);
    }

    /** The lines of the test method, annotations and braces included. */
    private static List<String> body(String name) throws IOException {
        List<String> lines = example(name).lines().filter(line -> line.startsWith("    ") && !line.isBlank()).toList();
        assertThat(lines.getFirst()).isEqualTo("    @Test");
        assertThat(lines.getLast()).isEqualTo("    }");
        return lines;
    }

    private static List<String> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve("docs/how-to/test-a-swarm.md"))).results()
                .map(block -> block.group(1)).toList();
    }

    /** The file of an example behind its package. */
    private static String example(String name) throws IOException {
        String source = Files.readString(FOLDERS.stream().map(folder -> ROOT.resolve(folder).resolve(name + ".java"))
                .filter(Files::exists).findFirst().orElseThrow());
        return source.substring(source.indexOf(";\n\n") + ";\n\n".length());
    }

    /** The folder of the project, from wherever the tests run. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no project around the tests");
        }
        return folder;
    }
}
