package dev.waggle.connect.llm.mess;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;

/** Models of a server over five wires, one provider for each. */
final class MixedModels {

    /** Wires that the tests use. */
    static final List<WireFormatName> WIRES = List.of(WireFormatName.OPENAI, WireFormatName.ANTHROPIC,
            WireFormatName.GEMINI, WireFormatName.OLLAMA, WireFormatName.OPENAI_RESPONSES);

    private MixedModels() {}

    /** The models at that server. */
    static LiveModels at(FakeModels server) {
        String providers = WIRES.stream().map(wire -> provider(wire, server)).collect(Collectors.joining(",\n"));
        return new LiveModels(ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"),
                "{\"providers\": {" + providers + "}}"),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
    }

    /** Name of the provider for that wire. */
    static String name(WireFormatName wire) {
        return "lab-" + wire.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String provider(WireFormatName wire, FakeModels server) {
        boolean isResponses = wire == WireFormatName.OPENAI_RESPONSES;
        String kind = isResponses ? "openai" : wire.name().toLowerCase(Locale.ROOT);
        return """
                "%s": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY", "structuredOutput": "schema"%s}"""
                .formatted(name(wire), kind, server.baseUrl(wire), isResponses ? ", \"api\": \"responses\"" : "");
    }
}
