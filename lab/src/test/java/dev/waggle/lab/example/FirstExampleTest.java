package dev.waggle.lab.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** From nothing to an answer takes few lines and one package, and the pages name every example. */
class FirstExampleTest {

    private static final Path ROOT = root();
    private static final Path EXAMPLES = ROOT.resolve("lab/src/main/java/dev/waggle/lab/example");
    private static final String MAIN = "    public static void main(String... args) {\n";
    private static final int MAX_LINES = 12;

    @ParameterizedTest
    @ValueSource(strings = {"FirstDecision", "OwnAgents", "OwnTool", "ResumableSolve"})
    void aFirstStepTakesAtMostTwelveLines(String example) throws IOException {
        assertThat(body(example)).hasSizeBetween(1, MAX_LINES).noneMatch(String::isBlank)
                .allSatisfy(line -> assertThat(line.chars().filter(letter -> letter == ';').count())
                        .as("statements in: " + line).isLessThanOrEqualTo(1));
    }

    @Test
    void theFirstSolveNeedsOnePackage() throws IOException {
        assertThat(Files.readAllLines(EXAMPLES.resolve("FirstDecision.java"))).filteredOn(line -> line.startsWith(
                "import ")).containsExactly("import dev.waggle.swarm.Swarm;", "import dev.waggle.swarm.SwarmResult;");
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

    /** The lines of the main method, without its own braces. */
    private static List<String> body(String example) throws IOException {
        String source = Files.readString(EXAMPLES.resolve(example + ".java"));
        int from = source.indexOf(MAIN) + MAIN.length();
        return source.substring(from, source.indexOf("\n    }\n", from)).lines().toList();
    }

    private static boolean isProgram(Path file) {
        try {
            return Files.readString(file).contains("public static void main(");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The folder of the project, from wherever the tests run. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no project around the tests");
        }
        return folder;
    }
}
