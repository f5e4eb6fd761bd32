package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.Suggestions;
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
    private static final long MAX_BYTES = 1024 * 1024;

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
     * @param environment the variables for {@code ${NAME}} @throws IOException when it cannot be read, or is larger
     *        than a megabyte
     * @throws IllegalArgumentException as {@link #parse}
     */
    public static List<McpServerConfig> load(Path file, Map<String, String> environment) throws IOException {
        long size = Files.size(file);
        if (size > MAX_BYTES) {
            throw new IOException(file + " has " + size + " bytes, more than " + MAX_BYTES);
        }
        return parse(Files.readString(file), environment);
    }

    /**
     * The servers of a text, in its order.
     *
     * @param environment the variables for {@code ${NAME}}
     * @throws IllegalArgumentException when anything in it is invalid; the message names the place and the remedy
     */
    public static List<McpServerConfig> parse(String text, Map<String, String> environment) {
        Map<String, JsonValue> top = object("the file", json(text));
        requireKnown("the file", top, TOP);
        JsonValue servers = top.get("mcpServers");
        if (servers == null) {
            throw new IllegalArgumentException("the file has no mcpServers");
        }
        McpConfigFile file = new McpConfigFile(environment);
        List<McpServerConfig> configs = new ArrayList<>();
        object("mcpServers", servers).forEach((name, server) -> configs.add(file.server(name, server)));
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

    private McpServerConfig server(String name, JsonValue value) {
        String at = "mcpServers." + display(name);
        Map<String, JsonValue> fields = object(at, value);
        requireKnown(at, fields, KEYS);
        McpServerConfig config = McpServerConfig.of(name, transport(at, fields))
                .withTools(texts(at + ".tools", fields.get("tools")).toArray(String[]::new));
        Duration call = millis(at + ".timeoutMs", fields.get("timeoutMs"));
        Duration connect = millis(at + ".connectTimeoutMs", fields.get("connectTimeoutMs"));
        config = call == null ? config : config.withCallTimeout(call);
        return connect == null ? config : config.withConnectTimeout(connect);
    }

    private McpServerConfig.Transport transport(String at, Map<String, JsonValue> fields) {
        JsonValue command = fields.get("command");
        JsonValue url = fields.get("url");
        if ((command == null) == (url == null)) {
            throw new IllegalArgumentException(at + (command == null
                    ? " has neither command nor url"
                    : " has both command and url") + "\nMaybe give command for a program, or url for a server.");
        }
        return command != null ? stdio(at, text(at + ".command", command), fields)
                : http(at, text(at + ".url", Objects.requireNonNull(url)), fields);
    }

    private McpServerConfig.Transport stdio(String at, String command, Map<String, JsonValue> fields) {
        requireAbsent(at, fields, "headers", "url");
        requireType(at, fields, List.of("stdio"));
        JsonValue cwd = fields.get("cwd");
        return new McpServerConfig.Stdio(command, texts(at + ".args", fields.get("args")),
                expanded(at + ".env", fields.get("env")), cwd == null ? null : Path.of(text(at + ".cwd", cwd)));
    }

    private McpServerConfig.Transport http(String at, String url, Map<String, JsonValue> fields) {
        for (String key : List.of("args", "env", "cwd")) {
            requireAbsent(at, fields, key, "command");
        }
        requireType(at, fields, List.of("http", "streamable-http", "streamableHttp"));
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(at + ".url must be a URL", bad);
        }
        return new McpServerConfig.Http(uri, expanded(at + ".headers", fields.get("headers")));
    }

    private static void requireAbsent(String at, Map<String, JsonValue> fields, String key, String other) {
        if (fields.containsKey(key)) {
            throw new IllegalArgumentException(at + "." + key + " goes with " + other + " only");
        }
    }

    private static void requireType(String at, Map<String, JsonValue> fields, List<String> allowed) {
        JsonValue type = fields.get("type");
        if (type != null && !allowed.contains(text(at + ".type", type))) {
            throw new IllegalArgumentException(at + ".type must be " + String.join(" or ", allowed) + ", got "
                    + JsonLine.of(type) + "\nMaybe leave it out.");
        }
    }

    /** Values with {@code ${NAME}} replaced; no message may hold one. */
    private Map<String, String> expanded(String at, @Nullable JsonValue value) {
        Map<String, String> values = new LinkedHashMap<>();
        if (value != null) {
            object(at, value).forEach((key, item) -> {
                if (!(item instanceof JsonValue.Str secret)) {
                    throw new IllegalArgumentException(at + "." + display(key) + " must be a text");
                }
                values.put(key, expand(at + "." + display(key), secret.value()));
            });
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

    private static void requireKnown(String at, Map<String, JsonValue> fields, List<String> known) {
        for (String key : fields.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(at + " has the unknown key " + display(key) + "\nMaybe "
                        + Suggestions.nearest(key, known).orElseGet(() -> "one of " + String.join(", ", known)) + ".");
            }
        }
    }

    private static Map<String, JsonValue> object(String at, JsonValue value) {
        if (value instanceof JsonValue.Obj obj) {
            return obj.fields();
        }
        throw new IllegalArgumentException(at + " must be an object");
    }

    private static String text(String at, JsonValue value) {
        if (value instanceof JsonValue.Str str && !str.value().isBlank()) {
            return str.value();
        }
        throw new IllegalArgumentException(at + " must be a text that is not blank");
    }

    private static List<String> texts(String at, @Nullable JsonValue value) {
        if (value == null) {
            return List.of();
        }
        if (value instanceof JsonValue.Arr arr) {
            List<String> texts = new ArrayList<>();
            for (JsonValue item : arr.items()) {
                if (!(item instanceof JsonValue.Str str)) {
                    throw new IllegalArgumentException(at + " must hold texts only");
                }
                texts.add(str.value());
            }
            return texts;
        }
        throw new IllegalArgumentException(at + " must be an array of texts");
    }

    private static @Nullable Duration millis(String at, @Nullable JsonValue value) {
        if (value == null) {
            return null;
        }
        if (value instanceof JsonValue.Num num && num.value().signum() > 0
                && num.value().compareTo(BigDecimal.valueOf(MAX_MILLIS)) <= 0
                && num.value().stripTrailingZeros().scale() <= 0) {
            return Duration.ofMillis(num.value().longValueExact());
        }
        throw new IllegalArgumentException(at + " must be a whole number of milliseconds from 1 to " + MAX_MILLIS
                + ", got " + (value instanceof JsonValue.Num ? JsonLine.of(value) : "no number"));
    }

    private static String display(String name) {
        return JsonLine.quoted(TextClip.of(name, 60));
    }
}
