package dev.waggle.dashboard;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WebFilesTest {

    private static final Pattern IMPORT = Pattern.compile("import \\{ [\\w, ]+ \\} from \"\\./([\\w-]+\\.js)\";");
    private static final Pattern EXPORT = Pattern.compile("export (async )?(function|const|class) \\w+.*");

    private final WebFiles files = WebFiles.shipped();

    @Test
    void everyFileOfTheFolderShips() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(WebFiles.class.getResource("web/app.js")).toURI())
                .resolveSibling(".");
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals("texts.json") && !name.equals("files.txt")))
                    .allSatisfy(name -> assertThat(files.file(name)).as(name).isPresent());
        }
    }

    /** The one file of a run joins modules of this form only. */
    @Test
    void aModuleImportsByLinesOfOneFormAndExportsByName() {
        for (String name : WebFiles.MODULES) {
            for (String line : files.file(name).orElseThrow().text().lines().toList()) {
                if (line.startsWith("import ")) {
                    assertThat(line).as(name).matches(IMPORT);
                    assertThat(files.file(IMPORT.matcher(line).replaceAll("$1"))).as(name + ": " + line).isPresent();
                } else if (line.startsWith("export ")) {
                    assertThat(line).as(name).matches(EXPORT);
                }
                assertThat(line).as(name).doesNotContain("innerHTML", "import(", "export default", "eval(",
                        "dangerouslySetInnerHTML");
            }
        }
    }

    @Test
    void noFileNamesAnotherHost() {
        assertThat(files.all()).allSatisfy(file -> assertThat(file.text().replace("http://www.w3.org/", "")
                .replace("https://github.com/leeoniya/uPlot", ""))
                .as(file.name()).doesNotContainPattern("https?://[a-z]"));
    }

    /** Texts are named in full in the modules, so that a missing one is found here. */
    @Test
    void everyTextThatAModuleNamesExists() {
        TreeSet<String> missing = new TreeSet<>();
        Pattern named = Pattern.compile("\\bt[n]?\\(\"([\\w.-]+)\"");
        for (String module : WebFiles.MODULES) {
            named.matcher(files.file(module).orElseThrow().text()).results().map(found -> found.group(1))
                    .filter(key -> !TextKeys.all().contains(key) && !TextKeys.all().contains(key + ".other"))
                    .forEach(missing::add);
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void theVersionIsAPartOfEveryAddress() {
        assertThat(files.path("app.js")).isEqualTo("/assets/" + files.version() + "/app.js");
        assertThat(files.version()).matches("[0-9a-f]{16}");
    }

    @Test
    void theShellEscapesWhatAnAddressNames() {
        String html = new PageShell(files).html("run", "\"><script>alert(1)</script>");

        assertThat(html).doesNotContain("<script>alert").contains("&quot;&gt;&lt;script&gt;");
        assertThat(List.of(html.split("<script", -1))).hasSize(3);
    }

    @Test
    void aLibraryHasItsLicence() {
        assertThat(List.of("preact.js", "uplot.js")).allSatisfy(name -> assertThat(
                files.file(name).orElseThrow().text()).startsWith("/* ").contains("Permission is hereby granted"));
    }
}
