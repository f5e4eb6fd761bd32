package dev.waggle.connect.mcp.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonLine;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.ProtocolVersions;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the parameters of each method. The library answers broken parameters with the words of its parser, or over
 * HTTP with nothing, and leaves the stream of an unknown method open. So a request that breaks a rule is answered here.
 */
final class RequestRules {

    /** The versions over HTTP, oldest first. */
    static final List<String> VERSIONS = List.of(ProtocolVersions.MCP_2025_03_26, ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    private static final String VERSION = "\\d{4}-\\d{2}-\\d{2}";
    private static final List<String> LEVELS = List.of("debug", "info", "notice", "warning", "error", "critical",
            "alert", "emergency");

    /** Longest foreign text in a message, in UTF-16 units. */
    private static final int MAX_QUOTED = 64;

    private final McpJsonMapper json;
    private final Set<String> tools;
    private final boolean hasResources;

    /**
     * Creates the rules of a server.
     *
     * @param tools the names of its tools
     * @param hasResources whether it has resources
     */
    RequestRules(McpJsonMapper json, Set<String> tools, boolean hasResources) {
        this.json = json;
        this.tools = new TreeSet<>(tools);
        this.hasResources = hasResources;
    }

    /**
     * An error of a request.
     *
     * @param code the code of JSON-RPC
     * @param reason the error and the remedy
     */
    record BrokenRule(int code, String reason) {}

    /** The rule that a request breaks; empty when the library can answer it. */
    Optional<BrokenRule> brokenBy(JSONRPCRequest request) {
        Object params = request.params();
        if (!isKnown(request.method())) {
            return Optional.of(new BrokenRule(RpcError.NO_METHOD, "there is no method " + quoted(request.method())));
        }
        if (params != null && !(params instanceof Map)) {
            return badParams("params must be an object");
        }
        Map<?, ?> fields = params == null ? Map.of() : (Map<?, ?>) params;
        String problem = problemOfMeta(fields.get("_meta"));
        return badParams(problem != null ? problem : problem(request.method(), fields));
    }

    private static Optional<BrokenRule> badParams(@Nullable String reason) {
        return Optional.ofNullable(reason).map(known -> new BrokenRule(RpcError.BAD_PARAMS, known));
    }

    private boolean isKnown(String method) {
        return switch (method) {
            case McpSchema.METHOD_INITIALIZE, McpSchema.METHOD_PING, McpSchema.METHOD_TOOLS_LIST,
                    McpSchema.METHOD_TOOLS_CALL, McpSchema.METHOD_LOGGING_SET_LEVEL ->
                true;
            case McpSchema.METHOD_RESOURCES_LIST, McpSchema.METHOD_RESOURCES_TEMPLATES_LIST,
                    McpSchema.METHOD_RESOURCES_READ ->
                hasResources;
            default -> false;
        };
    }

    private @Nullable String problem(String method, Map<?, ?> params) {
        return switch (method) {
            case McpSchema.METHOD_INITIALIZE -> problemOfStart(params);
            case McpSchema.METHOD_TOOLS_CALL -> problemOfCall(params);
            case McpSchema.METHOD_RESOURCES_READ -> problemOfRead(params);
            case McpSchema.METHOD_LOGGING_SET_LEVEL -> problemOfLevel(params);
            case McpSchema.METHOD_PING -> null;
            default -> params.get("cursor") == null ? null : "there is no page of that cursor"
                    + "\nMaybe leave the cursor out: the list has one page.";
        };
    }

    private @Nullable String problemOfStart(Map<?, ?> params) {
        if (!(params.get("protocolVersion") instanceof String version)) {
            return "protocolVersion must be a text";
        }
        if (!version.matches(VERSION)) {
            return "Unsupported protocol version " + quoted(version) + "\nMaybe one of: " + String.join(", ", VERSIONS)
                    + ".";
        }
        if (!(params.get("capabilities") instanceof Map) || !(params.get("clientInfo") instanceof Map<?, ?> client)) {
            return "capabilities and clientInfo must be objects";
        }
        if (!(client.get("name") instanceof String) || !(client.get("version") instanceof String)) {
            return "clientInfo must have a name and a version";
        }
        return fits(params, new TypeRef<McpSchema.InitializeRequest>() {});
    }

    private @Nullable String problemOfCall(Map<?, ?> params) {
        if (!(params.get("name") instanceof String name)) {
            return "name must be the name of a tool\nMaybe one of: " + String.join(", ", tools) + ".";
        }
        if (!tools.contains(name)) {
            return "there is no tool " + quoted(name) + "\nMaybe one of: " + String.join(", ", tools) + ".";
        }
        if (params.get("arguments") != null && !(params.get("arguments") instanceof Map)) {
            return "arguments must be an object";
        }
        return fits(params, new TypeRef<McpSchema.CallToolRequest>() {});
    }

    private @Nullable String problemOfRead(Map<?, ?> params) {
        return params.get("uri") instanceof String uri && !uri.isBlank()
                ? fits(params, new TypeRef<McpSchema.ReadResourceRequest>() {})
                : "uri must be the address of a resource\nMaybe list them: resources/list.";
    }

    private static @Nullable String problemOfLevel(Map<?, ?> params) {
        return params.get("level") instanceof String level && LEVELS.contains(level) ? null
                : "level must be one of " + LEVELS.stream().collect(Collectors.joining(", "));
    }

    /** A progress token is a text or a whole number. */
    private static @Nullable String problemOfMeta(@Nullable Object meta) {
        if (meta == null) {
            return null;
        }
        if (!(meta instanceof Map<?, ?> fields)) {
            return "_meta must be an object";
        }
        return switch (fields.get("progressToken")) {
            case null -> null;
            case String text when text.length() <= MessageForm.MAX_ID -> null;
            case Integer _, Long _ -> null;
            default -> "progressToken must be a text of at most " + MessageForm.MAX_ID
                    + " characters or a whole number of 64 bits";
        };
    }

    /** The library converts the parameters in the same way; its message names classes, so it is not repeated. */
    private <T> @Nullable String fits(Map<?, ?> params, TypeRef<T> type) {
        try {
            T _ = json.convertValue(params, type);
            return null;
        } catch (RuntimeException misfit) {
            return "a field of params has the wrong type";
        }
    }

    private static String quoted(String text) {
        return JsonLine.quoted(text.substring(0, Math.min(text.length(), MAX_QUOTED)));
    }
}
