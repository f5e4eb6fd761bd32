package dev.waggle.testing.provider;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The wire formats by name, of one server. */
final class WireFormats {

    private final Map<WireFormatName, WireFormat> all = new EnumMap<>(WireFormatName.class);

    WireFormats(FakeServerConfig config) {
        all.put(WireFormatName.OPENAI, new OpenAiFormat(config.chat()));
        all.put(WireFormatName.ANTHROPIC, new AnthropicFormat());
        all.put(WireFormatName.GEMINI, new GeminiFormat());
        all.put(WireFormatName.OLLAMA, new OllamaFormat());
        all.put(WireFormatName.OPENAI_RESPONSES, new ResponsesFormat());
        all.put(WireFormatName.AZURE, new AzureFormat(config.deployments()));
    }

    WireFormat of(WireFormatName name) {
        return Objects.requireNonNull(all.get(name));
    }

    /** The format that answers requests at that path, if one does. */
    Optional<WireFormat> askedAt(String path) {
        return List.of(WireFormatName.values()).stream().map(this::of).filter(wire -> wire.asksAt(path)).findFirst();
    }

    /** The refusal of a path that no provider has, in the words of the provider that the path looks like. */
    Optional<WireFormat.Refusal> refusePath(String method, FakeRequest.Raw raw) {
        return all.values().stream().map(wire -> wire.refusePath(method, raw)).flatMap(Optional::stream).findFirst();
    }
}
