package dev.waggle.lab.convention;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The lists of the public API beside those of the last release: a version allows what it may, and no more. */
class ApiHistoryTest {

    private static final List<String> MODULES = List.of("signal", "math", "swarm", "journal");
    private static final Pattern VERSION = Pattern.compile("<artifactId>waggle-parent</artifactId>\\s*<version>(.+?)<");

    @TempDir
    private Path folder;

    @Test
    void theVersionAllowsEveryChangeSinceTheLastTag() throws Exception {
        Path root = ProjectSources.root();
        Optional<String> tag = git(root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
        if (tag.isEmpty()) {
            System.out.println("skipped: no tag of a release to compare the API with");
        }
        assumeThat(tag).as("a tag of a release").isPresent();
        Matcher version = VERSION.matcher(Files.readString(root.resolve("pom.xml")));
        assertThat(version.find()).isTrue();

        for (String module : MODULES) {
            String name = "api/" + module + ".txt";
            assertThat(refusal(ApiVersion.of(tag.orElseThrow().strip()), ApiVersion.of(version.group(1)),
                    git(root, "show", tag.orElseThrow().strip() + ':' + name).orElse(""),
                    Files.readString(root.resolve(name)))).as(name).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1.0, 0.1.1, true", "1.2.3, 1.2.4, true", "1.2.3, 1.2.3-SNAPSHOT, true"})
    void equalListsNeedNoMoreThanARepair(String tag, String version, boolean isAllowed) {
        String api = api("int size()");

        assertThat(refusal(tag, version, api, api).isEmpty()).isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @CsvSource({"0.1.0, 0.1.1, true", "1.2.3, 1.2.4, false", "1.2.3, 1.3.0-SNAPSHOT, true", "1.2.3, 2.0.0, true"})
    void aNewSignatureNeedsAVersionThatAdds(String tag, String version, boolean isAllowed) {
        assertThat(refusal(tag, version, api("int size()"), api("int size()", "int width()")).isEmpty())
                .isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @CsvSource({"0.1.0, 0.1.1, false", "0.1.9, 0.2.0-SNAPSHOT, true", "1.2.3, 1.3.0, false", "1.2.3, 2.0.0, true",
        "0.9.0, 1.0.0, true"})
    void aSignatureThatIsGoneNeedsAVersionThatRemoves(String tag, String version, boolean isAllowed) {
        assertThat(refusal(tag, version, api("int size()"), api("long size()")).isEmpty()).isEqualTo(isAllowed);
    }

    @Test
    void aRefusalNamesTheLineAndTheVersion() {
        assertThat(refusal("0.1.0", "0.1.1", api("int size()"), api())).hasValueSatisfying(text -> assertThat(text)
                .contains("gone since 0.1.0: [package a; public class B; int size()]", "Maybe make it 0.2.0"));
    }

    @Test
    void theSameSignatureOfAnotherTypeIsAnother() {
        String before = "package a\n\n  public class B\n    int size()\n\n  public class C\n    int size()\n";
        String after = "package a\n\n  public class B\n    int size()\n\n  public class C\n";

        assertThat(refusal("1.0.0", "1.1.0", before, after)).hasValueSatisfying(text -> assertThat(text)
                .contains("public class C; int size()"));
    }

    @Test
    void theLastTagIsFoundInARepository() throws Exception {
        assertThat(git(folder, "describe", "--tags", "--abbrev=0")).isEmpty();
        git(folder, "init", "-q");
        Files.writeString(folder.resolve("list.txt"), "before\n");
        git(folder, "add", ".");
        git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "first");
        git(folder, "tag", "v0.1.0");
        Files.writeString(folder.resolve("list.txt"), "after\n");

        assertThat(git(folder, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")).contains("v0.1.0\n");
        assertThat(git(folder, "show", "v0.1.0:list.txt")).contains("before\n");
    }

    private static Optional<String> refusal(String tag, String version, String before, String after) {
        return refusal(ApiVersion.of(tag), ApiVersion.of(version), before, after);
    }

    /** The reason for which a version may not have these changes, if there is one. */
    private static Optional<String> refusal(ApiVersion tag, ApiVersion version, String before, String after) {
        List<String> removed = new ArrayList<>(signatures(before));
        removed.removeAll(signatures(after));
        List<String> added = new ArrayList<>(signatures(after));
        added.removeAll(signatures(before));
        ApiVersion least = tag.leastAfter(removed, added);
        boolean isUnchanged = removed.isEmpty() && added.isEmpty();
        return isUnchanged || version.compareTo(least) >= 0 ? Optional.empty()
                : Optional.of("version " + version + ", gone since " + tag + ": " + removed + ", new: " + added
                        + "\nMaybe make it " + least + '.');
    }

    /** Every line with the package and the type that it stands below. */
    private static Set<String> signatures(String api) {
        Set<String> found = new TreeSet<>();
        String packageName = "";
        String type = "";
        for (String line : api.lines().filter(each -> !each.isBlank()).toList()) {
            if (line.startsWith("    ")) {
                found.add(packageName + "; " + type + "; " + line.strip());
            } else if (line.startsWith("  ")) {
                type = line.strip();
                found.add(packageName + "; " + type);
            } else {
                packageName = line;
            }
        }
        return found;
    }

    private static String api(String... members) {
        return "package a\n\n  public class B\n" + String.join("", List.of(members).stream()
                .map(member -> "    " + member + '\n').toList());
    }

    /** The output of git, or nothing where it fails or is not there. */
    private Optional<String> git(Path place, String... arguments) throws InterruptedException, IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder.getParent(), "git", ".txt");
        try {
            ProcessBuilder git = new ProcessBuilder(command).directory(place.toFile()).redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            git.environment().put("GIT_CEILING_DIRECTORIES", String.valueOf(place.getParent()));
            Process process = git.start();
            boolean isOver = process.waitFor(1, TimeUnit.MINUTES);
            process.destroyForcibly();
            return isOver && process.exitValue() == 0
                    ? Optional.of(Files.readString(out, StandardCharsets.UTF_8)) : Optional.empty();
        } finally {
            Files.delete(out);
        }
    }
}
