package dev.waggle.connect.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Objects;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.waggle.signal.world.World;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SecureTest {

    private SSLContext secrets;
    private PretendWeb web;

    @BeforeEach
    void begin() throws IOException, GeneralSecurityException {
        secrets = secrets();
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(secrets));
        web = new PretendWeb(server).name("good.example", PretendWeb.PUBLIC).name("other.example", PretendWeb.PUBLIC)
                .page("/", "text/plain", "secure");
    }

    @AfterEach
    void end() {
        web.close();
    }

    @Test
    void readsFromAServerWithATrustedCertificateOfItsName() throws InterruptedException {
        assertThat(WebFetchTest.done(PretendWeb.fetch(trusting(), "https://good.example/")).text())
                .endsWith("> secure");
        assertThat(web.connections()).containsExactly(PretendWeb.PUBLIC + " 443");
    }

    @Test
    void refusesACertificateOfAnotherName() throws InterruptedException {
        assertThat(WebFetchTest.reason(PretendWeb.fetch(trusting(), "https://other.example/")))
                .startsWith("no secure connection to \"other.example:443\" could be made");
        assertThat(web.requests()).isEmpty();
    }

    @Test
    void refusesACertificateThatNobodyTrusts() throws InterruptedException {
        WebFetch usual = new WebFetch(WebPolicy.defaults(), World.system(1), web.network());

        assertThat(WebFetchTest.reason(PretendWeb.fetch(usual, "https://good.example/")))
                .startsWith("no secure connection to \"good.example:443\" could be made");
        assertThat(web.requests()).isEmpty();
    }

    private WebFetch trusting() {
        return new WebFetch(WebPolicy.defaults(), World.system(1), web.network(new DefaultClientTlsStrategy(secrets)));
    }

    private static SSLContext secrets() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        char[] password = "pretend".toCharArray();
        try (InputStream file = SecureTest.class.getResourceAsStream("good.example.p12")) {
            store.load(Objects.requireNonNull(file, "the key store beside this test"), password);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, password);
        trusted.setCertificateEntry("good", store.getCertificate("good"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
