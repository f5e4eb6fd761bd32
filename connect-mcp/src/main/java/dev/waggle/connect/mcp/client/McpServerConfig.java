package dev.waggle.connect.mcp.client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a tool server: its transport and its used tools.
 *
 * @param name its name for people and messages, 1 to 64 characters
 * @param transport the transport to it
 * @param tools the exact names of the tools that are used; empty for all that it has
 * @param callTimeout the timeout of a call of a tool, from 1 ms
 * @param connectTimeout the timeout to start, shake hands and list its tools, from 1 ms
 */
public record McpServerConfig(String name, Transport transport, List<String> tools, Duration callTimeout,
        Duration connectTimeout) {

    /** Default timeout of a call; most tools answer within it, web pages included. */
    public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(30);

    /** A server that is fetched by a package runner when it is first used needs as long. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(30);

    private static final int MAX_NAME = 64;

    public McpServerConfig {
        if (name.isBlank() || name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name of a tool server must be 1 to " + MAX_NAME
                    + " visible characters, got " + name.length());
        }
        tools = List.copyOf(tools);
        if (Set.copyOf(tools).size() < tools.size()) {
            throw new IllegalArgumentException("the tool server " + name + " lists a tool twice: " + tools);
        }
        requirePositive(name, "callTimeout", callTimeout);
        requirePositive(name, "connectTimeout", connectTimeout);
    }

    /** With all of its tools and the usual times. */
    public static McpServerConfig of(String name, Transport transport) {
        return new McpServerConfig(name, transport, List.of(), DEFAULT_CALL_TIMEOUT, DEFAULT_CONNECT_TIMEOUT);
    }

    /** With these tools only. */
    public McpServerConfig withTools(String... names) {
        return new McpServerConfig(name, transport, List.of(names), callTimeout, connectTimeout);
    }

    public McpServerConfig withCallTimeout(Duration timeout) {
        return new McpServerConfig(name, transport, tools, timeout, connectTimeout);
    }

    public McpServerConfig withConnectTimeout(Duration timeout) {
        return new McpServerConfig(name, transport, tools, callTimeout, timeout);
    }

    private static void requirePositive(String name, String field, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    field + " of the tool server " + name + " must be at least 1 ms, got " + value);
        }
    }

    /** Transport to a tool server. Its secrets are in no message and no {@code toString}. */
    public sealed interface Transport {

        /** Values that must not be seen. */
        List<String> secrets();
    }

    /**
     * Stdio transport: a program that is started for us, with messages on its standard input and output.
     *
     * @param command the program
     * @param args its arguments
     * @param env its environment, besides the few variables that every program needs
     * @param cwd its working directory; {@code null} for ours
     */
    public record Stdio(String command, List<String> args, Map<String, String> env, @Nullable Path cwd)
            implements Transport {

        public Stdio {
            if (command.isBlank() || command.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("the command of a tool server must not be blank");
            }
            args = List.copyOf(args);
            if (args.stream().anyMatch(arg -> arg.indexOf('\0') >= 0)) {
                throw new IllegalArgumentException("the arguments of " + command + " must not hold the character 0");
            }
            env = copy(env);
            env.forEach((variable, value) -> {
                if (variable.isEmpty() || variable.indexOf('=') >= 0 || variable.indexOf('\0') >= 0) {
                    throw new IllegalArgumentException(
                            QuotedValue.of(variable) + " cannot be a variable of an environment");
                }
                if (value.indexOf('\0') >= 0) {
                    throw new IllegalArgumentException("the variable " + variable + " must not hold the character 0");
                }
            });
        }

        public static Stdio of(String command, String... args) {
            return new Stdio(command, List.of(args), Map.of(), null);
        }

        @Override
        public List<String> secrets() {
            return List.copyOf(env.values());
        }

        /** Arguments may hold keys too, so they are counted only. */
        @Override
        public String toString() {
            return "Stdio[command=" + command + ", args=" + args.size() + ", env=" + new TreeSet<>(env.keySet())
                    + ", cwd=" + cwd + "]";
        }
    }

    /**
     * Streamable HTTP transport to a running server. Redirects are not followed, so that headers
     * go nowhere else.
     *
     * @param url its endpoint, {@code http} or {@code https}
     * @param headers the headers of each request, for example {@code Authorization}
     */
    public record Http(URI url, Map<String, String> headers) implements Transport {

        /** Those that the HTTP client sets by itself, or the protocol does. */
        private static final Set<String> RESERVED = Set.of("connection", "content-length", "expect", "host", "upgrade",
                "accept", "content-type", "mcp-session-id", "mcp-protocol-version", "last-event-id");

        public Http {
            String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
            if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
                throw new IllegalArgumentException("the url of a tool server must begin with http:// or https:// and"
                        + " name a host, got the scheme \"" + scheme + "\"");
            }
            if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
                throw new IllegalArgumentException("the url of the tool server at " + url.getHost()
                        + " must hold no user and no fragment\nMaybe the key belongs into the headers.");
            }
            headers = copy(headers);
            headers.forEach((header, value) -> {
                if (!header.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")
                        || RESERVED.contains(header.toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException(QuotedValue.of(header) + " cannot be a header of a tool server");
                }
                if (!value.chars().allMatch(unit -> unit == '\t' || (unit >= ' ' && unit <= '~'))) {
                    throw new IllegalArgumentException(
                            "the header " + header + " must hold visible ASCII characters only");
                }
            });
        }

        @Override
        public List<String> secrets() {
            return List.copyOf(headers.values());
        }

        /** The place without its query, which may hold a key. */
        @Override
        public String toString() {
            return "Http[url=" + url.getScheme() + "://" + url.getAuthority() + url.getPath() + ", headers="
                    + new TreeSet<>(headers.keySet()) + "]";
        }
    }

    private static Map<String, String> copy(Map<String, String> values) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
