package dev.waggle.connect.llm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import javax.net.ssl.SSLContext;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** TLS servers with certificates that are trusted, and with certificates that are not. */
class CertificateTest {

    @TempDir
    static Path folder;

    private static TestAuthority authority;
    private static SSLContext trusted;

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = new TestAuthority(folder);
        trusted = authority.server("dns:localhost");
    }

    @Test
    void anUnknownAuthorityIsOneAttemptWithHostAndRemedy() throws Exception {
        try (RawServer server = RawServer.secure(trusted, RawServer.FINE)) {
            for (int call = 0; call < 6; call++) {
                HarnessFailure failure = failure(server, "localhost", Map.of());

                assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.FAILED);
                assertThat(failure.recoverable()).isFalse();
                assertThat(failure.message()).contains("host localhost", "no trusted authority", "WAGGLE_CA_FILE",
                        "caFile").doesNotContain("tried");
            }
        }
    }

    /** More consecutive failures than open the circuit, over the models with retries. */
    @Test
    void itNeitherRepeatsTheCallNorOpensTheCircuit() throws Exception {
        try (RawServer server = RawServer.secure(trusted, RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                LiveModels models = LiveModels.of(environment(server, "localhost", Map.of()))) {
            Harness model = models.harness("openai:m");
            for (int call = 0; call < 8; call++) {
                assertThat(bed.failure(model, bed.context()).kind()).isEqualTo(HarnessFailure.Kind.FAILED);
            }
            assertThat(bed.types()).filteredOn("harness:start"::equals).hasSize(8);
        }
    }

    @Test
    void anAuthorityOfTheEnvironmentIsTrusted() throws Exception {
        assertThat(answer("localhost", Map.of("WAGGLE_CA_FILE", authority.file().toString()))).isEqualTo("fine");
        assertThat(answer("localhost", Map.of("SSL_CERT_FILE", authority.file().toString()))).isEqualTo("fine");
    }

    @Test
    void anAuthorityOfTheFileOrOfTheProviderIsTrusted() throws Exception {
        String path = authority.file().toString().replace("\\", "/");
        try (RawServer server = RawServer.secure(trusted, RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody())) {
            String provider = "{\"kind\": \"openai\", \"baseUrl\": \"https://localhost:" + server.port() + "/v1\"";
            for (String file : new String[] {
                "{\"providers\": {\"lab\": " + provider + "}}, \"caFile\": \"" + path + "\"}",
                "{\"providers\": {\"lab\": " + provider + ", \"caFile\": \"" + path + "\"}}}"}) {
                try (ModelCatalog catalog = ModelCatalog.of(Map.of(), file)) {
                    assertThat(catalog.harness("lab:m").run(ProviderTestBed.hello(), bed.context()).content())
                            .isEqualTo("fine");
                }
            }
        }
    }

    @Test
    void aCertificateOfAnotherHostIsNamed() throws Exception {
        try (RawServer server = RawServer.secure(trusted, RawServer.FINE)) {
            HarnessFailure failure = failure(server, "127.0.0.1",
                    Map.of("WAGGLE_CA_FILE", authority.file().toString()));

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.FAILED);
            assertThat(failure.message()).contains("host 127.0.0.1", "belongs to other hosts", "Maybe the base URL");
        }
    }

    @Test
    void anExpiredCertificateIsNamed() throws Exception {
        SSLContext old = authority.server("dns:localhost", "-startdate", "-10d", "-validity", "2");
        try (RawServer server = RawServer.secure(old, RawServer.FINE)) {
            HarnessFailure failure = failure(server, "localhost",
                    Map.of("WAGGLE_CA_FILE", authority.file().toString()));

            assertThat(failure.message()).contains("has expired", "clock");
        }
    }

    @Test
    void aFileWithoutCertificatesIsNamedWithItsPlace() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "# nothing\n");
        try (RawServer server = RawServer.secure(trusted, RawServer.FINE)) {
            assertThat(failure(server, "localhost", Map.of("WAGGLE_CA_FILE", empty.toString())).message())
                    .contains("WAGGLE_CA_FILE: " + empty + " holds no certificate");
            assertThat(failure(server, "localhost", Map.of("WAGGLE_CA_FILE", "/nowhere/ca.pem")).message())
                    .contains("WAGGLE_CA_FILE: /nowhere/ca.pem cannot be read");
            assertThat(server.requests()).isEmpty();
        }
    }

    /** A server without TLS needs no file of authorities, so a wrong one does not harm it. */
    @Test
    void aWrongFileHarmsNoServerWithoutTls() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("WAGGLE_CA_FILE", "/nowhere", "OPENAI_BASE_URL",
                        "http://127.0.0.1:" + server.port() + "/v1"))) {
            assertThat(catalog.harness("openai:m").run(ProviderTestBed.hello(), bed.context()).content())
                    .isEqualTo("fine");
        }
    }

    private static String answer(String host, Map<String, String> more) throws Exception {
        try (RawServer server = RawServer.secure(trusted, RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(environment(server, host, more))) {
            return catalog.harness("openai:m").run(ProviderTestBed.hello(), bed.context()).content();
        }
    }

    private static HarnessFailure failure(RawServer server, String host, Map<String, String> more) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(environment(server, host, more))) {
            return bed.failure(catalog.harness("openai:m"), bed.context());
        }
    }

    private static Map<String, String> environment(RawServer server, String host, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(more);
        all.put("OPENAI_BASE_URL", "https://" + host + ":" + server.port() + "/v1");
        return all;
    }
}
