package dev.waggle.connect.llm;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Ways to an endpoint through a proxy of the environment. The endpoint's name is known to the proxy only. */
@Timeout(120) // Else a tunnel that stays open holds the build.
class ProxyTest {

    private static final String HOST = "models.test";
    private static final String LOGIN = "ann:p@ss word";

    @TempDir
    static Path folder;

    private static TestAuthority authority;

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = new TestAuthority(folder);
    }

    @Test
    void httpsGoesThroughATunnelOfTheProxy() throws Exception {
        try (RawServer server = RawServer.secure(authority.server("dns:" + HOST), RawServer.FINE);
                RawServer proxy = RawServer.tunnel(server.port())) {
            for (String name : List.of("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")) {
                assertThat(answer(Map.of(name, "http://127.0.0.1:" + proxy.port(), "HTTP_PROXY", "http://127.0.0.1:1"),
                        "https")).isEqualTo("fine");
                assertThat(proxy.requests().getLast().line()).isEqualTo("CONNECT " + HOST + ":443 HTTP/1.1");
                assertThat(proxy.requests().getLast().headers()).doesNotContainKey("authorization");
            }
        }
    }

    @Test
    void httpIsAskedAtTheProxy() throws Exception {
        try (RawServer proxy = RawServer.saying(RawServer.FINE)) {
            for (String name : List.of("HTTP_PROXY", "http_proxy", "ALL_PROXY")) {
                assertThat(answer(Map.of(name, "ann:p%40ss%20word@127.0.0.1:" + proxy.port(), "HTTPS_PROXY",
                        "http://127.0.0.1:1"), "http")).isEqualTo("fine");
                assertThat(proxy.requests().getLast().line())
                        .isEqualTo("POST http://" + HOST + "/v1/chat/completions HTTP/1.1");
                assertThat(proxy.requests().getLast().header("proxy-authorization")).isEqualTo(basic());
            }
        }
    }

    @Test
    void loopbackIsNeverAskedThroughAProxy() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("ALL_PROXY", "http://127.0.0.1:1", "OPENAI_BASE_URL",
                        "http://localhost:" + server.port() + "/v1"))) {
            assertThat(catalog.harness("openai:m").run(ProviderTestBed.hello(), bed.context()).content())
                    .isEqualTo("fine");
        }
    }

    @Test
    void aHostOfNoProxyIsAskedItself() throws Exception {
        try (RawServer proxy = RawServer.saying(RawServer.FINE)) {
            HarnessFailure failure = failure(Map.of("HTTP_PROXY", "http://127.0.0.1:" + proxy.port(), "NO_PROXY",
                    "other.test, .test"), "http");

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
            assertThat(proxy.requests()).isEmpty();
        }
    }

    @Test
    void aProxyThatWantsALoginIsNamedWithTheRemedy() throws Exception {
        try (RawServer proxy = RawServer.saying(String.join("\r\n", "HTTP/1.1 407 no",
                "Proxy-Authenticate: Basic realm=\"x\"", "Content-Length: 0", "Connection: close", "", ""))) {
            String address = "127.0.0.1:" + proxy.port();
            for (String scheme : List.of("http", "https")) {
                HarnessFailure failure = failure(Map.of("ALL_PROXY", "http://" + address), scheme);

                assertThat(failure.kind()).as(failure.message()).isEqualTo(HarnessFailure.Kind.AUTHENTICATION);
                assertThat(failure.message()).contains("the proxy of ALL_PROXY: " + address,
                        "wants a user and a password", "http://user:password@proxy");
            }
            assertThat(failure(Map.of("ALL_PROXY", "http://ann:secret77@" + address), "http").message())
                    .contains("does not accept its user").doesNotContain("secret77");
        }
    }

    @Test
    void aProxyThatCannotBeUsedIsNamedAndNothingIsSent() throws Exception {
        for (String value : List.of("socks5://ann:secret77@127.0.0.1:1080", "http://ann:sec ret77@proxy",
                "https://ann:secret77@proxy:8443")) {
            HarnessFailure failure = failure(Map.of("HTTPS_PROXY", value), "https");

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.FAILED);
            assertThat(failure.message()).contains("HTTPS_PROXY", "Maybe http://proxy:8080", "NO_PROXY")
                    .doesNotContain("ret77");
        }
    }

    @Test
    void aProxyThatIsNotThereIsNamed() throws Exception {
        HarnessFailure failure = failure(Map.of("HTTPS_PROXY", "127.0.0.1:1"), "https");

        assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
        assertThat(failure.message()).contains("through the proxy of HTTPS_PROXY: 127.0.0.1:1");
    }

    /** The JDK decides once in the life of a process whether tunnels take a login, so this one is a process. */
    @Test
    void aTunnelSendsTheLoginOfTheAddress() throws Exception {
        try (RawServer server = RawServer.secure(authority.server("dns:" + HOST), RawServer.FINE);
                RawServer proxy = RawServer.tunnel(server.port())) {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp", System.getProperty("java.class.path"), ProxyTest.class.getName(),
                    "http://ann:p%40ss%20word@127.0.0.1:" + proxy.port(), authority.file().toString())
                    .redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(printed).isZero();
            assertThat(printed).endsWith("answer: fine");
            assertThat(proxy.next().header("proxy-authorization")).isEqualTo(basic());
            assertThat(server.next().headers()).doesNotContainKey("proxy-authorization");
        }
    }

    /** The process of that test: proxy and file of authorities. */
    public static void main(String... arguments) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("OPENAI_BASE_URL", "https://" + HOST + "/v1",
                        "HTTPS_PROXY", arguments[0], "WAGGLE_CA_FILE", arguments[1]))) {
            System.out.print("answer: "
                    + catalog.harness("openai:m").run(ProviderTestBed.hello(), bed.context()).content());
        }
    }

    private static String basic() {
        return "Basic " + Base64.getEncoder().encodeToString(LOGIN.getBytes(StandardCharsets.UTF_8));
    }

    private static String answer(Map<String, String> proxies, String scheme) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = catalog(proxies, scheme)) {
            return catalog.harness("openai:m").run(ProviderTestBed.hello(), bed.context()).content();
        }
    }

    private static HarnessFailure failure(Map<String, String> proxies, String scheme) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = catalog(proxies, scheme)) {
            return bed.failure(catalog.harness("openai:m"), bed.context());
        }
    }

    private static ModelCatalog catalog(Map<String, String> proxies, String scheme) {
        Map<String, String> environment = new HashMap<>(proxies);
        environment.put("OPENAI_BASE_URL", scheme + "://" + HOST + "/v1");
        environment.put("WAGGLE_CA_FILE", authority.file().toString());
        return ModelCatalog.of(environment);
    }
}
