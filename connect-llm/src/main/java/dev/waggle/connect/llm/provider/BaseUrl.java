package dev.waggle.connect.llm.provider;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/** Parser of endpoint addresses as people write them into the addresses that the wire needs. */
public final class BaseUrl {

    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://.*");
    private static final int OLLAMA_PORT = 11_434;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_LENGTH = 2_048;

    private BaseUrl() {}

    /**
     * An address of a file or of a variable.
     *
     * @param location name of its place in messages
     */
    public static URI of(String location, String text) {
        String address = text.strip();
        try {
            return new URI(SCHEME.matcher(address).matches() ? address : "http://" + address);
        } catch (URISyntaxException bad) {
            throw new IllegalArgumentException(location + " is no address: " + VisibleText.of(bad.getReason())
                    + "\nMaybe http://127.0.0.1:8080/v1.");
        }
    }

    /** The address of an Ollama server: its usual port when none is given, and a host that can be reached. */
    public static URI ofOllama(String location, String text) {
        // OLLAMA_HOST may name a port only (envconfig/config_test.go of ollama/ollama, "only port").
        URI given = of(location, text.strip().startsWith(":") ? "127.0.0.1" + text.strip() : text);
        String host = given.getHost();
        if (host == null || hasMore(given)) {
            return given; // Refused with the other addresses.
        }
        String reachable = switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "[::]" -> "[::1]";
            default -> host;
        };
        boolean isBare = !SCHEME.matcher(text.strip()).matches() && given.getPort() < 0;
        int port = isBare ? OLLAMA_PORT : given.getPort();
        return URI.create(given.getScheme() + "://" + reachable + (port < 0 ? "" : ":" + port) + given.getRawPath());
    }

    /**
     * The address with the version that its format asks for, or a refusal that names the error. Their own clients add
     * the version, so it is added here unless it is there.
     *
     * @param version the last part of the path, with a slash before it; empty if the format requires none
     */
    static URI checked(String provider, String version, URI url) {
        String scheme = url.getScheme();
        boolean isWeb = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (!isWeb || url.getHost() == null) {
            throw refused(provider, "must be http or https with a host, got " + display(url));
        }
        if (hasMore(url)) {
            throw refused(provider, "must hold no user, query or fragment, got " + display(url)
                    + "\nMaybe it is a key: that belongs into a variable or a file.");
        }
        if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
            throw refused(provider, "must have a port from 1 to " + MAX_PORT + ", got " + url.getPort()
                    + "\nMaybe a digit is too many.");
        }
        if (url.toString().length() > MAX_LENGTH) {
            throw refused(provider, "must have at most " + MAX_LENGTH + " characters, got " + url.toString().length());
        }
        String path = url.getRawPath() == null ? "" : url.getRawPath().replaceAll("/+$", "");
        boolean isVersioned = path.matches(".*/v\\d+[a-z]*\\d*");
        return URI.create(url.getScheme() + "://" + url.getRawAuthority() + path + (isVersioned ? "" : version));
    }

    /** True if an address has a user, a query or a fragment, which may hold secrets. */
    private static boolean hasMore(URI url) {
        return url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null;
    }

    /** The address of an Azure resource without the form of a call, which follows from the version. */
    static URI ofAzure(String provider, URI url) {
        if (url.getRawPath() != null && url.getRawPath().contains("/openai/deployments")) {
            throw refused(provider, "must be that of the resource, got the one of a deployment: " + display(url)
                    + "\nMaybe end it before /openai: the deployment and its version are written beside it.");
        }
        String resource = checked(provider, "", url).toString();
        return URI.create(resource.replaceFirst("/openai(/v1)?$", ""));
    }

    /** The address for display, without parts that may be secret. */
    static String display(URI url) {
        String host = url.getHost();
        int port = url.getPort();
        @Nullable String path = url.getRawPath();
        if (host == null) {
            String authority = url.getRawAuthority();
            return authority == null ? "something else" : authority.substring(authority.lastIndexOf('@') + 1);
        }
        return url.getScheme() + "://" + host + (port < 0 ? "" : ":" + port) + (path == null ? "" : path);
    }

    private static IllegalArgumentException refused(String provider, String reason) {
        return new IllegalArgumentException("the base URL of " + provider + " " + reason);
    }
}
