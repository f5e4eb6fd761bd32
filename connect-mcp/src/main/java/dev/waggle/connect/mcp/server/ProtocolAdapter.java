package dev.waggle.connect.mcp.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.mcp.SdkJson;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer.AsyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import reactor.core.publisher.Mono;

/** Adapter of the definition to the protocol. Every call and every reading is one of the {@link CallRegistry}. */
final class ProtocolAdapter {

    private final McpServerDefinition served;
    private final CallRegistry calls;

    private ProtocolAdapter(McpServerDefinition served, CallRegistry calls) {
        this.served = served;
        this.calls = calls;
    }

    /** Builds the server on its transport, which listens from then on. */
    static McpAsyncServer open(AsyncSpecification<?> server, McpServerDefinition served, CallRegistry calls) {
        return new ProtocolAdapter(served, calls).build(server);
    }

    /** One way to call a tool, whichever kind it is. */
    private interface ToolInvocation {
        ToolOutcome call(ClientCall call, JsonValue input) throws InterruptedException;
    }

    private McpAsyncServer build(AsyncSpecification<?> server) {
        List<ResourceInfo> resources = served.resources().list();
        var can = McpSchema.ServerCapabilities.builder().tools(false);
        server.serverInfo(served.name(), served.version());
        server.capabilities(resources.isEmpty() ? can.build() : can.resources(false, false).build());
        // The tools check their input themselves, with messages that name a remedy. So a validator is superfluous,
        // and building the usual one takes half of the start time of a server.
        server.validateToolInputs(false);
        server.jsonSchemaValidator((schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(""));
        if (!served.instructions().isBlank()) {
            server.instructions(served.instructions());
        }
        server.tools(tools());
        server.resources(resources.stream().filter(info -> !info.isTemplate()).map(this::resource).toList());
        server.resourceTemplates(resources.stream().filter(ResourceInfo::isTemplate).map(this::template).toList());
        return server.build();
    }

    private List<AsyncToolSpecification> tools() {
        List<AsyncToolSpecification> tools = new ArrayList<>();
        served.longTools().forEach(tool -> tools.add(tool(tool.definition(), tool::call)));
        served.tools().definitions().forEach(definition -> tools.add(tool(definition,
                (call, input) -> served.tools().call(definition.name(), call.caller(), input))));
        return tools;
    }

    private AsyncToolSpecification tool(ToolDefinition definition, ToolInvocation doing) {
        McpSchema.Tool.Builder tool = McpSchema.Tool
                .builder(definition.name(), SdkJson.fields(definition.inputSchema()))
                .description(definition.description());
        JsonValue.Obj outputSchema = served.outputSchemas().get(definition.name());
        if (outputSchema != null) {
            tool.outputSchema(SdkJson.fields(outputSchema));
        }
        return AsyncToolSpecification.builder().tool(tool.build())
                .callHandler(
                        (exchange, request) -> calls.call(idOf(exchange), new CallRegistry.CallTask<CallToolResult>() {
                            @Override
                            public CallToolResult run() throws InterruptedException {
                                ToolCaller caller = new ToolCaller(ClientName.agentId(exchange.getClientInfo()), 0);
                                return answer(doing.call(new ClientCall(caller,
                                        MessageParser.accountOf(exchange.transportContext()),
                                        ProgressNotifier.of(exchange, request), ClientCall.traceOf(request.meta())),
                                        input(request)));
                            }

                            @Override
                            public CallToolResult refused(String reason) {
                                return answer(new ToolOutcome.Failed(reason));
                            }
                        }))
                .build();
    }

    private static JsonValue input(CallToolRequest request) {
        return SdkJson.read(request.arguments() == null ? Map.of() : request.arguments());
    }

    /** Data go twice, as the protocol asks: for programs, and as text for clients that show nothing else to a model. */
    private static CallToolResult answer(ToolOutcome outcome) {
        return switch (outcome) {
            case ToolOutcome.Failed(String reason) -> CallToolResult.builder().addTextContent(reason)
                    .structuredContent(SdkJson.fields(refusal(reason))).isError(true).build();
            case ToolOutcome.Done(String text, JsonValue.Null()) ->
                CallToolResult.builder().addTextContent(text).isError(false).build();
            case ToolOutcome.Done(String text, JsonValue details) -> {
                JsonValue.Obj data = details instanceof JsonValue.Obj object
                        ? object
                        : new JsonValue.Obj(Map.of("result", details));
                yield CallToolResult.builder().addTextContent(text).addTextContent(JsonText.write(data))
                        .structuredContent(SdkJson.fields(data)).isError(false).build();
            }
        };
    }

    /** The reason, and the remedy where it has a second line. */
    private static JsonValue.Obj refusal(String reason) {
        String[] lines = reason.split("\n", 2);
        JsonObjectBuilder refusal = new JsonObjectBuilder().with("error", lines[0]);
        return (lines.length > 1 ? refusal.with("remedy", lines[1]) : refusal).json();
    }

    private AsyncResourceSpecification resource(ResourceInfo info) {
        McpSchema.Resource resource = McpSchema.Resource.builder(info.uri(), info.name())
                .description(info.description())
                .mimeType(info.mimeType()).build();
        return new AsyncResourceSpecification(resource, this::read);
    }

    private AsyncResourceTemplateSpecification template(ResourceInfo info) {
        McpSchema.ResourceTemplate template = McpSchema.ResourceTemplate.builder(info.uri(), info.name())
                .description(info.description()).mimeType(info.mimeType()).build();
        return new AsyncResourceTemplateSpecification(template, this::read);
    }

    private Mono<ReadResourceResult> read(McpAsyncServerExchange exchange, ReadResourceRequest request) {
        return calls.call(idOf(exchange), new CallRegistry.CallTask<ResourceResult>() {
            @Override
            public ResourceResult run() throws InterruptedException {
                return served.resources().read(request.uri());
            }

            @Override
            public ResourceResult refused(String reason) {
                return new ResourceResult.Missing(reason);
            }
        }).flatMap(read -> answer(read, request.uri()));
    }

    private static Mono<ReadResourceResult> answer(ResourceResult read, String uri) {
        return switch (read) {
            case ResourceResult.Found(String mimeType, String text) -> Mono.just(ReadResourceResult
                    .builder(List.of(McpSchema.TextResourceContents.builder(uri, text).mimeType(mimeType)
                            .build()))
                    .build());
            case ResourceResult.Missing(String reason) -> Mono.error(McpError
                    .builder(McpSchema.ErrorCodes.RESOURCE_NOT_FOUND).message(reason).data(Map.of("uri", uri))
                    .build());
        };
    }

    private static CallId idOf(McpAsyncServerExchange exchange) {
        return new CallId(exchange.sessionId(), MessageParser.requestOf(exchange.transportContext()));
    }
}
