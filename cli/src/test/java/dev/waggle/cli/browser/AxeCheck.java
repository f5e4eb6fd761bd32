package dev.waggle.cli.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

import static org.assertj.core.api.Assertions.assertThat;

/** The accessibility rules of axe-core, run beside a page: WCAG 2.1 at level AA, and good practice. */
final class AxeCheck {

    private static final String SOURCE = source();
    private static final String FINDINGS = """
            axe.run(document, {resultTypes: ["violations"]}).then(result => result.violations
                .filter(one => one.impact === "serious" || one.impact === "critical")
                .map(one => one.impact + " " + one.id + ": " + one.help + "\\n" + one.nodes.slice(0, 5)
                    .map(node => "    " + node.html.slice(0, 160) + "\\n      " + node.failureSummary
                        .replaceAll("\\n", " ")).join("\\n")))
            """;

    private AxeCheck() {}

    /** Requires that no finding of the page is serious or critical. */
    static void requireAccessible(BrowserWindow window, String page) {
        if (!Boolean.TRUE.equals(window.value("typeof axe === 'object'"))) {
            var _ = window.value(SOURCE + "\n;true");
        }
        assertThat((List<?>) Objects.requireNonNull(window.value(FINDINGS))).as("accessibility of " + page).isEmpty();
    }

    private static String source() {
        String place = "META-INF/maven/org.webjars.npm/axe-core/pom.properties";
        ClassLoader loader = AxeCheck.class.getClassLoader();
        try (InputStream about = loader.getResourceAsStream(place)) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(about, place));
            String file = "META-INF/resources/webjars/axe-core/" + properties.getProperty("version") + "/axe.min.js";
            try (InputStream in = loader.getResourceAsStream(file)) {
                return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
