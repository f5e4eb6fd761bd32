package dev.waggle.cli.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The list of libraries of others is the one that the build makes of their POMs. */
class ThirdPartyTest {

    private static final Path MODULE = Path.of(System.getProperty("basedir", "cli"));

    @Test
    void theListIsTheOneOfTheBuild() throws IOException {
        assertThat(MODULE.resolve("../THIRD-PARTY.md")).as("Maybe copy cli/target/third-party/THIRD-PARTY.md over it.")
                .hasSameTextualContentAs(MODULE.resolve("target/third-party/THIRD-PARTY.md"));
    }

    @Test
    void ofSeveralLicencesOneIsTaken() throws IOException {
        assertThat(Files.readAllLines(MODULE.resolve("../THIRD-PARTY.md")))
                .filteredOn(line -> line.contains(" or ")).hasSize(14)
                .allMatch(line -> line.endsWith(line.contains("jetty") ? "| Apache-2.0 |" : "| EPL-2.0 |"));
    }
}
