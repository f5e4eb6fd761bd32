package dev.waggle.connect.llm.endpoint;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import dev.waggle.connect.llm.endpoint.ProxyVariables.ProxyRoute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Routes by the variables of an environment. */
class ProxyVariablesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            *                         | https://api.openai.com          | true
            openai.com                | https://api.openai.com          | true
            .openai.com               | https://api.openai.com          | true
            *.openai.com              | https://api.openai.com          | true
            OpenAI.com                | https://API.OPENAI.COM          | true
            .openai.com               | https://openai.com              | true
            openai.com                | https://api.openai.com.         | true
            openai.com                | https://notopenai.com           | false
            openai.com                | https://openai.com.evil.test    | false
            openai.com:443            | https://api.openai.com          | true
            openai.com:443            | https://api.openai.com:8443     | false
            openai.com:80             | http://api.openai.com           | true
            *:8443                    | https://lab:8443                | true
            *:8443                    | https://lab                     | false
            a.test, b.test            | https://b.test                  | true
            a.test  b.test            | https://b.test                  | true
            ,,a.test,                 | https://b.test                  | false
            10.0.0.0/8                | http://10.1.2.3:11434           | true
            10.0.0.0/8                | http://11.1.2.3:11434           | false
            10.1.2.3                  | http://10.1.2.3                 | true
            10.1.2.3:80               | http://10.1.2.3                 | true
            10.1.2.0/31               | http://10.1.2.2                 | false
            0.0.0.0/0                 | http://10.1.2.3                 | true
            0.0.0.0/0                 | http://[fd00::1]                | false
            10.0.0.0/99               | http://10.0.0.0                 | false
            fd00::/8                  | http://[fd12::1]:8080           | true
            fd00::/8                  | http://[fe80::1]                | false
            [fd00::1]:8080            | http://[fd00::1]:8080           | true
            [fd00::1]:8080            | http://[fd00::1]:8081           | false
            fd00:0::1                 | http://[fd00::1]                | true
            .                         | https://lab                     | false
            *.                        | https://lab                     | false
            """)
    void aListOfHostsIsReadAsUsual(String list, URI endpoint, boolean isDirect) {
        ProxyRoute route = ProxyVariables.of(Map.of("ALL_PROXY", "proxy:8080", "NO_PROXY", list)).route(endpoint);

        assertThat(route instanceof ProxyRoute.Direct).isEqualTo(isDirect);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:11434", "http://LOCALHOST.", "http://lab.localhost", "http://127.0.0.1",
        "https://127.9.9.9:8443", "http://[::1]:11434"})
    void loopbackIsDirect(URI endpoint) {
        assertThat(ProxyVariables.of(Map.of("all_proxy", "proxy:8080")).route(endpoint))
                .isEqualTo(new ProxyRoute.Direct());
    }

    @Test
    void smallLettersGoBeforeCapitalsAndTheSchemeBeforeAll() {
        Map<String, String> environment = new HashMap<>(Map.of("ALL_PROXY", "a:1", "all_proxy", "b:2"));
        assertThat(through(environment, "https://x")).hasToString("all_proxy: b:2");

        environment.put("HTTPS_PROXY", "c:3");
        assertThat(through(environment, "https://x")).hasToString("HTTPS_PROXY: c:3");
        assertThat(through(environment, "http://x")).hasToString("all_proxy: b:2");

        environment.put("https_proxy", "http://d");
        assertThat(through(environment, "https://x")).hasToString("https_proxy: d:80");

        environment.put("https_proxy", " ");
        assertThat(through(environment, "https://x")).hasToString("HTTPS_PROXY: c:3");
    }

    @Test
    void aClientOfCgiCannotChooseTheProxy() {
        assertThat(ProxyVariables.of(Map.of("HTTP_PROXY", "evil:1", "REQUEST_METHOD", "GET"))
                .route(URI.create("http://x"))).isEqualTo(new ProxyRoute.Direct());
    }

    @Test
    void theLoginIsDecodedAndNeverShown() {
        ProxyRoute.Through route = through(Map.of("HTTPS_PROXY", "http://ann:p%40ss%2Fw@proxy:8080"), "https://x");

        assertThat(route.login()).isEqualTo("Basic "
                + Base64.getEncoder().encodeToString("ann:p@ss/w".getBytes(StandardCharsets.UTF_8)));
        assertThat(route.toString()).doesNotContain("ann").doesNotContain("Basic");
        assertThat(through(Map.of("HTTPS_PROXY", "ann@proxy:1"), "https://x").login())
                .isEqualTo("Basic " + Base64.getEncoder().encodeToString("ann:".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65_536, 99_999})
    void anImpossiblePortIsRefused(int port) {
        ProxyRoute route = ProxyVariables.of(Map.of("HTTPS_PROXY", "http://ann:hunter2@proxy:" + port))
                .route(URI.create("https://x"));

        assertThat(route).isInstanceOfSatisfying(ProxyRoute.Unusable.class, unusable -> assertThat(unusable.reason())
                .contains("the port " + port).doesNotContain("hunter2"));
    }

    /** No text of a variable breaks a route, and none is shown. */
    @Test
    void anyTextHasARoute() {
        Random random = new Random(7);
        String signs = "ab.:/@[]*%,0 $";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder proxy = new StringBuilder();
            StringBuilder list = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                proxy.append(signs.charAt(random.nextInt(signs.length())));
                list.append(signs.charAt(random.nextInt(signs.length())));
            }
            ProxyRoute route = ProxyVariables.of(Map.of("HTTPS_PROXY", proxy + "secret77", "NO_PROXY", list.toString()))
                    .route(URI.create("https://api.openai.com"));
            if (route instanceof ProxyRoute.Unusable unusable) {
                assertThat(unusable.reason()).as("seed 7, round " + round).doesNotContain("secret77");
            }
        }
    }

    private static ProxyRoute.Through through(Map<String, String> environment, String endpoint) {
        return (ProxyRoute.Through) ProxyVariables.of(environment).route(URI.create(endpoint));
    }
}
