package dev.waggle.connect.llm;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.connect.llm.provider.BaseUrl;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.swarm.harness.Price;
import org.jspecify.annotations.Nullable;

/**
 * Models file: providers, aliases and prices.
 *
 * <pre>
 *   {"providers": {"lab": {"kind": "openai", "baseUrl": "http://lab:8000/v1", "keyEnv": "LAB_KEY",
 *                          "keyFile": "/run/secrets/lab", "structuredOutput": "none"}},
 *    "models": {"cheap": "ollama:llama3.2", "deep": "lab:big"},
 *    "prices": {"lab:*": {"inputPerMillion": 1.0, "outputPerMillion": 4.0}},
 *    "costPerToken": 0.000003}
 * </pre>
 *
 * @param providers by name; an entry with a built-in name replaces the built-in one
 * @param models aliases
 * @param prices rows that take precedence over the shipped ones
 * @param costPerToken the price of a token if no row fits, in USD, if it is given
 */
record CatalogFile(Map<String, ProviderConfig> providers, Map<String, ModelName> models, Map<String, Price> prices,
        @Nullable Double costPerToken) {

    static final CatalogFile EMPTY = new CatalogFile(Map.of(), Map.of(), Map.of(), null);

    private static final List<String> TOP = List.of("providers", "models", "prices", "costPerToken");
    private static final List<String> PROVIDER = List.of("kind", "baseUrl", "keyEnv", "keyFile", "structuredOutput");
    private static final List<String> PRICE = List.of("inputPerMillion", "outputPerMillion");

    /**
     * Reads a file.
     *
     * @param text its content
     * @throws IllegalArgumentException when it is no JSON, or something in it is unknown or missing; the message
     *        names the place
     */
    static CatalogFile read(String text) {
        StrictObject top = StrictObject.of("the file", JsonText.read(text), TOP);
        Map<String, ProviderConfig> providers = new LinkedHashMap<>();
        top.object("providers").forEach((name, value) -> providers.put(name, provider(name, value)));
        Map<String, ModelName> models = new LinkedHashMap<>();
        top.object("models").forEach((alias, value) -> models.put(alias(alias), model(alias, value)));
        Map<String, Price> prices = new LinkedHashMap<>();
        top.object("prices").forEach((row, value) -> prices.put(row, price(row, value)));
        return new CatalogFile(providers, models, prices, top.number("costPerToken"));
    }

    private static ProviderConfig provider(String name, JsonValue value) {
        StrictObject of = StrictObject.of("providers." + name, value, PROVIDER);
        ProviderConfig.Kind kind = choice(of, "kind", List.of(ProviderConfig.Kind.values()), of.text("kind"));
        String url = of.optional("baseUrl");
        URI base = url == null
                ? kind.defaultUrl()
                : kind == ProviderConfig.Kind.OLLAMA
                        ? BaseUrl.ofOllama(of.path("baseUrl"), url)
                        : BaseUrl.of(of.path("baseUrl"), url);
        String output = of.optional("structuredOutput");
        boolean isUnknownServer = kind == ProviderConfig.Kind.OPENAI && url != null;
        ProviderConfig.StructuredOutput usual = isUnknownServer
                ? ProviderConfig.StructuredOutput.NONE
                : ProviderConfig.StructuredOutput.SCHEMA;
        return new ProviderConfig(name, kind, base, key(of, url == null ? kind.keySource() : KeySource.NONE),
                output == null
                        ? usual
                        : choice(of, "structuredOutput", List.of(ProviderConfig.StructuredOutput.values()), output));
    }

    /** The named key, or the usual one. A provider at its own address has one, any other address none. */
    private static KeySource key(StrictObject of, KeySource usual) {
        String variable = of.optional("keyEnv");
        String file = of.optional("keyFile");
        if (variable == null && file == null) {
            return usual;
        }
        try {
            return new KeySource(variable == null ? List.of() : List.of(variable), file == null ? null : Path.of(file));
        } catch (InvalidPathException bad) {
            throw new IllegalArgumentException(of.path("keyFile") + " is no path: " + bad.getReason());
        }
    }

    private static String alias(String alias) {
        if (alias.isBlank() || alias.indexOf(':') >= 0) {
            throw new IllegalArgumentException("models: an alias must hold something and no colon, got \"" + alias
                    + "\"\nMaybe the sides are swapped: \"cheap\": \"ollama:llama3.2\".");
        }
        return alias;
    }

    private static ModelName model(String alias, JsonValue value) {
        if (value instanceof JsonValue.Str text) {
            return ModelName.of(text.value());
        }
        throw new IllegalArgumentException("models." + alias + " must be a text, provider:model");
    }

    private static Price price(String row, JsonValue value) {
        StrictObject of = StrictObject.of("prices." + row, value, PRICE);
        return new Price(of.required("inputPerMillion"), of.required("outputPerMillion"));
    }

    private static <E extends Enum<E>> E choice(StrictObject of, String field, List<E> all, String text) {
        List<String> words = new ArrayList<>();
        for (E one : all) {
            String word = one.name().toLowerCase(Locale.ROOT);
            if (word.equals(text)) {
                return one;
            }
            words.add(word);
        }
        throw new IllegalArgumentException(of.path(field) + " must be one of " + String.join(", ", words) + ", got \""
                + text + "\"" + Suggestions.remedyLine(text, words));
    }
}
