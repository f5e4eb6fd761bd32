package dev.waggle.connect.mcp.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;

/** Tools for servers of the SDK, and their answers. */
final class TestTools {

    private TestTools() {}

    /** A tool that takes a city, as text, and answers with the function's result for its arguments. */
    static McpServerFeatures.SyncToolSpecification tool(String name,
            Function<Map<String, Object>, McpSchema.CallToolResult> work) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", Map.of("city", Map.of("type", "string")));
        schema.put("required", List.of("city"));
        return McpServerFeatures.SyncToolSpecification.builder()
                .tool(McpSchema.Tool.builder(name, schema).description("Does " + name + ".").build())
                .callHandler((_, request) -> work.apply(request.arguments())).build();
    }

    static McpSchema.CallToolResult text(String text) {
        return McpSchema.CallToolResult.builder(List.of(McpSchema.TextContent.builder(text).build())).build();
    }
}
