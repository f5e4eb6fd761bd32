package dev.waggle.connect.a2a.client;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.text.QuotedValue;

/**
 * Address of a remote agent as a user names it: of its host, of its card or of its endpoint.
 *
 * @param name the whole name of the model, {@code a2a:https://agents.example/path}
 * @param url the address in it
 */
record AgentAddress(String name, WebAddress url) {

    static final String SCHEME = "a2a";

    /** Path of the card of an agent below its address (A2A 1.0, section 8.2). */
    static final String CARD_PATH = "/.well-known/agent-card.json";

    private static final String TOKEN = "A2A_TOKEN_";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException when it has another scheme or no address that can be requested
     */
    static AgentAddress of(String name) {
        String prefix = SCHEME + ':';
        if (!name.startsWith(prefix)) {
            throw new IllegalArgumentException("a remote agent is named a2a:URL, got " + QuotedValue.of(name)
                    + "\nMaybe a2a:https://agents.example/.");
        }
        WebAddress url;
        try {
            url = WebAddress.parse(name.substring(prefix.length()));
        } catch (WebException bad) {
            throw new IllegalArgumentException("a remote agent is named a2a:URL, but " + bad.getMessage(), bad);
        }
        if (url.path().indexOf('?') >= 0) {
            throw new IllegalArgumentException("the address of a remote agent must hold no query, got "
                    + QuotedValue.of(url.toString())
                    + "\nMaybe it is a key: that belongs into the variable "
                    + new AgentAddress(name, url).tokenVariable()
                    + ".");
        }
        return new AgentAddress(name, url);
    }

    /** Scheme, host and port, as messages name the agent. */
    String origin() {
        return new WebAddress(url.scheme(), url.host(), url.port(), "").toString();
    }

    /** True if an address has the same scheme, host and port. */
    boolean hasOriginOf(WebAddress other) {
        return url.scheme().equals(other.scheme()) && url.host().equals(other.host()) && url.port() == other.port();
    }

    /** Addresses at which the card may be, in the order in which they are asked. */
    List<WebAddress> cards() {
        String path = url.path().replaceAll("/+$", "");
        if (path.endsWith(".json")) {
            return List.of(url);
        }
        WebAddress ofHost = at(CARD_PATH);
        return path.isEmpty() ? List.of(ofHost) : List.of(at(path + CARD_PATH), ofHost);
    }

    /**
     * Variable of the token for this host: a dot becomes {@code _}, a hyphen {@code __}. The port is added, unless it is
     * the usual one.
     */
    String tokenVariable() {
        String host = url.host().replace("-", "__").replace('.', '_').replace(':', '_').toUpperCase(Locale.ROOT);
        boolean isUsual = url.port() == HTTP_PORT || url.port() == HTTPS_PORT;
        return TOKEN + host + (isUsual ? "" : "_" + url.port());
    }

    /** True if nobody between can read a token: by TLS, or because the agent runs on this machine. */
    boolean isConfidential() {
        InetAddress literal = url.ipLiteral();
        return url.scheme().equals("https") || url.host().equals("localhost")
                || (literal != null && literal.isLoopbackAddress());
    }

    private WebAddress at(String path) {
        return new WebAddress(url.scheme(), url.host(), url.port(), path);
    }
}
