package dev.waggle.connect.llm.provider;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.family.ModelHost;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a model endpoint.
 *
 * @param name the prefix of its model names
 * @param kind one of the formats
 * @param baseUrl its address, with {@code http} or {@code https} and a host, without user, query and slash at the end
 * @param key the places of its key
 * @param structuredOutput method that holds answers to JSON
 * @param endpoint own headers and query parameters, and what else its address needs
 * @param settings settings of every request
 */
public record ProviderConfig(String name, Kind kind, URI baseUrl, KeySource key, StructuredOutput structuredOutput,
        EndpointOptions endpoint, ModelSettings settings) {

    private static final String AZURE_KEY_HEADER = "api-key";

    /**
     * @throws IllegalArgumentException when the address is none of an endpoint, or an own header carries the key too
     */
    public ProviderConfig {
        ModelName.requireProvider(name);
        baseUrl = kind == Kind.AZURE ? BaseUrl.ofAzure(name, baseUrl) : BaseUrl.checked(name, kind.version, baseUrl);
        String header = keyHeader(kind, endpoint);
        if (!key.equals(KeySource.NONE) && endpoint.hasHeader(header)) {
            throw new IllegalArgumentException("headers: " + header + " of " + name + " carries its key already, from "
                    + key.places() + "\nMaybe leave the header out, or keyEnv and keyFile.");
        }
    }

    /** A provider without options and settings. */
    public ProviderConfig(String name, Kind kind, URI baseUrl, KeySource key, StructuredOutput structuredOutput) {
        this(name, kind, baseUrl, key, structuredOutput, EndpointOptions.NONE, ModelSettings.NONE);
    }

    /**
     * The provider of that kind at its own address, with the usual variables for its key.
     *
     * @throws IllegalStateException for Azure, where each resource has an address of its own
     */
    public static ProviderConfig of(Kind kind) {
        return new ProviderConfig(kind.configName(), kind, kind.defaultUrl(), kind.keySource(),
                StructuredOutput.SCHEMA);
    }

    /** The same provider with the variables of that environment in its own headers and query parameters. */
    public ProviderConfig within(Map<String, String> environment) {
        return new ProviderConfig(name, kind, baseUrl, key, structuredOutput, endpoint.within(environment), settings);
    }

    /** The same provider with settings that take precedence over its own. */
    public ProviderConfig withOverrides(ModelSettings overrides) {
        return new ProviderConfig(name, kind, baseUrl, key, structuredOutput, endpoint, settings.with(overrides));
    }

    /** The kind of server, which decides what is assumed about an unknown model. */
    public ModelHost host() {
        return switch (kind) {
            case OPENAI -> usesDefaultUrl() ? ModelHost.OPENAI : ModelHost.COMPATIBLE;
            case ANTHROPIC -> ModelHost.ANTHROPIC;
            case GEMINI -> ModelHost.GEMINI;
            case OLLAMA -> ModelHost.OLLAMA;
            case AZURE -> ModelHost.AZURE;
        };
    }

    /** True if a request without a key makes no sense. A custom address may need none, an own header may carry one. */
    public boolean needsKey() {
        if (endpoint.hasHeader(keyHeader(kind, endpoint))) {
            return false;
        }
        return kind == Kind.AZURE || endpoint.keyHeader() != null || (kind != Kind.OLLAMA && usesDefaultUrl());
    }

    boolean usesDefaultUrl() {
        return baseUrl.equals(kind.defaultUrl);
    }

    /** The name of a model in a request: of its deployment at Azure, else its own. */
    String requestedName(String model) {
        String deployment = endpoint.azure().deployment();
        return kind == Kind.AZURE && deployment != null ? deployment : model;
    }

    /**
     * The address to which the path of a call is added. Azure has two forms: {@code /openai/v1} since August 2025, and
     * a path with the deployment for dated versions (learn.microsoft.com, "API version lifecycle").
     */
    String callUrl(String model) {
        if (kind != Kind.AZURE) {
            return baseUrl.toString();
        }
        return baseUrl + (endpoint.azure().apiVersion() == null
                ? "/openai/v1"
                : "/openai/deployments/" + URLEncoder.encode(requestedName(model), StandardCharsets.UTF_8));
    }

    /** The header with the key if it is another one than the format has; {@code null} without a change. */
    @Nullable String changedKeyHeader() {
        String own = endpoint.keyHeader();
        return own != null || kind != Kind.AZURE || endpoint.azure().bearer() ? own : AZURE_KEY_HEADER;
    }

    /** The header that carries the key of such a provider. */
    public static String keyHeader(Kind kind, EndpointOptions endpoint) {
        String own = endpoint.keyHeader();
        if (own != null) {
            return own;
        }
        return kind == Kind.AZURE && !endpoint.azure().bearer() ? AZURE_KEY_HEADER : kind.keyHeader;
    }

    /** The formats of providers. */
    public enum Kind {
        /** OpenAI and everything compatible: chat completions. */
        OPENAI("OpenAI", "https://api.openai.com/v1", "", "Authorization",
                KeySource.variables("OPENAI_API_KEY")),
        /** Anthropic messages. */
        ANTHROPIC("Anthropic", "https://api.anthropic.com/v1", "/v1", "x-api-key",
                KeySource.variables("ANTHROPIC_API_KEY")),
        /** Google AI Gemini. */
        GEMINI("Gemini", "https://generativelanguage.googleapis.com/v1beta", "/v1beta", "x-goog-api-key",
                KeySource.variables("GEMINI_API_KEY", "GOOGLE_API_KEY")),
        /** Ollama chat. */
        OLLAMA("Ollama", "http://127.0.0.1:11434", "", "Authorization", KeySource.NONE),
        /** OpenAI at Azure: chat completions of a deployment. Each resource has an address of its own. */
        AZURE("Azure OpenAI", null, "", "Authorization", KeySource.variables("AZURE_OPENAI_API_KEY"));

        private final String title;
        private final @Nullable URI defaultUrl;
        private final String version;
        private final String keyHeader;
        private final KeySource keySource;

        Kind(String title, @Nullable String home, String version, String keyHeader, KeySource keySource) {
            this.title = title;
            this.defaultUrl = home == null ? null : URI.create(home);
            this.version = version;
            this.keyHeader = keyHeader;
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

        /** True if there is a {@link #defaultUrl}. */
        public boolean hasDefaultUrl() {
            return defaultUrl != null;
        }

        /**
         * The address that its maker runs, or the usual one of a local server.
         *
         * @throws IllegalStateException when it has none
         */
        public URI defaultUrl() {
            if (defaultUrl == null) {
                throw new IllegalStateException(title + " has an address for each resource"
                        + "\nMaybe https://RESOURCE.openai.azure.com, as AZURE_OPENAI_ENDPOINT or baseUrl.");
            }
            return defaultUrl;
        }

        /** The header that carries the key in this format. */
        String keyHeader() {
            return keyHeader;
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
