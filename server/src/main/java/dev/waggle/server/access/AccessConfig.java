package dev.waggle.server.access;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

import dev.waggle.connect.mcp.admission.OriginPolicy;
import dev.waggle.signal.json.JsonLine;
import org.jspecify.annotations.Nullable;

/**
 * Access rules of a server.
 *
 * @param host the address to listen at
 * @param credentials the credentials of callers
 * @param allowedHosts names under which other machines reach it; empty for any
 * @param origins the web pages of other servers that may send requests
 * @param publicUrl the address that browsers use when a proxy stands before the server; {@code null} without one
 * @param isTls whether the server itself speaks TLS
 */
public record AccessConfig(String host, Credentials credentials, List<String> allowedHosts, OriginPolicy origins,
        @Nullable URI publicUrl, boolean isTls) {

    /** The address that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Credentials of callers. */
    public enum Credentials {
        /** A token, or a session of the owner's browser. */
        REQUIRED,
        /** None: every program of this machine acts as the owner. */
        NONE
    }

    public AccessConfig {
        InetAddress _ = address(host);
        allowedHosts = allowedHosts.stream().map(AccessConfig::requireHost).toList();
        if (publicUrl != null) {
            requirePublic(publicUrl);
        }
    }

    /** This machine only, with credentials, and no web pages but its own. */
    public static AccessConfig local() {
        return new AccessConfig(LOOPBACK, Credentials.REQUIRED, List.of(), new OriginPolicy(List.of()), null, false);
    }

    public AccessConfig withHost(String newHost) {
        return new AccessConfig(newHost, credentials, allowedHosts, origins, publicUrl, isTls);
    }

    public AccessConfig withCredentials(Credentials newCredentials) {
        return new AccessConfig(host, newCredentials, allowedHosts, origins, publicUrl, isTls);
    }

    public AccessConfig withAllowedHosts(List<String> hosts) {
        return new AccessConfig(host, credentials, hosts, origins, publicUrl, isTls);
    }

    public AccessConfig withOrigins(List<String> allowed) {
        return new AccessConfig(host, credentials, allowedHosts, new OriginPolicy(allowed), publicUrl, isTls);
    }

    public AccessConfig withPublicUrl(@Nullable URI url) {
        return new AccessConfig(host, credentials, allowedHosts, origins, url, isTls);
    }

    public AccessConfig withTls(boolean tls) {
        return new AccessConfig(host, credentials, allowedHosts, origins, publicUrl, tls);
    }

    /** True if it listens at a loopback address. */
    public boolean isLoopback() {
        return address(host).isLoopbackAddress();
    }

    /** True if only this machine reaches it: at a loopback address, and without a proxy before it. */
    public boolean isThisMachineOnly() {
        return isLoopback() && publicUrl == null;
    }

    /** True if browsers reach it by TLS. */
    boolean isSecure() {
        return publicUrl == null ? isTls : "https".equals(publicUrl.getScheme());
    }

    /** The origin of its pages under a host name, in lower case. */
    String originOf(String requestHost) {
        return (isTls ? "https://" : "http://") + requestHost.toLowerCase(Locale.ROOT);
    }

    /** The origin of the public address; {@code null} without one. */
    @Nullable String publicOrigin() {
        return publicUrl == null ? null : publicUrl.getScheme() + "://" + publicUrl.getRawAuthority();
    }

    /** True if a request may name that host. */
    boolean isKnownHost(String requestHost) {
        if (isLoopback() && OriginPolicy.isThisMachine(requestHost)) {
            return true;
        }
        String name = OriginPolicy.nameOf(requestHost);
        if (allowedHosts.contains(name) || (publicUrl != null && name.equals(hostOf(publicUrl)))) {
            return true;
        }
        return !isLoopback() && allowedHosts.isEmpty() && publicUrl == null;
    }

    /**
     * Refuses a server that others reach without a token.
     *
     * @throws IllegalArgumentException when the rules admit others without a token, or there is no valid token
     */
    void requireSafe(boolean hasToken) {
        if (isThisMachineOnly()) {
            return;
        }
        String place = publicUrl == null ? "at " + host : "as " + publicUrl;
        if (credentials == Credentials.NONE) {
            throw new IllegalArgumentException("a server that other machines reach " + place + " needs tokens"
                    + "\nMaybe omit --no-token, or listen at " + LOOPBACK + ".");
        }
        if (!hasToken) {
            throw new IllegalArgumentException("a server that other machines reach " + place
                    + " needs a token, and there is none that is valid"
                    + "\nMaybe make one: waggle token create NAME --scope read,solve.");
        }
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("there is no address " + JsonLine.quoted(host) + "\nMaybe " + LOOPBACK
                    + "?", unknown);
        }
    }

    private static String requireHost(String text) {
        String host = text.toLowerCase(Locale.ROOT);
        if (!host.matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\]")) {
            throw new IllegalArgumentException("an allowed host is a name without a scheme and a port, got "
                    + JsonLine.quoted(text) + "\nMaybe waggle.example.org.");
        }
        return host;
    }

    private static void requirePublic(URI url) {
        boolean isOrigin = url.getRawAuthority() != null && url.getHost() != null && url.getRawUserInfo() == null
                && (url.getRawPath() == null || url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
                && url.getRawQuery() == null && url.getRawFragment() == null;
        if (!isOrigin || !List.of("http", "https").contains(url.getScheme())) {
            throw new IllegalArgumentException("the public address must be a scheme, a host and perhaps a port, got "
                    + JsonLine.quoted(url.toString()) + "\nMaybe https://waggle.example.org.");
        }
    }

    private static String hostOf(URI url) {
        return url.getHost().toLowerCase(Locale.ROOT);
    }
}
