package dev.waggle.cli.option;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessConfig.Credentials;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.http.TlsKeyStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Address and access of a server, as flags. */
public final class ServerOptions {

    private static final int DEFAULT_PORT = 8484;

    @Option(names = "--host", paramLabel = "ADDRESS",
            description = "address to listen at; any other than a loopback address needs a token (default: 127.0.0.1)")
    private String host = AccessConfig.LOOPBACK;

    @Option(names = "--port", paramLabel = "N", description = "port; 0 takes a free one (default: 8484)")
    private int port = DEFAULT_PORT;

    @Option(names = "--no-token", description = "every program of this machine may do everything")
    private boolean isOpen;

    @Option(names = "--allow-host", paramLabel = "NAME",
            description = "a name under which other machines reach the server; repeat for more (default: any)")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--allow-origin", paramLabel = "URL",
            description = "pages of that origin may send requests with a token; repeat for more")
    private List<String> origins = new ArrayList<>();

    @Option(names = "--public-url", paramLabel = "URL", description = "address of a proxy before the server")
    private @Nullable URI publicUrl;

    @Option(names = "--keystore", paramLabel = "FILE", description = "PKCS12 or JKS file with a certificate, for TLS;"
            + " its password is in --keystore-password-file or $" + TlsKeyStore.VARIABLE)
    private @Nullable Path keystore;

    @Option(names = "--keystore-password-file", paramLabel = "FILE", description = "file with the password")
    private @Nullable Path password;

    /** The access rules. */
    public AccessConfig access() {
        return UserException.checked(() -> AccessConfig.local().withHost(host)
                .withCredentials(isOpen ? Credentials.NONE : Credentials.REQUIRED)
                .withAllowedHosts(hosts).withOrigins(origins).withPublicUrl(publicUrl).withTls(keystore != null));
    }

    /** Settings for agents of other systems, with the address under which they reach the server. */
    public A2aSettings reachable(A2aSettings settings) {
        return settings.withPublicUrl(publicUrl, keystore != null);
    }

    /** The place to listen at. */
    public ServerListener.Place place(Map<String, String> environment) {
        return UserException.checked(() -> {
            ServerListener.Place place = ServerListener.Place.of(host, port);
            return keystore == null
                    ? place
                    : place.withTls(keystore, TlsKeyStore.password(password, environment));
        });
    }

    /** Address of a server that listens at that port. */
    public String address(int boundPort) {
        if (publicUrl != null) {
            return publicUrl.toString();
        }
        return (keystore == null ? "http://" : "https://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + boundPort;
    }
}
