package dev.waggle.lab.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Licence and notice are in every jar that was built, and the distribution names the libraries that it holds. */
class JarsTest {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());
    private static final Path DISTRIBUTION = ROOT.resolve("cli/target/dist");

    @Test
    void everyJarHoldsLicenceAndNotice() throws IOException {
        List<Path> jars = builtJars();

        // Eleven modules before this one, and the tests of two that others take contracts from.
        assertThat(jars).hasSizeGreaterThanOrEqualTo(13).allSatisfy(jar -> {
            assertThat(entry(jar, "META-INF/LICENSE")).as("licence in " + jar).isEqualTo(text("LICENSE"));
            assertThat(entry(jar, "META-INF/NOTICE")).as("notice in " + jar).isEqualTo(text("NOTICE"));
        });
    }

    @Test
    void thisModuleHoldsThemToo() throws IOException {
        assertThat(ROOT.resolve("lab/target/classes/META-INF/LICENSE")).hasContent(text("LICENSE"));
        assertThat(ROOT.resolve("lab/target/test-classes/META-INF/NOTICE")).hasContent(text("NOTICE"));
    }

    @Test
    void theDistributionNamesEachOfItsLibraries() throws IOException {
        List<String> named = Files.readAllLines(DISTRIBUTION.resolve("THIRD-PARTY.md")).stream()
                .filter(line -> line.startsWith("| `")).map(JarsTest::jarName).toList();

        assertThat(names(DISTRIBUTION.resolve("lib")).filter(name -> !name.startsWith("waggle-")))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void theCommandFindsEachOfItsLibraries() throws IOException {
        List<String> libraries = names(DISTRIBUTION.resolve("lib")).toList();
        Path command = DISTRIBUTION.resolve("lib")
                .resolve(libraries.stream().filter(name -> name.startsWith("waggle-cli-")).findFirst().orElseThrow());

        try (JarFile file = new JarFile(command.toFile())) {
            String path = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            assertThat(path.split(" ", -1)).containsExactlyInAnyOrderElementsOf(libraries.stream()
                    .filter(name -> !name.startsWith("waggle-cli-")).toList());
        }
    }

    @Test
    void theDistributionHoldsTheTextsOfTheLicences() throws IOException {
        assertThat(DISTRIBUTION.resolve("LICENSE")).hasContent(text("LICENSE"));
        assertThat(DISTRIBUTION.resolve("NOTICE")).hasContent(text("NOTICE"));
        assertThat(names(DISTRIBUTION.resolve("licenses"))).containsExactlyInAnyOrder("EPL-2.0.txt", "MIT.txt");
    }

    @Test
    void whatNobodyNamesIsNotThere() throws IOException {
        assertThat(names(DISTRIBUTION.resolve("lib")))
                .noneMatch(name -> name.contains("jtokkit") || name.contains("langchain4j"));
        assertThat(System.getProperty("java.class.path")).doesNotContain("jtokkit");
    }

    private static List<Path> builtJars() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.filter(module -> Files.isRegularFile(module.resolve("pom.xml")) && !module.endsWith("lab"))
                    .map(module -> module.resolve("target")).filter(Files::isDirectory).flatMap(JarsTest::jars)
                    .toList();
        }
    }

    private static Stream<Path> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("waggle-.*\\.jar")).toList().stream();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static Stream<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> Objects.requireNonNull(file.getFileName()).toString()).toList().stream();
        }
    }

    /** The name of the jar of a line: {@code | `group:artifact` | version | ...}. */
    private static String jarName(String line) {
        String[] cells = line.split("\\|", -1);
        String artifact = cells[1].strip().replace("`", "").split(":", -1)[1];
        return artifact + "-" + cells[2].strip() + ".jar";
    }

    private static String text(String name) throws IOException {
        return Files.readString(ROOT.resolve(name));
    }

    private static String entry(Path jar, String name) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(name);
            if (entry == null) {
                return "";
            }
            try (InputStream in = file.getInputStream(entry)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }
}
