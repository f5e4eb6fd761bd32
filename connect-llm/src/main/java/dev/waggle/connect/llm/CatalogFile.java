package dev.waggle.connect.llm;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.family.ModelFamilies;
import dev.waggle.connect.llm.family.ModelFamily;
import dev.waggle.connect.llm.provider.BaseUrl;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.swarm.harness.Price;
import org.jspecify.annotations.Nullable;

/**
 * Models file: providers, aliases, prices and model families.
 *
 * <pre>
 *   {"providers": {"lab": {"kind": "openai", "baseUrl": "http://lab:8000/v1", "keyEnv": "LAB_KEY",
 *                          "keyFile": "/run/secrets/lab", "structuredOutput": "none",
 *                          "headers": {"X-Team": "${TEAM_TOKEN}"}, "silence": 600}},
 *    "models": {"cheap": "ollama:llama3.2", "deep": "lab:big"},
 *    "prices": {"lab:*": {"inputPerMillion": 1.0, "outputPerMillion": 4.0, "cachedInputPerMillion": 0.1,
 *                          "cacheWritePerMillion": 1.25, "reasoningPerMillion": 4.0}},
 *    "families": {"lab:*": {"contextTokens": 32768, "tokenLimitField": "max_tokens"}},
 *    "costPerToken": 0.000003, "caFile": "/etc/ssl/company.pem"}
 * </pre>
 *
 * @param providers by name; an entry with a built-in name replaces the built-in one
 * @param models aliases
 * @param prices rows that take precedence over the shipped ones
 * @param families rows of facts about models that take precedence over the shipped ones
 * @param costPerToken the price of a token if no row fits, in USD, if it is given
 * @param caFile the certificate authorities of providers that name none, if they are given
 */
record CatalogFile(Map<String, ProviderConfig> providers, Map<String, ModelName> models, Map<String, Price> prices,
        List<ModelFamily> families, @Nullable Double costPerToken, @Nullable CaFile caFile) {

    static final CatalogFile EMPTY = new CatalogFile(Map.of(), Map.of(), Map.of(), List.of(), null, null);

    private static final List<String> TOP = List.of("providers", "models", "prices", "families", "costPerToken",
            ProviderOptionsReader.CA_FILE);
    private static final List<String> PROVIDER = Stream.concat(
            Stream.of("kind", "baseUrl", "keyEnv", "keyFile", "structuredOutput"),
            ProviderOptionsReader.NAMES.stream()).toList();
    private static final List<String> PRICE = List.of("inputPerMillion", "outputPerMillion",
            "cachedInputPerMillion", "cacheWritePerMillion", "reasoningPerMillion");

    /**
     * Reads a file.
     *
     * @param text its content
     * @throws IllegalArgumentException when it is no JSON, or something in it is unknown or missing; the message
     *        names the place and shows no key
     */
    static CatalogFile read(String text) {
        try {
            return of(text);
        } catch (JsonFieldException refused) {
            throw refused.withoutSecrets();
        }
    }

    private static CatalogFile of(String text) {
        JsonObjectReader top = JsonObjectReader.root("the file", JsonText.read(text));
        top.rejectUnknownFields(TOP);
        Map<String, ProviderConfig> providers = new LinkedHashMap<>();
        rows(top, "providers").forEach((name, row) -> providers.put(name, provider(name, row)));
        Map<String, ModelName> models = models(top.optionalObject("models"));
        Map<String, Price> prices = prices(top);
        JsonObjectReader families = top.optionalObject("families");
        Double costPerToken = top.optionalNumber("costPerToken");
        if (costPerToken != null && !(costPerToken >= 0)) {
            throw top.invalid("costPerToken", "a finite number of at least 0");
        }
        return new CatalogFile(providers, models, prices,
                families == null ? List.of() : ModelFamilies.readRows(families), costPerToken,
                ProviderOptionsReader.caFile(top));
    }

    /**
     * Reads the rows of the field {@code prices}, in order; none without it.
     *
     * @throws IllegalArgumentException when a row is no price; the message names the place
     */
    static Map<String, Price> prices(JsonObjectReader top) {
        Map<String, Price> prices = new LinkedHashMap<>();
        rows(top, "prices").forEach((name, row) -> {
            row.rejectUnknownFields(PRICE);
            prices.put(name, row.build(() -> new Price(row.number("inputPerMillion"), row.number("outputPerMillion"),
                    row.optionalNumber("cachedInputPerMillion"), row.optionalNumber("cacheWritePerMillion"),
                    row.optionalNumber("reasoningPerMillion"))));
        });
        return prices;
    }

    private static Map<String, JsonObjectReader> rows(JsonObjectReader top, String field) {
        JsonObjectReader table = top.optionalObject(field);
        Map<String, JsonObjectReader> rows = new LinkedHashMap<>();
        if (table != null) {
            table.names().forEach(name -> rows.put(name, table.object(name)));
        }
        return rows;
    }

    private static ProviderConfig provider(String name, JsonObjectReader row) {
        row.rejectUnknownFields(PROVIDER);
        ProviderConfig.Kind kind = row.constant("kind", ProviderConfig.Kind.values());
        URI url = url(row, kind);
        if (url == null && !kind.hasDefaultUrl()) {
            throw new IllegalArgumentException(row.place("baseUrl") + " is missing, because " + kind.title()
                    + " has an address for each resource\nMaybe https://RESOURCE.openai.azure.com.");
        }
        boolean isUsual = url == null || kind == ProviderConfig.Kind.AZURE;
        KeySource key = key(row, isUsual ? kind.keySource() : KeySource.NONE);
        EndpointOptions endpoint = ProviderOptionsReader.endpoint(row, kind);
        if (endpoint.keyHeader() != null && key.equals(KeySource.NONE)) {
            throw new IllegalArgumentException(row.place("keyHeader") + " names the header of a key, and there is none"
                    + "\nMaybe add keyEnv or keyFile.");
        }
        // A header of its own that carries the key replaces the usual key, but not one that is named beside it.
        boolean isNamed = row.has("keyEnv") || row.has("keyFile");
        boolean isInHeaders = endpoint.hasHeader(ProviderConfig.keyHeader(kind, endpoint));
        KeySource used = !isNamed && isInHeaders ? KeySource.NONE : key;
        ProviderConfig.StructuredOutput output = row.optionalConstant("structuredOutput",
                ProviderConfig.StructuredOutput.values());
        boolean isUnknownServer = kind == ProviderConfig.Kind.OPENAI && url != null;
        ProviderConfig.StructuredOutput usual = isUnknownServer
                ? ProviderConfig.StructuredOutput.NONE
                : ProviderConfig.StructuredOutput.SCHEMA;
        return new ProviderConfig(name, kind, url == null ? kind.defaultUrl() : url, used,
                output == null ? usual : output, endpoint, ProviderOptionsReader.settings(row, kind));
    }

    private static @Nullable URI url(JsonObjectReader row, ProviderConfig.Kind kind) {
        String url = row.optionalVisibleText("baseUrl");
        if (url == null) {
            return null;
        }
        String place = row.place("baseUrl");
        return kind == ProviderConfig.Kind.OLLAMA ? BaseUrl.ofOllama(place, url) : BaseUrl.of(place, url);
    }

    /** The named key, or the usual one. A provider at its own address has one, any other address none. */
    private static KeySource key(JsonObjectReader row, KeySource usual) {
        String variable = row.optionalVisibleText("keyEnv");
        String file = row.optionalVisibleText("keyFile");
        if (variable == null && file == null) {
            return usual;
        }
        try {
            return new KeySource(variable == null ? List.of() : List.of(variable), file == null ? null : Path.of(file));
        } catch (InvalidPathException bad) {
            throw new IllegalArgumentException(row.place("keyFile") + " is no path: " + bad.getReason());
        }
    }

    private static Map<String, ModelName> models(@Nullable JsonObjectReader table) {
        Map<String, ModelName> models = new LinkedHashMap<>();
        if (table != null) {
            table.names().forEach(alias -> models.put(alias(alias), model(table, alias)));
        }
        return models;
    }

    /** An address is not shown, because it may hold a key. */
    private static ModelName model(JsonObjectReader table, String alias) {
        String text = table.text(alias);
        if (text.contains("://") && !SchemeCatalog.isRegistered(text.substring(0, text.indexOf(':')))) {
            throw new IllegalArgumentException(table.place(alias) + " must be provider:model, got an address"
                    + "\nMaybe make it the baseUrl of a provider.");
        }
        try {
            return ModelName.of(text);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(table.place(alias) + ": " + bad.getMessage(), bad);
        }
    }

    private static String alias(String alias) {
        if (alias.isBlank() || alias.indexOf(':') >= 0) {
            throw new IllegalArgumentException("models: an alias must hold something and no colon, got \"" + alias
                    + "\"\nMaybe the sides are swapped: \"cheap\": \"ollama:llama3.2\".");
        }
        return alias;
    }
}
