package dev.waggle.lab.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** From nothing to an answer takes few lines, and the page shows the ones that are compiled. */
class FirstExampleTest {

    private static final Path ROOT = root();
    private static final Path EXAMPLES = ROOT.resolve("lab/src/main/java/dev/waggle/lab/example");
    private static final int MOST_LINES = 12;

    @Test
    void theFirstSolveTakesAtMostTwelveLines() throws IOException {
        assertThat(first()).hasSizeBetween(1, MOST_LINES).noneMatch(String::isBlank)
                .allSatisfy(line -> assertThat(line.chars().filter(letter -> letter == ';').count())
                        .as("statements in: " + line).isLessThanOrEqualTo(1));
    }

    @Test
    void thePageShowsTheProgramAsItIsCompiled() throws IOException {
        String program = String.join("\n", first()).replace("LiveModels.of(environment)",
                "LiveModels.of(System.getenv())").replace("harness(name)", "harness(\"ollama:llama3.2\")");

        assertThat(Files.readString(ROOT.resolve("docs/embedding.md"))).contains("```java\n" + program + "\n```");
    }

    @Test
    void thePagesNameEveryExample() throws IOException {
        String embedding = Files.readString(ROOT.resolve("docs/embedding.md"));
        String list = Files.readString(ROOT.resolve("examples/README.md"));
        List<Path> programs;
        try (var files = Files.list(EXAMPLES)) {
            programs = files.filter(FirstExampleTest::isProgram).toList();
        }

        assertThat(programs).hasSizeGreaterThanOrEqualTo(6).allSatisfy(program -> {
            String link = "(../lab/src/main/java/dev/waggle/lab/example/" + program.getFileName() + ")";
            assertThat(embedding).contains(link);
            assertThat(list).contains(link);
        });
    }

    /** The lines between the marks, at the left edge. */
    private static List<String> first() throws IOException {
        String source = Files.readString(EXAMPLES.resolve("FirstDecision.java"));
        int from = source.indexOf("// begin\n") + "// begin\n".length();
        int to = source.lastIndexOf('\n', source.indexOf("// end"));
        return source.substring(from, to).stripIndent().lines().toList();
    }

    private static boolean isProgram(Path file) {
        try {
            return Files.readString(file).contains("public static void main(");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
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
