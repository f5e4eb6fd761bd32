package dev.waggle.lab.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The site of this project: whole, without a dead link, and without a request to another host. */
class DocumentationSiteTest {

    private static final Path ROOT = Path.of(System.getProperty("basedir", "lab")).toAbsolutePath().resolveSibling("");
    private static final Pattern ADDRESS = Pattern.compile(" (href|src|srcset)=\"([^\"]*)\"");
    private static final Pattern CONTRAST = Pattern.compile("--(\\w+): (#[0-9a-f]{6});");
    private static final double READABLE = 4.5;

    private static SortedMap<String, byte[]> site = new TreeMap<>();

    @BeforeAll
    static void make() throws IOException {
        site = DocumentationSite.of(ROOT);
    }

    @Test
    void everyPageOfTheProjectIsThere() throws IOException {
        List<String> wanted = new ArrayList<>(List.of("index.html", "CHANGELOG.html", "GLOSSARY.html",
                "ARCHITECTURE.html", "CONTRIBUTING.html", "SECURITY.html", "ROADMAP.html"));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.map(file -> ROOT.relativize(file).toString()).filter(file -> file.endsWith(".md"))
                    .forEach(file -> wanted.add(file.replaceFirst("README\\.md$", "index.html")
                            .replaceFirst("\\.md$", ".html")));
        }

        assertThat(site.keySet()).containsAll(wanted);
        assertThat(wanted).hasSizeGreaterThan(70);
    }

    @Test
    void everyAddressLeadsToAFileAndAnAnchorOfTheSite() {
        pages().forEach((file, html) -> {
            Matcher address = ADDRESS.matcher(html);
            while (address.find()) {
                String link = address.group(2);
                if (!link.matches("https?:.*|data:,")) {
                    String[] parts = link.split("#", 2);
                    String target = parts[0].isEmpty() ? file : SitePaths.resolve(file, parts[0]);
                    assertThat(site).as("%s in %s", link, file).containsKey(target);
                    if (parts.length > 1) {
                        assertThat(text(target)).as("%s in %s", link, file).contains("id=\"" + parts[1] + '"');
                    }
                }
            }
        });
    }

    @Test
    void nothingIsLoadedFromAnotherHost() {
        pages().forEach((file, html) -> {
            assertThat(html).as(file).doesNotContainPattern("(src|srcset)=\"[a-z]+:")
                    .doesNotContainPattern("<link [^>]*href=\"[a-z]+:(?!,\")").doesNotContain("<iframe", "<form");
            assertThat(html.replaceAll("<script src=\"(\\.\\./)*site\\.js\"></script>", "")).as(file)
                    .doesNotContain("<script");
        });
        assertThat(text(PageLayout.STYLE)).doesNotContain("url(", "@import");
        assertThat(text(PageLayout.SCRIPT)).doesNotContain("http:", "https:", "fetch(", "innerHTML");
    }

    @Test
    void everyPageHasItsLandmarksOneTitleAndItsPlaceInTheNavigation() {
        pages().forEach((file, html) -> assertThat(html).as(file).contains("<html lang=\"en\"", "<header>",
                "<nav aria-label=\"Pages\">", "<main id=\"content\"", "href=\"#content\">Skip", "role=\"search\"")
                .containsOnlyOnce("<title>").containsOnlyOnce("<h1"));
        assertThat(text("docs/memory.html")).contains("<a href=\"../docs/memory.html\" aria-current=\"page\">Memory<");
    }

    @Test
    void theIndexHasTheWordsOfEverySection() {
        String script = text(PageLayout.INDEX);
        JsonValue.Arr entries = (JsonValue.Arr) JsonText.read(script.substring(script.indexOf('['),
                script.lastIndexOf(']') + 1));

        assertThat(matches(entries, "docs/memory.html#")).isGreaterThan(5);
        assertThat(matches(entries, "Record and replay", "docs/models.html#record-and-replay", "--replay"))
                .isEqualTo(1);
        assertThat(matches(entries, "docs/decisions/0011-inboxes.html#decision", "subscription")).isEqualTo(1);
    }

    private static long matches(JsonValue.Arr entries, String... texts) {
        return entries.items().stream().map(JsonText::write)
                .filter(entry -> Stream.of(texts).allMatch(entry::contains)).count();
    }

    @Test
    void twoRunsGiveTheSameBytes() throws IOException {
        SortedMap<String, byte[]> again = DocumentationSite.of(ROOT);

        assertThat(again.keySet()).isEqualTo(site.keySet());
        assertThat(again).allSatisfy((file, bytes) -> assertThat(Arrays.equals(bytes, site.get(file))).as(file)
                .isTrue());
    }

    @Test
    void everyColorOfTextIsReadableOnEveryBackground() {
        String style = text(PageLayout.STYLE).replaceAll("(?s)@media print.*", "");
        Matcher color = CONTRAST.matcher(style);
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        while (color.find()) {
            names.add(color.group(1));
            values.add(color.group(2));
        }
        int themes = 0;
        for (int from = 0; from < names.size(); from += 8) {
            String page = values.get(from + names.subList(from, from + 8).indexOf("page"));
            String raised = values.get(from + names.subList(from, from + 8).indexOf("raised"));
            for (String ink : List.of("text", "quiet", "link")) {
                String value = values.get(from + names.subList(from, from + 8).indexOf(ink));
                assertThat(contrast(value, page)).as("%s on %s", value, page).isGreaterThanOrEqualTo(READABLE);
                assertThat(contrast(value, raised)).as("%s on %s", value, raised).isGreaterThanOrEqualTo(READABLE);
            }
            String text = values.get(from + names.subList(from, from + 8).indexOf("text"));
            String mark = values.get(from + names.subList(from, from + 8).indexOf("mark"));
            assertThat(contrast(text, mark)).as("%s on %s", text, mark).isGreaterThanOrEqualTo(READABLE);
            themes++;
        }
        assertThat(themes).as("light, chosen dark and preferred dark").isEqualTo(3);
    }

    /** WCAG 2.1, contrast ratio of two colors. */
    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String color) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int part = 0; part < weights.length; part++) {
            double value = Integer.parseInt(color.substring(1 + 2 * part, 3 + 2 * part), 16) / 255.0;
            sum += weights[part] * (value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    private static Map<String, String> pages() {
        Map<String, String> pages = new TreeMap<>();
        site.keySet().stream().filter(file -> file.endsWith(".html")).forEach(file -> pages.put(file, text(file)));
        return pages;
    }

    private static String text(String file) {
        return new String(Objects.requireNonNull(site.get(file), file), StandardCharsets.UTF_8);
    }
}
