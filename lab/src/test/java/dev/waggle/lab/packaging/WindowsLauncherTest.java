package dev.waggle.lab.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The launcher for Windows, which does not run here, compared with the other launcher. */
class WindowsLauncherTest {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());

    private static final Path WINDOWS = ROOT.resolve("build/release/waggle.cmd");

    private static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static String windows() throws IOException {
        return Files.readString(WINDOWS, StandardCharsets.US_ASCII).replace("\r\n", "\n");
    }

    /** The only group of a pattern that is found once. */
    private static String only(String text, String pattern) {
        List<String> found = all(text, pattern);
        assertThat(found).as(pattern).hasSize(1);
        return found.getFirst();
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results().map(match -> match.group(1))
                .toList();
    }

    private static Set<String> words(String text, String separator) {
        return Stream.of(text.split(separator)).map(String::strip).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachLineEndsAsWindowsNeedsIt() throws IOException {
        String bytes = Files.readString(WINDOWS, StandardCharsets.ISO_8859_1);

        assertThat(bytes).endsWith("\r\n");
        assertThat(bytes.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n").matches("\\p{ASCII}*");
        assertThat(text(".gitattributes")).contains("*.cmd -text");
    }

    @Test
    void itStartsTheMainClassOfTheJarWithTheRightsOfItsManifest() throws IOException {
        String pom = text("cli/pom.xml");
        String main = only(pom, "<mainClass>(.*)</mainClass>");
        String access = only(pom, "<Enable-Native-Access>(.*)</Enable-Native-Access>");

        assertThat(only(windows(), "^(\"%launch_java%\" .*)$")).isEqualTo("\"%launch_java%\" %launch_options%"
                + " --enable-native-access=" + access + " -cp \"%launch_root%\\lib\\*\" " + main + " %*");
        assertThat(windows()).contains(main + " %*\nexit /b %ERRORLEVEL%\n");
    }

    @Test
    void theOldestJavaAndTheOptionsAreThoseOfTheOtherLauncher() throws IOException {
        String other = text("waggle");
        String windows = windows();

        assertThat(only(windows, "^set \"launch_oldest=(.*)\"$")).isEqualTo(only(other, "^oldest=(.*)$"));
        assertThat(only(windows, "^set \"launch_soon=(.*)\"$")).isEqualTo(only(other, "^soon=\"(.*)\"$"));
        assertThat(only(windows, "^set \"launch_long=(.*)\"$")).isEqualTo(only(other, "^long=(.*)$"));
        List<String> groups = all(other, "^ {4}(.*)\\) group=[a-z]+ mostly=\\$long ;;$");
        assertThat(groups).hasSizeGreaterThan(1);
        assertThat(words(only(windows, "^for %%c in \\((.*)\\) do if .*launch_long%\"$"), " "))
                .isEqualTo(words(String.join("|", groups), "\\|"));
        assertThat(windows).contains("set \"launch_options=%launch_soon%\"\n");
    }

    /** A label that is missing would end the script in the midst of its work. */
    @Test
    void eachJumpHasItsLabel() throws IOException {
        String windows = windows();
        List<String> labels = all(windows, "^:([a-z]+)$");

        assertThat(labels).doesNotHaveDuplicates();
        List<String> jumps = new ArrayList<>(all(windows, "\\bgoto ([a-z]+)"));
        jumps.addAll(all(windows, "\\bcall :([a-z]+)"));
        assertThat(new TreeSet<>(jumps)).isEqualTo(new TreeSet<>(labels));
    }

    /** The Java of the archive stands before all others, and a refusal has the exit code of the other launcher. */
    @Test
    void theOrderOfTheJavasIsThatOfTheOtherLauncher() throws IOException {
        assertThat(all(windows(), "^call :try \"%([A-Za-z_]+)%")).containsExactly("launch_root", "WAGGLE_JAVA_HOME",
                "JAVA_HOME");
        assertThat(all(windows(), "^exit /b ([0-9]+)$")).containsExactly("2", "2", "2", "2", "0");
        assertThat(windows()).contains("waggle: Java %launch_oldest% or newer is needed");
    }

    @Test
    void theArchiveOfZipHoldsIt() throws IOException {
        String archive = text("build/release/archive.xml");

        assertThat(archive).contains("<format>zip</format>");
        assertThat(only(archive, "<source>(.*)</source>")).isEqualTo(
                "${maven.multiModuleProjectDirectory}/build/release/waggle.cmd");
        assertThat(only(archive, "<outputDirectory>(.*)</outputDirectory>")).isEqualTo("bin");
        assertThat(text("build/release/check")).contains("/bin/waggle\\.cmd");
    }
}
