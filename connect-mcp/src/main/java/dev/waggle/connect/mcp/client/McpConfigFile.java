package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The file in which many programs configure their tool servers:
 *
 * <pre>{@code
 * {"mcpServers": {
 *   "files": {"command": "files-server", "args": ["/data"], "env": {"MODE": "read"}, "cwd": "/data",
 *             "tools": ["read_file"], "timeoutMs": 30000},
 *   "search": {"url": "https://tools.example/mcp", "headers": {"Authorization": "Bearer ${SEARCH_KEY}"}}}}
 * }</pre>
 *
 * <p>{@code ${NAME}} in values of {@code env} and {@code headers} stands for a variable of our own environment. Besides
 * these there are {@code connectTimeoutMs}, and {@code type}, which other programs write and which must agree with the
 * rest. Anything else is refused. No message holds a value of {@code env} or {@code headers}.
 */
public final class McpConfigFile {

    /** Largest file, in bytes: hundreds of servers. */
    private static final int MAX_BYTES = 1024 * 1024;

    /** Longest time that can be written, in milliseconds: a day. */
    private static final long MAX_MILLIS = 24L * 60 * 60 * 1000;

    private static final List<String> TOP = List.of("mcpServers");
    private static final List<String> KEYS = List.of("command", "args", "env", "cwd", "url", "headers", "tools",
            "timeoutMs", "connectTimeoutMs", "type");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> environment;

    private McpConfigFile(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The servers of a file.
     *
     * @param environment the variables for {@code ${NAME}}
     * @throws IOException when it cannot be read, or is larger than a megabyte
     * @throws IllegalArgumentException as {@link #parse}
     */
    public static List<McpServerConfig> load(Path file, Map<String, String> environment) throws IOException {
        return parse(BoundedFile.text(file, MAX_BYTES), environment);
    }

    /**
     * The servers of a text, in its order.
     *
     * @param environment the variables for {@code ${NAME}}
     * @throws IllegalArgumentException when anything in it is invalid; the message names the place and the remedy
     */
    public static List<McpServerConfig> parse(String text, Map<String, String> environment) {
        try {
            return servers(text, environment);
        } catch (JsonFieldException refused) {
            throw refused.withoutSecrets();
        }
    }

    private static List<McpServerConfig> servers(String text, Map<String, String> environment) {
        JsonObjectReader top = JsonObjectReader.root("the file", json(text));
        top.rejectUnknownFields(TOP);
        JsonObjectReader servers = top.object("mcpServers");
        McpConfigFile file = new McpConfigFile(environment);
        List<McpServerConfig> configs = new ArrayList<>();
        servers.names().forEach(name -> configs.add(file.server(name, servers.object(name))));
        return List.copyOf(configs);
    }

    /** Names the position of invalid JSON and does not quote it, because it may be a key without its quotes. */
    private static JsonValue json(String text) {
        try {
            return JsonText.read(text);
        } catch (IllegalArgumentException bad) {
            String message = String.valueOf(bad.getMessage());
            int place = message.indexOf(':');
            throw new IllegalArgumentException("the file is " + (place < 0 ? message : message.substring(0, place))
                    + ", or has a name twice there");
        }
    }

    private McpServerConfig server(String name, JsonObjectReader server) {
        server.rejectUnknownFields(KEYS);
        McpServerConfig config = McpServerConfig.of(name, transport(server))
                .withTools(server.optionalTexts("tools").toArray(String[]::new));
        Duration call = millis(server, "timeoutMs");
        Duration connect = millis(server, "connectTimeoutMs");
        config = call == null ? config : config.withCallTimeout(call);
        return connect == null ? config : config.withConnectTimeout(connect);
    }

    private McpServerConfig.Transport transport(JsonObjectReader server) {
        String command = server.optionalVisibleText("command");
        String url = server.optionalVisibleText("url");
        if (command != null && url == null) {
            return stdio(command, server);
        }
        if (url != null && command == null) {
            return http(url, server);
        }
        throw new IllegalArgumentException(server.place("command") + (url == null
                ? " is missing, and url too"
                : " and url are both present") + "\nMaybe give command for a program, or url for a server.");
    }

    private McpServerConfig.Transport stdio(String command, JsonObjectReader server) {
        requireAbsent(server, "headers", "url");
        requireType(server, List.of("stdio"));
        return new McpServerConfig.Stdio(command, server.optionalTexts("args"), expanded(server.optionalObject("env")),
                folder(server));
    }

    private static @Nullable Path folder(JsonObjectReader server) {
        String cwd = server.optionalVisibleText("cwd");
        try {
            return cwd == null ? null : Path.of(cwd);
        } catch (InvalidPathException bad) {
            throw new IllegalArgumentException(server.place("cwd") + " is no path: " + bad.getReason());
        }
    }

    private McpServerConfig.Transport http(String url, JsonObjectReader server) {
        for (String key : List.of("args", "env", "cwd")) {
            requireAbsent(server, key, "command");
        }
        requireType(server, List.of("http", "streamable-http", "streamableHttp"));
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(server.place("url") + " must be a URL", bad);
        }
        return new McpServerConfig.Http(uri, expanded(server.optionalObject("headers")));
    }

    private static void requireAbsent(JsonObjectReader server, String key, String other) {
        if (server.optional(key) != null) {
            throw new IllegalArgumentException(server.place(key) + " goes with " + other + " only");
        }
    }

    private static void requireType(JsonObjectReader server, List<String> allowed) {
        String type = server.optionalText("type");
        if (type != null && !allowed.contains(type)) {
            throw server.invalid("type", String.join(" or ", allowed), "Maybe leave it out.");
        }
    }

    /** Values with {@code ${NAME}} replaced; no message may hold one. */
    private Map<String, String> expanded(@Nullable JsonObjectReader secrets) {
        Map<String, String> values = new LinkedHashMap<>();
        if (secrets != null) {
            for (String key : secrets.names()) {
                String place = secrets.place(key);
                if (!(secrets.value(key) instanceof JsonValue.Str secret)) {
                    throw new IllegalArgumentException(place + " must be a text");
                }
                values.put(key, expand(place, secret.value()));
            }
        }
        return values;
    }

    private String expand(String at, String value) {
        Matcher matcher = VARIABLE.matcher(value);
        StringBuilder expanded = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!matcher.group().endsWith("}") || !NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(at + " holds ${ without the name of a variable and }");
            }
            String known = environment.get(name);
            if (known == null) {
                throw new IllegalArgumentException(
                        at + " needs the variable " + name + ", which is not set\nMaybe export " + name + ".");
            }
            matcher.appendReplacement(expanded, Matcher.quoteReplacement(known));
        }
        return matcher.appendTail(expanded).toString();
    }

    private static @Nullable Duration millis(JsonObjectReader server, String name) {
        Long millis = server.optionalInteger(name);
        if (millis == null) {
            return null;
        }
        if (millis < 1 || millis > MAX_MILLIS) {
            throw server.invalid(name, "a whole number of milliseconds from 1 to " + MAX_MILLIS);
        }
        return Duration.ofMillis(millis);
    }
}
