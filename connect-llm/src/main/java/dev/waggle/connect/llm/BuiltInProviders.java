package dev.waggle.connect.llm;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.connect.llm.endpoint.AzureOptions;
import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.provider.BaseUrl;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * Built-in providers: {@code openai}, {@code anthropic}, {@code gemini}, {@code ollama}, {@code azure} at the address
 * in {@code AZURE_OPENAI_ENDPOINT}, and {@code compatible} at that in {@code WAGGLE_BASE_URL}. Environment variables
 * may change the address of each.
 */
final class BuiltInProviders {

    /** The provider of any compatible server. */
    static final String COMPATIBLE = "compatible";

    static final String COMPATIBLE_URL = "WAGGLE_BASE_URL";

    /** The variables of Azure as its libraries read them (README of openai/openai-python, "Microsoft Azure OpenAI"). */
    static final String AZURE_URL = "AZURE_OPENAI_ENDPOINT";

    private static final String AZURE_VERSION = "OPENAI_API_VERSION";
    private static final String AZURE_TOKEN = "AZURE_OPENAI_AD_TOKEN";

    private BuiltInProviders() {}

    /**
     * The providers by name.
     *
     * @throws IllegalArgumentException when a variable holds no address; the message names it
     */
    static Map<String, ProviderConfig> of(Map<String, String> environment) {
        Map<String, ProviderConfig> all = new LinkedHashMap<>();
        for (ProviderConfig.Kind kind : ProviderConfig.Kind.values()) {
            if (kind.hasDefaultUrl()) {
                all.put(kind.configName(), of(kind, environment));
            }
        }
        set(environment, List.of(AZURE_URL)).ifPresent(found -> all.put(ProviderConfig.Kind.AZURE.configName(),
                azure(found, environment)));
        set(environment, List.of(COMPATIBLE_URL)).ifPresent(found -> all.put(COMPATIBLE,
                found.at(BaseUrl.of(found.name, found.text), url -> new ProviderConfig(COMPATIBLE,
                        ProviderConfig.Kind.OPENAI, url, KeySource.variables("WAGGLE_API_KEY"),
                        ProviderConfig.StructuredOutput.NONE))));
        return all;
    }

    private static ProviderConfig of(ProviderConfig.Kind kind, Map<String, String> environment) {
        List<String> variables = switch (kind) {
            case OPENAI -> List.of("OPENAI_BASE_URL");
            case ANTHROPIC -> List.of("ANTHROPIC_BASE_URL");
            case GEMINI -> List.of("GEMINI_BASE_URL");
            case OLLAMA -> List.of("OLLAMA_HOST", "OLLAMA_BASE_URL");
            case AZURE -> List.of(AZURE_URL);
        };
        ProviderConfig usual = ProviderConfig.of(kind);
        return set(environment, variables).map(found -> {
            URI url = kind == ProviderConfig.Kind.OLLAMA
                    ? BaseUrl.ofOllama(found.name, found.text)
                    : BaseUrl.of(found.name, found.text);
            ProviderConfig.StructuredOutput output = kind == ProviderConfig.Kind.OPENAI
                    ? ProviderConfig.StructuredOutput.NONE // The server there may support no schemas.
                    : usual.structuredOutput();
            return found.at(url, there -> new ProviderConfig(usual.name(), kind, there, usual.key(), output));
        }).orElse(usual);
    }

    /** Azure with a key, or with a token of Entra where the environment has no key. */
    private static ProviderConfig azure(Variable address, Map<String, String> environment) {
        ProviderConfig.Kind kind = ProviderConfig.Kind.AZURE;
        boolean hasKey = kind.keySource().variables().stream()
                .anyMatch(name -> set(environment, List.of(name, name + "_FILE")).isPresent());
        boolean isBearer = !hasKey && !environment.getOrDefault(AZURE_TOKEN, "").isBlank();
        String version = environment.getOrDefault(AZURE_VERSION, "").strip();
        AzureOptions azure = JsonObjectReader.build(AZURE_VERSION + ": ",
                () -> new AzureOptions(null, version.isEmpty() ? null : version, isBearer));
        return address.at(BaseUrl.of(address.name, address.text), url -> new ProviderConfig(kind.configName(), kind,
                url, isBearer ? KeySource.variables(AZURE_TOKEN) : kind.keySource(),
                ProviderConfig.StructuredOutput.SCHEMA, EndpointOptions.NONE.withAzure(azure), ModelSettings.NONE));
    }

    /** The first of these variables with a value. */
    private static Optional<Variable> set(Map<String, String> environment, List<String> names) {
        return names.stream().filter(name -> !environment.getOrDefault(name, "").isBlank()).findFirst()
                .map(name -> new Variable(name, environment.getOrDefault(name, "")));
    }

    private record Variable(String name, String text) {

        /** The provider at an address; a refusal names the variable. */
        private ProviderConfig at(URI url, Function<URI, ProviderConfig> provider) {
            return JsonObjectReader.build(name + ": ", () -> provider.apply(url));
        }
    }
}
