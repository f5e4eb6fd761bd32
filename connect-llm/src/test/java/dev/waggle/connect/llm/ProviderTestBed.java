package dev.waggle.connect.llm;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.family.LearnedLimits;
import dev.waggle.connect.llm.family.ModelFamilies;
import dev.waggle.connect.llm.provider.ApiKey;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ModelConversation;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.connect.llm.provider.ProviderHarness;
import dev.waggle.connect.llm.provider.ProviderRuntime;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.session.SessionStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.WireFormatName;

/** A fake server, a client for it and the published signals: the fixture of the tests of this package. */
final class ProviderTestBed implements AutoCloseable {

    static final String KEY = "sk-test-0123456789abcdef";
    static final Duration SOON = Duration.ofSeconds(30);

    final FakeModels server;
    final ProviderHttpClient wire = new ProviderHttpClient();
    final SessionStore<ModelConversation> sessions = new SessionStore<>();
    final LearnedLimits learned = new LearnedLimits();
    final List<String> notices = new CopyOnWriteArrayList<>();
    final List<Signal> told = new CopyOnWriteArrayList<>();

    ProviderTestBed(Function<FakeRequest, FakeAnswer> script) {
        this(FakeServerConfig.defaults(), script);
    }

    ProviderTestBed(FakeServerConfig config, Function<FakeRequest, FakeAnswer> script) {
        server = FakeModels.configured(config, script);
    }

    Harness model(WireFormatName format) {
        return model(format, "fake-fast");
    }

    Harness model(WireFormatName format, String name) {
        return model(provider(format), name, new KeySource.KeyLookup.Key(ApiKey.of(KEY), "a test"));
    }

    Harness model(ProviderConfig provider, String name, KeySource.KeyLookup key) {
        return new ProviderHarness(provider, new ModelName(provider.name(), name), key,
                ModelFamilies.shipped().of(provider.host(), provider.name(), name), Optional.empty(),
                new ProviderRuntime(wire, sessions, learned, notices::add));
    }

    ProviderConfig provider(WireFormatName format) {
        return provider(format, ProviderConfig.StructuredOutput.SCHEMA);
    }

    ProviderConfig provider(WireFormatName format, ProviderConfig.StructuredOutput output) {
        ProviderConfig.Kind kind = kind(format);
        ModelSettings settings = new ModelSettings(null, null, null, null, new JsonValue.Obj(Map.of()),
                format == WireFormatName.OPENAI_RESPONSES ? "responses" : null);
        return new ProviderConfig(kind.configName(), kind, URI.create(server.baseUrl(format)),
                KeySource.variables("A_KEY"), output, EndpointOptions.NONE, settings);
    }

    /** The kind of provider that speaks that format. */
    static ProviderConfig.Kind kind(WireFormatName format) {
        return format == WireFormatName.OPENAI_RESPONSES
                ? ProviderConfig.Kind.OPENAI
                : ProviderConfig.Kind.valueOf(format.name());
    }

    RunContext context() {
        return context(World.system(7));
    }

    RunContext context(World world) {
        return RunContext.of(RunContext.Caller.of("ann", 0), world, told::add);
    }

    static HarnessInput hello() {
        return HarnessInput.of(List.of(Message.user("hello")));
    }

    /** The failure of the call. */
    HarnessFailure failure(Harness model, RunContext context) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + model.run(hello(), context));
        } catch (HarnessException failed) {
            return failed.failure();
        }
    }

    HarnessFailure failure(WireFormatName format) throws InterruptedException {
        return failure(model(format), context());
    }

    /** The types of the published signals. */
    List<String> types() {
        return told.stream().map(signal -> signal.type().text()).toList();
    }

    /** The contents of the published signals of that type. */
    List<String> contents(String type) {
        return told.stream().filter(signal -> signal.type().text().equals(type)).map(ProviderTestBed::content).toList();
    }

    private static String content(Signal signal) {
        return signal.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj data
                && data.fields().get("content") instanceof JsonValue.Str text ? text.value() : "";
    }

    @Override
    public void close() {
        wire.close();
        server.close();
    }
}
