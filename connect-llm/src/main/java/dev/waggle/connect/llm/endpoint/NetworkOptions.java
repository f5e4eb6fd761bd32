package dev.waggle.connect.llm.endpoint;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Network of all providers: proxies, and certificate authorities of its own.
 *
 * @param proxies the proxies that the environment names
 * @param caFile the authorities of providers that name none, if there are any
 */
public record NetworkOptions(ProxyVariables proxies, @Nullable CaFile caFile) {

    /** No proxy and no authority but those of the JDK. */
    public static final NetworkOptions NONE = new NetworkOptions(ProxyVariables.of(Map.of()), null);

    /**
     * The variables of a file of authorities, in order. {@code SSL_CERT_FILE} is that of OpenSSL, Python (PEP 476) and
     * Go; there it replaces the usual authorities.
     */
    public static final List<String> CA_VARIABLES = List.of("WAGGLE_CA_FILE", "SSL_CERT_FILE");

    /**
     * The network of an environment. Files are read at the first call that needs them.
     *
     * @throws IllegalArgumentException when a variable holds no path; the message names it
     */
    public static NetworkOptions of(Map<String, String> environment) {
        for (String name : CA_VARIABLES) {
            String path = environment.getOrDefault(name, "").strip();
            if (!path.isEmpty()) {
                return new NetworkOptions(ProxyVariables.of(environment), caFile(path, name));
            }
        }
        return new NetworkOptions(ProxyVariables.of(environment), null);
    }

    public NetworkOptions withCaFile(CaFile file) {
        return new NetworkOptions(proxies, file);
    }

    /**
     * A file of authorities.
     *
     * @param location name of its place in messages
     * @throws IllegalArgumentException when the text is no path
     */
    public static CaFile caFile(String path, String location) {
        try {
            return new CaFile(Path.of(path), location);
        } catch (InvalidPathException bad) {
            throw new IllegalArgumentException(location + " is no path: " + bad.getReason());
        }
    }
}
