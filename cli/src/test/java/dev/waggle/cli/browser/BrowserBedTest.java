package dev.waggle.cli.browser;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The bed notices everything that must fail a test, on pages with the strict content policy of the dashboard. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class BrowserBedTest {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:;"
            + " require-trusted-types-for 'script'; trusted-types 'none'";
    private static final Map<String, String> PAGES = Map.of(
            "/good", "<main><h1>Good</h1><p id=p>A text</p><label>Name <input id=name></label></main>",
            "/inline", "<main><h1>Inline</h1><script>document.title = 'run'</script></main>",
            "/missing", "<main><h1>Missing</h1><script src=/nothing.js></script></main>",
            "/broken", "<main><h1>Broken</h1><script src=/throws.js></script></main>",
            "/unnamed", "<main><h1>Unnamed</h1><button></button></main>",
            "/throws.js", "document.body.innerHTML = '<b>never</b>';");

    private static HttpServer server;

    @BeforeAll
    static void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", BrowserBedTest::answer);
        server.start();
    }

    @AfterAll
    static void close() {
        server.stop(0);
    }

    @Test
    void aPageWithoutFaultsIsReadAndOperated(BrowserWindow window) {
        window.open(at("/good"));
        window.untilText("#p", "A text");
        window.fill("#name", "Grüße 世界");
        window.press(Keys.TAB);
        window.theme(PageTheme.DARK);
        window.size(360, 640);

        assertThat(window.text("document.querySelector('#name').value")).isEqualTo("Grüße 世界");
        assertThat(window.value("matchMedia('(prefers-color-scheme: dark)').matches")).isEqualTo(true);
        assertThat(window.number("innerWidth")).isEqualTo(360);
        AxeCheck.requireAccessible(window, "good");
        assertThat(window.problems()).isEmpty();
    }

    @Test
    void errorsViolationsAndFailedRequestsAreProblems(BrowserWindow window) {
        window.expect(_ -> false);
        assertThat(problemOf(window, "/inline")).contains("Content Security Policy");
        assertThat(problemOf(window, "/missing")).contains("404");
        assertThat(problemOf(window, "/broken")).contains("TrustedHTML");
        window.expect(_ -> true);
    }

    @Test
    void aButtonWithoutANameIsAFinding(BrowserWindow window) {
        window.open(at("/unnamed"));

        assertThatThrownBy(() -> AxeCheck.requireAccessible(window, "unnamed")).isInstanceOf(AssertionError.class)
                .hasMessageContaining("critical button-name");
    }

    @Test
    void aStateThatDoesNotComeIsNamedWithThePage(BrowserWindow window) {
        window.open(at("/good"));

        assertThatThrownBy(() -> window.until("document.querySelector('#never') !== null", 1))
                .isInstanceOf(AssertionError.class).hasMessageContainingAll("#never", "/good", "A text");
    }

    private static String problemOf(BrowserWindow window, String page) {
        int before = window.problems().size();
        window.open(at(page));
        return String.join("\n", window.problems().subList(before, window.problems().size()));
    }

    private static String at(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String content = PAGES.get(path);
            boolean isPage = content != null && !path.endsWith(".js");
            byte[] body = (isPage ? page(String.valueOf(content)) : String.valueOf(content))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", isPage ? "text/html" : "text/javascript");
            exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
            exchange.sendResponseHeaders(content == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String page(String content) {
        return "<!doctype html><html lang=en><meta charset=utf-8><title>Bed</title><link rel=icon href=data:,>"
                + content + "</html>";
    }
}
