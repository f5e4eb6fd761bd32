package dev.waggle.server.api.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import dev.waggle.server.ServedFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PagesApiTest {

    private static final Pattern FILE = Pattern.compile("(?:src|href)=\"(/assets/[^\"]+)\"");

    @TempDir
    private Path folder;

    private ServedFolder served;
    private HttpClient client;

    @BeforeEach
    void serve() {
        served = new ServedFolder(folder);
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void close() {
        client.close();
        served.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/runs/some", "/new", "/compare", "/signals", "/threads", "/inboxes", "/reputation",
        "/memory", "/log", "/seats", "/seat/token"})
    void aPageForbidsEveryScriptAndStyleThatIsNoFileOfTheServer(String path) throws Exception {
        HttpResponse<byte[]> page = get(path, "Accept", "text/html");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'",
                        "require-trusted-types-for 'script'")
                .doesNotContain("unsafe");
        assertThat(text(page)).doesNotContain("<style", "javascript:", "onclick").contains("<script type=\"module\"");
        List<String> files = files(text(page));
        assertThat(files).hasSizeGreaterThan(3);
        for (String file : files) {
            assertThat(get(file).statusCode()).as(file).isEqualTo(200);
        }
    }

    @Test
    void aFileIsKeptForEverAndComesCompressedToClientsThatReadIt() throws Exception {
        String script = files(text(get("/", "Accept", "text/html"))).stream()
                .filter(file -> file.endsWith("app.js")).findFirst().orElseThrow();
        HttpResponse<byte[]> plain = get(script);
        HttpResponse<byte[]> small = get(script, "Accept-Encoding", "br, gzip;q=0.8");

        assertThat(plain.headers().firstValue("Cache-Control")).hasValue("public, max-age=31536000, immutable");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(small.headers().firstValue("Content-Encoding")).hasValue("gzip");
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(small.body()))) {
            assertThat(in.readAllBytes()).isEqualTo(plain.body());
        }
        assertThat(get(script, "Accept-Encoding", "gzip;q=0").headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(get("/assets/0000000000000000/app.js").statusCode()).isEqualTo(404);
        assertThat(get(script.replace("app.js", "texts.json")).statusCode()).isEqualTo(404);
    }

    @Test
    void aProgramGetsTheBeginningOfTheApi() throws Exception {
        assertThat(text(get("/", "Accept", "application/json"))).contains("/v1/openapi.json").doesNotContain("<html");
        assertThat(text(get("/"))).contains("/v1/openapi.json");
    }

    @Test
    void anAddressThatWasUsedLeadsABrowserToTheFirstPage() throws Exception {
        HttpResponse<byte[]> browser = get("/?login=used", "Accept", "text/html");

        assertThat(browser.statusCode()).isEqualTo(303);
        assertThat(browser.headers().firstValue("Location")).hasValue("/");
        assertThat(browser.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(get("/?login=used").statusCode()).isEqualTo(401);
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static List<String> files(String html) {
        Matcher found = FILE.matcher(html);
        return found.results().map(it -> it.group(1)).toList();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + served.server().port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }
}
