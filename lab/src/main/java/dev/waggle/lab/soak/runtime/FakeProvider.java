package dev.waggle.lab.soak.runtime;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.Swarm;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;

/** A server that stands in for a provider, and the environment in which its models are found. */
record FakeProvider(FakeModels server, WireFormatName format) implements AutoCloseable {

    private static final String KEY = "sk-soak-0123456789abcdef";
    private static final List<WireFormatName> FORMATS = List.of(WireFormatName.OPENAI, WireFormatName.ANTHROPIC,
            WireFormatName.GEMINI, WireFormatName.OLLAMA);

    /** A provider of a random wire format that answers by that script. */
    static FakeProvider open(RandomGenerator random, Function<FakeRequest, FakeAnswer> script) {
        return new FakeProvider(FakeModels.answering(script), FORMATS.get(random.nextInt(FORMATS.size())));
    }

    /** A swarm of three agents that its models play. */
    Swarm.Builder team() {
        String name = format.name();
        Map<String, String> environment = format == WireFormatName.OLLAMA
                ? Map.of("OLLAMA_BASE_URL", server.baseUrl(format))
                : Map.of(name + "_BASE_URL", server.baseUrl(format), name + "_API_KEY", KEY);
        return Swarm.builder().environment(environment).model(model())
                .agent("ann", "finds what matters and proposes an answer")
                .agent("ben", "looks for what is wrong with each proposal")
                .agent("cem", "counts the cost");
    }

    @Override
    public void close() {
        server.close();
    }

    private String model() {
        return switch (format) {
            case ANTHROPIC -> "anthropic:claude-haiku-4-5";
            case GEMINI -> "gemini:gemini-2.5-pro";
            case OLLAMA -> "ollama:llama3.2";
            case OPENAI, OPENAI_RESPONSES, AZURE -> "openai:gpt-4o";
        };
    }
}
