package dev.waggle.server.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

import dev.waggle.server.RawClient;
import dev.waggle.server.SelfSignedStore;
import dev.waggle.server.access.AccessGate.Admission;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ServerListener.OwnersAddress;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.eclipse.jetty.util.ssl.KeyStoreScanner;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TlsKeyStoreTest {

    private static final String PASSWORD = "changeit-4711";

    @TempDir
    private Path home;

    private Path store(String name, String type, String subject) throws IOException, InterruptedException {
        return SelfSignedStore.make(home.resolve(name), type, subject, PASSWORD);
    }

    private static ServerListener serve(SslContextFactory.Server tls) {
        Operation hello = Operation.of("hello", HttpVerb.GET, "/v1/hello", "Greets.",
                _ -> ApiAnswer.of(JsonValue.of("hello")));
        Place place = new Place("127.0.0.1", 0, OwnersAddress.none(), 100, tls);
        return ServerListener.open(place, List.of(hello), (_, _) -> Admission.of(CallerIdentity.owner()),
                new RequestCounter(), Optional.empty(), World.system());
    }

    private static SSLSocket connect(int port, String... protocols) throws IOException, GeneralSecurityException {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, new TrustManager[] {new TrustAll()}, null);
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket(plain, "localhost", port, true);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        socket.startHandshake();
        return socket;
    }

    private static String subject(int port) throws IOException, GeneralSecurityException {
        try (SSLSocket socket = connect(port)) {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSubjectX500Principal().getName();
        }
    }

    @Test
    void bothFormatsAndBothVersionsOfTlsAreServed() throws Exception {
        for (String type : List.of("PKCS12", "JKS")) {
            try (ServerListener listener = serve(TlsKeyStore.open(store(type, type, "first"), PASSWORD))) {
                for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                    try (SSLSocket socket = connect(listener.port(), version)) {
                        assertThat(RawClient.send(socket, "GET /v1/hello", "Host: localhost").body()).contains("hello");
                    }
                }
                assertThatThrownBy(() -> connect(listener.port(), "TLSv1.1")).isInstanceOf(SSLException.class);
            }
        }
    }

    @Test
    void aChangedFileIsServedAndABrokenOneIsNot() throws Exception {
        Path used = store("used.p12", "PKCS12", "first");
        Path next = store("next.p12", "PKCS12", "second");
        SslContextFactory.Server tls = TlsKeyStore.open(used, PASSWORD);
        try (ServerListener listener = serve(tls)) {
            KeyStoreScanner watch = TlsKeyStore.watch(tls);
            assertThat(subject(listener.port())).isEqualTo("CN=first");
            Files.writeString(used, "broken");
            watch.reload();
            assertThat(subject(listener.port())).isEqualTo("CN=first");
            Files.move(next, used, StandardCopyOption.REPLACE_EXISTING);
            watch.reload();
            assertThat(subject(listener.port())).isEqualTo("CN=second");
        }
    }

    @Test
    void aWrongPasswordAndOtherFilesAreRefusedWithoutThePassword() throws Exception {
        Path good = store("good.p12", "PKCS12", "first");
        Path other = Files.writeString(home.resolve("other"), "x");
        assertThatThrownBy(() -> TlsKeyStore.open(good, "wrong-4711")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("password of the key store").hasMessageNotContaining("wrong-4711");
        assertThatThrownBy(() -> TlsKeyStore.open(other, PASSWORD)).isInstanceOf(RuntimeException.class)
                .hasMessageContaining("key store").hasMessageNotContaining(PASSWORD);
        assertThatThrownBy(() -> TlsKeyStore.open(home.resolve("none"), PASSWORD))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Maybe check the path");
    }

    @Test
    void thePasswordComesFromAPrivateFileOrTheEnvironment() throws IOException {
        Path file = Files.writeString(home.resolve("password"), PASSWORD + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(TlsKeyStore.password(file, Map.of())).isEqualTo(PASSWORD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> TlsKeyStore.password(file, Map.of())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chmod 600");
        assertThat(TlsKeyStore.password(null, Map.of(TlsKeyStore.VARIABLE, PASSWORD))).isEqualTo(PASSWORD);
        assertThatThrownBy(() -> TlsKeyStore.password(null, Map.of())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(TlsKeyStore.VARIABLE);
    }

    /** Trusts the certificates of the test. */
    private static final class TrustAll implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // The test has no client certificates.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // The certificate of the test is its own authority.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
