package dev.waggle.lab.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The generator on small projects, good and bad. */
class SiteGeneratorTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [gone](docs/gone.md)        | README.md:3: the link "docs/gone.md" leads nowhere
            [no](docs/a.md#nowhere)     | docs/a.md has no heading #nowhere
            [out](../secret.md)         | README.md:3: the link "../secret.md" leads nowhere
            ![far](https://x.test/a.png)| README.md:3: the image "https://x.test/a.png" is not a file of the project
            ![none](none.svg)           | README.md:3: the image "none.svg" is not a file of the project
            <script>alert(1)</script>   | README.md:3: the element <script> is not one of
            <img src="x.svg" onerror="alert(1)"> | README.md:3: the attribute onerror of <img> is not allowed
            """)
    void aFaultEndsTheGenerationWithItsFileAndLine(String line, String message) throws IOException {
        Path project = project("# Start\n\n" + line + "\n");
        Path site = folder.resolve("site");

        assertThatThrownBy(() -> SiteGenerator.write(project, site)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(site).as("nothing is written").doesNotExist();
        assertThat(folder.resolve("site.partial")).doesNotExist();
    }

    @Test
    void everyFaultIsNamedAtOnce() throws IOException {
        Path project = project("# Start\n\n[a](x.md)\n\n[b](y.md)\n");

        assertThatThrownBy(() -> DocumentationSite.of(project)).hasMessageContainingAll("README.md:3:", "README.md:5:");
    }

    @Test
    void textsAreEscapedAndLinksLeadToPages() throws IOException {
        Path project = project("""
                # A < B & "C"

                See [a](docs/a.md#one-two), [the code](src/Main.java) and [all](src). `a<b>` \\<script>

                | x |
                |---|
                | <b |

                ```text
                <script>alert(1)</script>
                ```
                """);
        Files.createDirectories(project.resolve("src"));
        Files.writeString(project.resolve("src/Main.java"), "class Main<T> {}");
        Map<String, byte[]> site = DocumentationSite.of(project);
        String start = text(site, "index.html");

        assertThat(start).contains("<title>A &lt; B &amp; &quot;C&quot; - Waggle</title>",
                "href=\"docs/a.html#one-two\"", "href=\"src/Main.java.html\"", "href=\"src/index.html\"",
                "<code>a&lt;b&gt;</code>",
                "&lt;script&gt;alert(1)&lt;/script&gt;", "<td>&lt;b</td>").doesNotContain("<script>", "<b\n", "<b<");
        assertThat(text(site, "src/Main.java.html")).contains("class Main&lt;T&gt; {}");
        assertThat(text(site, "src/index.html")).contains(
                "<a href=\"../src/Main.java.html\">Main.java</a>");
        assertThat(text(site, "search.js")).contains("\"One two\"", "docs/a.html#one-two");
    }

    @Test
    void aPictureOfTwoThemesIsKeptAndItsFilesAreCopied() throws IOException {
        Path project = project("""
                # Start

                <picture>
                  <source media="(prefers-color-scheme: dark)" srcset="docs/dark.svg">
                  <img src="docs/light.svg" alt="A run">
                </picture>
                """);
        Files.writeString(project.resolve("docs/dark.svg"), "<svg/>");
        Files.writeString(project.resolve("docs/light.svg"), "<svg/>");
        Map<String, byte[]> site = DocumentationSite.of(project);

        assertThat(site).containsKeys("docs/dark.svg", "docs/light.svg");
        assertThat(text(site, "index.html")).contains("<picture>",
                "<source media=\"(prefers-color-scheme: dark)\" srcset=\"docs/dark.svg\">",
                "<img src=\"docs/light.svg\" alt=\"A run\">", "</picture>");
    }

    @Test
    void headingsOfOneNameHaveAnchorsOfTheirOwn() {
        HeadingAnchors anchors = new HeadingAnchors();

        assertThat(anchors.next("Die `Größe`, 2 mal")).isEqualTo("die-größe-2-mal");
        assertThat(anchors.next("One")).isEqualTo("one");
        assertThat(anchors.next("one!")).isEqualTo("one-1");
        assertThat(anchors.next("---")).isEqualTo("---");
        assertThat(anchors.next("?!")).isEqualTo("section");
    }

    @Test
    void aFolderWithFilesIsNotWrittenOver() throws IOException {
        Path project = project("# Start\n");
        Path site = Files.createDirectories(folder.resolve("site"));
        assertThat(SiteGenerator.write(project, site)).isEqualTo(5);
        assertThat(site.resolve("index.html")).exists();

        assertThatThrownBy(() -> SiteGenerator.write(project, site)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not an empty folder\nMaybe name a new one.");
    }

    @Test
    void aFolderThatIsNoProjectIsRefused() {
        assertThatThrownBy(() -> SiteGenerator.main(folder.toString(), folder.resolve("site").toString()))
                .hasMessageContaining("no README.md");
        assertThatThrownBy(() -> SiteGenerator.main(folder.toString())).hasMessageContaining("got 1 arguments");
    }

    private static String text(Map<String, byte[]> site, String file) {
        return new String(Objects.requireNonNull(site.get(file), file), StandardCharsets.UTF_8);
    }

    private Path project(String readme) throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve("docs"));
        Files.writeString(project.resolve("README.md"), readme);
        Files.writeString(project.resolve("docs/a.md"), "# A\n\n## One two\n\nText\n");
        return project;
    }
}
