package dev.waggle.lab.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;

import dev.waggle.lab.journal.TemporaryFolder;
import dev.waggle.lab.server.ChromiumPage;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The site in a browser, opened from its folder. */
@Timeout(180)
class SiteInBrowserTest {

    private static final Path ROOT = Path.of(System.getProperty("basedir", "lab")).toAbsolutePath().resolveSibling("");
    private static final String BROWSER = "chromium";
    @TempDir
    private static Path folder;

    private static Path site = Path.of("");

    @BeforeAll
    static void write() throws IOException {
        boolean isInstalled = Stream.of("/usr/bin", "/usr/local/bin").map(place -> Path.of(place, BROWSER))
                .anyMatch(Files::isExecutable);
        if (!isInstalled) {
            String missing = "no chromium on this machine; as root: apt-get install chromium";
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(missing);
            }
            System.out.println("skipped for want of a browser: 1 (" + missing + ")");
            Assumptions.abort(missing);
        }
        site = folder.resolve("site");
        var _ = SiteGenerator.write(ROOT, site);
    }

    @Test
    void thePagesAreSearchedThemedAndReadFromTheFolder() throws Exception {
        try (TemporaryFolder profile = TemporaryFolder.create();
                ChromiumPage page = ChromiumPage.open(BROWSER, profile.path())) {
            page.preferScheme("light");
            open(page, "docs/memory.html");
            requireAccessible(page, "light");
            search(page, "journal disk");
            assertThat(page.number("[...document.querySelectorAll('#found-list a')]"
                    + ".filter(link => link.href.includes('0010-journal-on-disk')).length")).isPositive();
            requireAccessible(page, "search");
            search(page, "xyzzy-nothing");
            assertThat(page.text("document.getElementById('found-count').textContent")).isEqualTo("Nothing found");

            String light = background(page);
            var _ = page.number("document.getElementById('theme').click(), 1");
            assertThat(background(page)).as("the switch").isNotEqualTo(light);
            requireAccessible(page, "dark");
            page.preferScheme("dark");
            var _ = page.number("localStorage.clear(), 1");
            open(page, "docs/explain.html");
            assertThat(background(page)).as("the system").isNotEqualTo(light);

            page.resize(360, 740);
            for (String file : new String[] {"index.html", "docs/memory.html", "docs/reference/commands.html",
                "docs/dashboard.html", "lab/src/main/java/dev/waggle/lab/example/OwnTool.java.html"}) {
                open(page, file);
                assertThat(page.number("document.documentElement.scrollWidth")).as("width of " + file)
                        .isLessThanOrEqualTo(360);
                assertThat(page.number("performance.getEntriesByType('resource')"
                        + ".filter(one => !one.name.startsWith('file:')).length")).as(file).isZero();
                assertThat(page.number("[...document.images].filter(one => !one.complete || one.naturalWidth === 0)"
                        + ".length")).as("images of " + file).isZero();
            }
        }
    }

    private static void open(ChromiumPage page, String file) throws InterruptedException {
        page.go(site.resolve(file).toUri().toString());
        until(page, "location.href.endsWith('" + file + "') && document.readyState === 'complete'");
    }

    private static void search(ChromiumPage page, String words) throws InterruptedException {
        var _ = page.number("document.getElementById('search').focus(), 1");
        var _ = page.number("(field => { field.value = '" + words
                + "'; field.dispatchEvent(new Event('input')); return 1; })(document.getElementById('search'))");
        until(page, "!document.getElementById('found').hidden"
                + " && document.getElementById('found-count').textContent !== ''");
    }

    private static String background(ChromiumPage page) throws InterruptedException {
        return page.text("getComputedStyle(document.body).backgroundColor");
    }

    /** Waits in the page, at most ten seconds, until a condition holds. */
    private static void until(ChromiumPage page, String condition) throws InterruptedException {
        assertThat(page.number("""
                new Promise(done => {
                  const end = performance.now() + 10000;
                  const look = () => {
                    let holds = false;
                    try { holds = Boolean(%s); } catch { holds = false; }
                    if (holds) done(1); else if (performance.now() > end) done(0); else setTimeout(look, 20);
                  };
                  look();
                })
                """.formatted(condition))).as(condition).isEqualTo(1);
    }

    /** No serious finding of axe-core: WCAG 2.1 at level AA. */
    private static void requireAccessible(ChromiumPage page, String state) throws Exception {
        var _ = page.number(axe() + "\n;1");
        assertThat(page.text("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations"
                + ".filter(one => one.impact === 'serious' || one.impact === 'critical')"
                + ".map(one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(' | '))"
                + ".join('\\n'))")).as("accessibility, " + state).isEmpty();
    }

    private static String axe() throws IOException {
        ClassLoader loader = SiteInBrowserTest.class.getClassLoader();
        Properties about = new Properties();
        String place = "META-INF/maven/org.webjars.npm/axe-core/pom.properties";
        try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(place), place)) {
            about.load(in);
        }
        String file = "META-INF/resources/webjars/axe-core/" + about.getProperty("version") + "/axe.min.js";
        try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
