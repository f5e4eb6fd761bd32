package dev.waggle.connect.llm.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplySchema;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;

/** A server that refuses what its provider refuses, and the turns of a solve against it. */
final class TurnBed implements AutoCloseable {

    /** The schema that a default solve sends. */
    static final JsonValue.Obj REPLY = ReplySchema.of(List.of(ReplyKind.values()));

    static final ToolOffer LOOK = tool("look", """
            {"type":"object","properties":{"where":{"type":"string","minLength":2},
             "far":{"type":["integer","null"],"minimum":1}},"required":["where"],"additionalProperties":false}""");

    /** A tool without arguments, as many MCP servers have one. */
    static final ToolOffer NOW = tool("now", "{\"type\":\"object\",\"properties\":{}}");

    static final FakeAnswer.Call NORTH = new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}");
    static final FakeAnswer.Call SOUTH = new FakeAnswer.Call("c2", "look", "{\"where\":\"south\"}");

    final FakeModels server;
    final ModelCatalog catalog;
    private final List<Signal> told = new CopyOnWriteArrayList<>();

    TurnBed(Function<FakeRequest, FakeAnswer> script) {
        server = FakeModels.answering(script);
        catalog = ModelCatalog.of(environment());
    }

    Map<String, String> environment() {
        return Map.of("ANTHROPIC_BASE_URL", server.baseUrl(WireFormatName.ANTHROPIC), "ANTHROPIC_API_KEY",
                "sk-test-0123456789abcdef", "GEMINI_BASE_URL", server.baseUrl(WireFormatName.GEMINI), "GEMINI_API_KEY",
                "sk-test-0123456789abcdef", "OLLAMA_BASE_URL", server.baseUrl(WireFormatName.OLLAMA));
    }

    /** The models with retries and a budget, as a solve uses them. */
    LiveModels live() {
        return LiveModels.of(environment());
    }

    RunContext context(World world) {
        return RunContext.of(RunContext.Caller.of("ann", 0), world, told::add);
    }

    /** The context of a turn: the reply has to obey the schema of a solve. */
    RunContext turn() {
        return context(World.system(7)).withReplySchema(REPLY);
    }

    static HarnessInput asking(ToolOffer... tools) {
        return input(List.of(Message.user("Shard or wait?")), List.of(tools), List.of(), null, null);
    }

    static HarnessInput warm(double temperature) {
        return input(List.of(Message.user("Shard or wait?")), List.of(), List.of(), null, temperature);
    }

    /** The request to repair a reply that was no use. */
    static HarnessInput repairing(HarnessOutput reply, ToolOffer... tools) {
        return input(List.of(Message.user("Answer with JSON.")), List.of(tools), List.of(), reply.sessionId(), null);
    }

    static HarnessInput answering(HarnessOutput calls, List<ToolResult> results, ToolOffer... tools) {
        return input(List.of(), List.of(tools), results, calls.sessionId(), null);
    }

    static ToolResult result(String text) {
        return new ToolResult("look", JsonValue.of(text), null);
    }

    private static HarnessInput input(List<Message> messages, List<ToolOffer> tools, List<ToolResult> results,
            @Nullable String session, @Nullable Double temperature) {
        return new HarnessInput("You are ann.", messages, tools, results, session, null, temperature);
    }

    /** The reply of a turn; a failure is told with its message. */
    HarnessOutput run(String model, HarnessInput input) throws InterruptedException {
        return run(catalog.harness(model), input, turn());
    }

    static HarnessOutput run(Harness model, HarnessInput input, RunContext context) throws InterruptedException {
        try {
            return model.run(input, context);
        } catch (HarnessException failed) {
            throw new AssertionError(failed.failure().kind() + ": " + failed.failure().message(), failed);
        }
    }

    static HarnessFailure failure(Harness model, RunContext context) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + model.run(asking(), context));
        } catch (HarnessException failed) {
            return failed.failure();
        }
    }

    FakeRequest last() {
        return server.requests().getLast();
    }

    static ToolOffer tool(String name, String schema) {
        return new ToolOffer(name, "Looks somewhere", object(schema));
    }

    static JsonValue.Obj object(String json) {
        return JsonText.read(json) instanceof JsonValue.Obj object ? object : new JsonValue.Obj(Map.of());
    }

    /** The value at that path within a request. */
    static JsonValue at(JsonValue value, String... path) {
        return Arrays.stream(path).reduce(value, (at, name) -> at instanceof JsonValue.Obj object
                ? object.fields().getOrDefault(name, JsonValue.ofNull())
                : JsonValue.ofNull(), (_, later) -> later);
    }

    @Override
    public void close() {
        catalog.close();
        server.close();
    }
}
