package dev.waggle.connect.llm.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

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
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplySchema;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.FakeServerConfig;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Fixture of the rules of OpenAI's wires: a server that refuses, and one provider of a models file, named lab. */
final class OpenAiTestBed implements AutoCloseable {

    static final String KEY = "sk-test-0123456789abcdef";
    static final ToolOffer LOOK = new ToolOffer("look", "Looks somewhere", object("""
            {"type":"object","properties":{"where":{"type":"string","minLength":2},
             "far":{"type":["integer","null"],"minimum":1}},"required":["where"]}"""));
    static final ToolOffer NOW = new ToolOffer("now", "Tells the time", object("{\"type\":\"object\"}"));

    final FakeModels server;
    final ModelCatalog catalog;
    private final List<Signal> told = new CopyOnWriteArrayList<>();

    /** The provider has these fields of a models file, with the place of the server for {@code %s}. */
    OpenAiTestBed(String provider, FakeServerConfig config, Function<FakeRequest, FakeAnswer> script) {
        server = FakeModels.configured(config, script);
        try {
            catalog = ModelCatalog.of(Map.of("A_KEY", KEY), file(provider));
        } catch (RuntimeException refused) {
            server.close();
            throw refused;
        }
    }

    private String file(String provider) {
        return "{\"providers\":{\"lab\":{" + provider.formatted(server.url()) + ",\"keyEnv\":\"A_KEY\"}}}";
    }

    /** OpenAI behind a gateway, with schemas. */
    static OpenAiTestBed chat(Function<FakeRequest, FakeAnswer> script) {
        return new OpenAiTestBed("\"kind\":\"openai\",\"baseUrl\":\"%s/v1\",\"structuredOutput\":\"schema\"",
                FakeServerConfig.defaults(), script);
    }

    /** OpenAI, always asked by its responses. */
    static OpenAiTestBed responses(Function<FakeRequest, FakeAnswer> script) {
        return new OpenAiTestBed("\"kind\":\"openai\",\"baseUrl\":\"%s/v1\",\"structuredOutput\":\"schema\","
                + "\"api\":\"responses\"", FakeServerConfig.defaults(), script);
    }

    Harness model(String name) {
        return catalog.harness("lab:" + name);
    }

    RunContext context() {
        return context(World.system(7));
    }

    RunContext context(World world) {
        return RunContext.of(RunContext.Caller.of("ann", 0), world, told::add);
    }

    /** The context of a turn: with the schema that every reply has. */
    RunContext turn() {
        return context().withReplySchema(ReplySchema.of(List.of(ReplyKind.values())));
    }

    static HarnessInput hello() {
        return HarnessInput.of(List.of(Message.user("hello")));
    }

    /** A first request of a turn, with tools and a limit. */
    static HarnessInput asking(@Nullable Double temperature, ToolOffer... tools) {
        return new HarnessInput("be brief", List.of(Message.user("hello")), List.of(tools), List.of(), null, 1_200.0,
                temperature);
    }

    /** The request that goes on after the calls of an answer. */
    static HarnessInput answering(HarnessOutput asks, ToolOffer... tools) {
        return new HarnessInput(null, List.of(), List.of(tools), asks.toolCalls().stream()
                .map(call -> new ToolResult(call.name(), object("{\"found\":0}"), null)).toList(),
                asks.sessionId(), 1_200.0, null);
    }

    /** The request that repairs an answer. */
    static HarnessInput repairing(HarnessOutput before) {
        return new HarnessInput(null, List.of(Message.user("The reply was empty. Answer again.")), List.of(), List.of(),
                before.sessionId(), 2_400.0, null);
    }

    HarnessFailure failure(Harness model, HarnessInput input) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + model.run(input, context()));
        } catch (HarnessException failed) {
            return failed.failure();
        }
    }

    /** The last request that the script saw. */
    FakeRequest last() {
        return server.requests().getLast();
    }

    /**
     * The answer to a request after five minutes of silence behind so many frames. The clock is moved in steps, and the
     * server goes on when the five minutes are over.
     */
    static HarnessOutput afterFiveSilentMinutes(Function<Function<FakeRequest, FakeAnswer>, OpenAiTestBed> opening,
            String model, int frames) throws InterruptedException {
        ManualWorld clock = new ManualWorld(Instant.EPOCH, 7);
        CountDownLatch release = new CountDownLatch(1);
        try (OpenAiTestBed bed = opening
                .apply(_ -> new FakeAnswer.Fault.Waits(FakeAnswer.says("after all"), frames, release))) {
            CompletableFuture<HarnessOutput> outcome = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    outcome.complete(bed.model(model).run(hello(), bed.context(clock)));
                } catch (HarnessException | InterruptedException | RuntimeException failed) {
                    outcome.completeExceptionally(failed);
                }
            });
            assertThat(bed.server.awaitOpenStreams(1, Duration.ofSeconds(10))).isTrue();
            for (int i = 0; i < 10; i++) {
                clock.advance(Duration.ofSeconds(30));
                var _ = World.system().await(outcome, Duration.ofMillis(20));
            }
            release.countDown();
            return outcome.join();
        }
    }

    static JsonValue.Obj object(String json) {
        return (JsonValue.Obj) JsonText.read(json);
    }

    @Override
    public void close() {
        catalog.close();
        server.close();
    }
}
