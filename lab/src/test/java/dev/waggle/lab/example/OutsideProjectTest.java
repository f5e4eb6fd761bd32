package dev.waggle.lab.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The first project of docs/embedding.md stands in examples/first-decision, which the build compiles from outside. */
class OutsideProjectTest {

    private static final Path ROOT = Path.of(System.getProperty("basedir", "lab")).toAbsolutePath().resolveSibling("");

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "src/main/java/FirstDecision.java"})
    void thePageShowsTheFileThatIsBuilt(String name) throws IOException {
        String page = Files.readString(ROOT.resolve("docs/embedding.md"));
        String file = Files.readString(ROOT.resolve("examples/first-decision").resolve(name));

        assertThat(page).contains("```" + (name.endsWith(".xml") ? "xml" : "java") + "\n" + file + "```");
    }
}
