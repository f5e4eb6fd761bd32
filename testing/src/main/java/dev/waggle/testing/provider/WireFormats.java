package dev.waggle.testing.provider;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The wire formats by name. */
final class WireFormats {

    private static final Map<WireFormatName, WireFormat> ALL = Map.of(WireFormatName.OPENAI, new OpenAiFormat(),
            WireFormatName.ANTHROPIC, new AnthropicFormat(), WireFormatName.GEMINI, new GeminiFormat(),
            WireFormatName.OLLAMA, new OllamaFormat());

    private WireFormats() {}

    static WireFormat of(WireFormatName name) {
        return ALL.get(name);
    }

    /** The format that answers requests at that path, if one does. */
    static Optional<WireFormat> askedAt(String path) {
        return List.of(WireFormatName.values()).stream().map(ALL::get).filter(wire -> wire.asksAt(path)).findFirst();
    }
}
