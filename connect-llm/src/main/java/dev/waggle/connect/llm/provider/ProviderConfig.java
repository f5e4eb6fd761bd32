package dev.waggle.connect.llm.provider;

import java.net.URI;
import java.util.Locale;

/**
 * Configuration of a model endpoint.
 *
 * @param name the prefix of its model names
 * @param kind one of the four formats
 * @param baseUrl its address, with {@code http} or {@code https} and a host, without user, query and slash at the end
 * @param key the places of its key
 * @param structuredOutput method that holds answers to JSON
 */
public record ProviderConfig(String name, Kind kind, URI baseUrl, KeySource key, StructuredOutput structuredOutput) {

    public ProviderConfig {
        ModelName.requireProvider(name);
        baseUrl = BaseUrl.checked(name, kind.version, baseUrl);
    }

    /** The provider of that kind at its own address, with the usual variables for its key. */
    public static ProviderConfig of(Kind kind) {
        return new ProviderConfig(kind.configName(), kind, kind.defaultUrl(), kind.keySource(),
                StructuredOutput.SCHEMA);
    }

    /** True if a request without a key makes no sense. A custom address may need none. */
    public boolean needsKey() {
        return kind != Kind.OLLAMA && usesDefaultUrl();
    }

    boolean usesDefaultUrl() {
        return baseUrl.equals(kind.defaultUrl());
    }

    /** The four formats of providers. */
    public enum Kind {
        /** OpenAI and everything compatible: chat completions. */
        OPENAI("OpenAI", "https://api.openai.com/v1", "", KeySource.variables("OPENAI_API_KEY")),
        /** Anthropic messages. */
        ANTHROPIC("Anthropic", "https://api.anthropic.com/v1", "/v1", KeySource.variables("ANTHROPIC_API_KEY")),
        /** Google AI Gemini. */
        GEMINI("Gemini", "https://generativelanguage.googleapis.com/v1beta", "/v1beta",
                KeySource.variables("GEMINI_API_KEY", "GOOGLE_API_KEY")),
        /** Ollama chat. */
        OLLAMA("Ollama", "http://127.0.0.1:11434", "", KeySource.NONE);

        private final String title;
        private final URI defaultUrl;
        private final String version;
        private final KeySource keySource;

        Kind(String title, String home, String version, KeySource keySource) {
            this.title = title;
            this.defaultUrl = URI.create(home);
            this.version = version;
            this.keySource = keySource;
        }

        /** The display name. */
        public String title() {
            return title;
        }

        /** The name in configuration files, in lower case. */
        public String configName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The address that its maker runs, or the usual one of a local server. */
        public URI defaultUrl() {
            return defaultUrl;
        }

        public KeySource keySource() {
            return keySource;
        }
    }

    /** Method by which the provider itself holds answers to JSON. */
    public enum StructuredOutput {
        /** The schema of the answer is sent along. */
        SCHEMA,
        /** The provider is asked for any JSON object; the prompt gives the schema. */
        OBJECT,
        /** Only the prompt asks for it. */
        NONE;
    }
}
