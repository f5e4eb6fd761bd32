package dev.waggle.cli.models;

import java.util.Map;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.provider.ProviderConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReportMaskTest {

    private static ProviderConfig provider(String name) {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of("WAGGLE_BASE_URL", "https://llm.corp.test:8443/team/v1"))) {
            return catalog.providers().stream().map(ModelCatalog.ProviderStatus::provider)
                    .filter(provider -> provider.name().equals(name)).findFirst().orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            at https://llm.corp.test:8443/team/v1 is       | at (own address) is
            host llm.corp.test, no trusted authority        | host (own host), no trusted authority
            redirects (HTTP 308) to https://a.test/b?c=d, and | redirects (HTTP 308) to (own address), and
            through the proxy of https_proxy: gate.test:80   | through the proxy of https_proxy: (own address)
            the proxy of ALL_PROXY: 10.1.2.3:8080 wants a user | the proxy of ALL_PROXY: (own address) wants a user
            the file /home/ann/ca.pem                       | the file ~/ca.pem
            """)
    void hidesOwnAddresses(String text, String masked) {
        assertThat(new ReportMask(provider("compatible"), "/home/ann").of(text)).isEqualTo(masked);
    }

    @Test
    void theProxyInFrontOfAKnownAddressIsOwnToo() {
        assertThat(new ReportMask(provider("openai"), "").of("openai at https://api.openai.com/v1 cannot be reached:"
                + " no connection within the time, through the proxy of HTTPS_PROXY: gate.corp.test:8080"))
                .isEqualTo("openai at https://api.openai.com/v1 cannot be reached: no connection within the time,"
                        + " through the proxy of HTTPS_PROXY: (own address)");
    }
}
