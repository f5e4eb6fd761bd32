package dev.waggle.connect.llm.endpoint;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Proxies by the usual variables: {@code HTTPS_PROXY}, {@code HTTP_PROXY}, {@code ALL_PROXY} and {@code NO_PROXY}.
 * No standard describes them. A name in small letters goes before its capitals, as in curl and Python. The host of the
 * machine itself is never reached through a proxy.
 *
 * <p>{@code HTTP_PROXY} in capitals does not count beside {@code REQUEST_METHOD}, because there a client of a CGI
 * program may have set it (CVE-2016-5386, 2016; Go does the same).
 */
public final class ProxyVariables {

    /** The variables by scheme of the endpoint, in order. */
    private static final Map<String, List<String>> NAMES = Map.of(
            "https", List.of("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"),
            "http", List.of("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"));

    private static final int DEFAULT_PORT = 80;
    private static final int MAX_PORT = 65_535;

    private final Map<String, String> variables = new TreeMap<>();
    private final NoProxyList exceptions;

    private ProxyVariables(Map<String, String> environment) {
        boolean isCgi = environment.containsKey("REQUEST_METHOD");
        NAMES.values().stream().flatMap(List::stream).distinct()
                .filter(name -> !isCgi || !name.equals("HTTP_PROXY"))
                .forEach(name -> keep(environment, name));
        exceptions = NoProxyList.of(Stream.of("no_proxy", "NO_PROXY")
                .map(name -> environment.getOrDefault(name, "")).filter(list -> !list.isBlank())
                .findFirst().orElse(""));
    }

    /** The proxies of that environment. Their addresses are read when one of them is needed. */
    public static ProxyVariables of(Map<String, String> environment) {
        return new ProxyVariables(environment);
    }

    /** True if the address of a proxy holds a user. */
    public boolean hasLogin() {
        return variables.values().stream().anyMatch(value -> value.indexOf('@') >= 0);
    }

    /** The users with their passwords in the addresses of proxies: as they are written, decoded, and as they are sent. */
    public List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            if (through(variable.getKey(), variable.getValue()) instanceof ProxyRoute.Through(_, String login, _)
                    && login != null) {
                String encoded = login.substring(login.indexOf(' ') + 1);
                String user = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
                secrets.addAll(List.of(encoded, user, user.substring(user.indexOf(':') + 1)));
            }
        }
        return secrets;
    }

    private void keep(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "").strip();
        if (!value.isEmpty()) {
            variables.put(name, value);
        }
    }

    /** Way to an endpoint. */
    public sealed interface ProxyRoute {

        /** Without a proxy. */
        record Direct() implements ProxyRoute {}

        /**
         * Through a proxy.
         *
         * @param address its host, not resolved, and its port
         * @param login value of {@code Proxy-Authorization}, if the address names a user; a secret
         * @param variable the variable that names the proxy
         */
        record Through(InetSocketAddress address, @Nullable String login, String variable) implements ProxyRoute {

            @Override
            public String toString() {
                return variable + ": " + address.getHostString() + ":" + address.getPort();
            }
        }

        /** Through something that is no proxy; the reason never shows the value. */
        record Unusable(String reason) implements ProxyRoute {}
    }

    /** The way to an endpoint with a host. */
    public ProxyRoute route(URI endpoint) {
        String scheme = endpoint.getScheme().toLowerCase(Locale.ROOT);
        String host = NoProxyList.bare(endpoint.getHost());
        int port = endpoint.getPort() >= 0 ? endpoint.getPort() : scheme.equals("https") ? 443 : 80;
        if (NoProxyList.isLoopback(host) || exceptions.contains(host, port)) {
            return new ProxyRoute.Direct();
        }
        for (String name : NAMES.getOrDefault(scheme, List.of())) {
            String value = variables.get(name);
            if (value != null) {
                return through(name, value);
            }
        }
        return new ProxyRoute.Direct();
    }

    private static ProxyRoute through(String name, String value) {
        URI proxy;
        try {
            proxy = new URI(value.contains("://") ? value : "http://" + value);
        } catch (URISyntaxException bad) {
            return unusable(name, "holds no address of a proxy");
        }
        if (!"http".equalsIgnoreCase(proxy.getScheme())) {
            return unusable(name, "names a proxy of the scheme " + proxy.getScheme() + ", and only http can be used");
        }
        if (proxy.getHost() == null) {
            return unusable(name, "holds no address of a proxy");
        }
        int port = proxy.getPort() < 0 ? DEFAULT_PORT : proxy.getPort();
        if (port == 0 || port > MAX_PORT) {
            return unusable(name, "names the port " + port + ", and a port is 1 to " + MAX_PORT);
        }
        String user = proxy.getUserInfo();
        String login = user == null ? null : "Basic " + Base64.getEncoder().encodeToString(
                (user.indexOf(':') < 0 ? user + ":" : user).getBytes(StandardCharsets.UTF_8));
        return new ProxyRoute.Through(
                InetSocketAddress.createUnresolved(NoProxyList.bare(proxy.getHost()), port), login, name);
    }

    private static ProxyRoute unusable(String name, String reason) {
        return new ProxyRoute.Unusable(name + " " + reason + "\nMaybe http://proxy:8080, with %40 for an @ of a"
                + " password, or add the endpoint to NO_PROXY.");
    }
}
