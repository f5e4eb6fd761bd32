package dev.waggle.connect.llm.wire;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;

import dev.waggle.connect.llm.endpoint.ProxyVariables;
import dev.waggle.connect.llm.endpoint.ProxyVariables.ProxyRoute;
import org.jspecify.annotations.Nullable;

/**
 * Selector of the proxy of a request. System properties of the JDK and a selector of the application precede the
 * variables of the environment, because they were chosen for this process.
 */
final class RoutingProxySelector extends ProxySelector {

    private final ProxyVariables variables;

    RoutingProxySelector(ProxyVariables variables) {
        this.variables = variables;
    }

    /** The way by the variables; direct where the process decides. */
    ProxyRoute route(URI endpoint) {
        return isOfProcess(endpoint) ? new ProxyRoute.Direct() : variables.route(endpoint);
    }

    @Override
    public List<Proxy> select(URI endpoint) {
        if (isOfProcess(endpoint)) {
            return ProxySelector.getDefault().select(endpoint);
        }
        return List.of(switch (variables.route(endpoint)) {
            case ProxyRoute.Through it -> new Proxy(Proxy.Type.HTTP, it.address());
            case ProxyRoute.Direct _ -> Proxy.NO_PROXY;
            case ProxyRoute.Unusable it -> throw new IllegalArgumentException(it.reason());
        });
    }

    @Override
    public void connectFailed(URI endpoint, SocketAddress proxy, IOException failure) {
        // The call reports it.
    }

    private static boolean isOfProcess(URI endpoint) {
        ProxySelector process = ProxySelector.getDefault();
        return process != null && (!property(endpoint, "proxyHost").isBlank()
                || process.select(endpoint).stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT));
    }

    private static String property(URI endpoint, String name) {
        @Nullable String value = System.getProperty(endpoint.getScheme().toLowerCase(Locale.ROOT) + "." + name);
        return value == null ? "" : value;
    }
}
