package dev.waggle.cli.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.endpoint.AzureOptions;
import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;

/** The keys of the models file, from its reader: names from the refusal of a foreign key, the rest by trial. */
final class ModelsFile {

    private static final String FOREIGN = "zz";

    private static final Map<String, String> TOP = Map.of("providers", "{}", "models", "{\"cheap\": \"ollama:small\"}",
            "prices", "{}", "families", "{}", "costPerToken", "0.1", "caFile", "\"ca.pem\"");
    private static final Map<String, String> PROVIDER = Map.ofEntries(Map.entry("kind", "\"azure\""),
            Map.entry("baseUrl", "\"http://lab.example/v1\""), Map.entry("keyEnv", "\"LAB_KEY\""),
            Map.entry("keyFile", "\"key.txt\""), Map.entry("structuredOutput", "\"none\""),
            Map.entry("headers", "{\"X-Team\": \"red\"}"), Map.entry("query", "{\"tenant\": \"7\"}"),
            Map.entry("keyHeader", "\"X-Key\""), Map.entry("caFile", "\"ca.pem\""), Map.entry("silence", "600"),
            Map.entry("deployment", "\"gpt\""), Map.entry("apiVersion", "\"2024-10-21\""),
            Map.entry("bearer", "true"), Map.entry("effort", "\"low\""), Map.entry("thinking", "true"),
            Map.entry("numCtx", "16384"), Map.entry("keepAlive", "\"10m\""), Map.entry("extraBody", "{\"a\": 1}"),
            Map.entry("api", "\"chat\""));
    private static final Map<String, String> PRICE = Map.of("inputPerMillion", "1", "outputPerMillion", "1",
            "cachedInputPerMillion", "1", "cacheWritePerMillion", "1", "reasoningPerMillion", "1");

    private final MarkdownPage page;

    private ModelsFile(MarkdownPage page) {
        this.page = page;
    }

    static void addTo(MarkdownPage page) {
        ModelsFile file = new ModelsFile(page);
        page.heading(2, "Models file").paragraph("`--models-file FILE`, or `$WAGGLE_MODELS`, names a JSON file with"
                + " providers, aliases and prices: see [models.md](../models.md). An unknown key is an error that names"
                + " the nearest known one.");
        file.table("%s", TOP);
        page.heading(3, "providers.NAME").paragraph("One model endpoint. `NAME` is the prefix of its model names; a"
                + " built-in name replaces the built-in provider.");
        file.table("{\"providers\": {\"lab\": %s}}", PROVIDER);
        page.heading(3, "prices.NAME").paragraph("Price of a model. `NAME` is `provider:model`, or a prefix with a"
                + " star, such as `ollama:*`. An exact name precedes one with a star, a longer prefix a shorter one.");
        file.table("{\"prices\": {\"lab:*\": %s}}", PRICE);
    }

    private void table(String around, Map<String, String> sample) {
        List<List<String>> rows = new ArrayList<>();
        for (String key : keys(around)) {
            Map<String, String> without = new LinkedHashMap<>(sample);
            if (without.remove(key) == null) {
                throw new IllegalStateException("the models file has a key that the reference lacks: " + key);
            }
            rows.add(List.of(Markdown.code(key), type(sample.getOrDefault(key, "")),
                    accepts(around, without) || isOptionalForSome(around, sample, key) ? "" : "yes", meaning(key)));
        }
        if (rows.size() != sample.size()) {
            throw new IllegalStateException("the reader knows " + keys(around) + ", the reference " + sample.keySet());
        }
        page.table(List.of("key", "type", "required", "meaning"), rows);
    }

    /** True if a provider of another kind than that of the sample needs no such key. */
    private static boolean isOptionalForSome(String around, Map<String, String> sample, String key) {
        return sample.equals(PROVIDER) && !key.equals("kind") && accepts(around, Map.of("kind", "\"openai\""));
    }

    private static List<String> keys(String around) {
        try {
            read(around, Map.of(FOREIGN, "1"));
        } catch (IllegalArgumentException refused) {
            return SettingReader.names(String.valueOf(refused.getMessage()));
        }
        throw new IllegalStateException("the reader of the models file accepts an unknown key in " + around);
    }

    private static boolean accepts(String around, Map<String, String> fields) {
        try {
            read(around, fields);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private static void read(String around, Map<String, String> fields) {
        String object = fields.entrySet().stream().map(field -> '"' + field.getKey() + "\": " + field.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
        ModelCatalog.of(Map.of(), around.replace("%s", object)).close();
    }

    private static String type(String sample) {
        return switch (sample.charAt(0)) {
            case '{' -> "object";
            case '"' -> "text";
            case 't' -> "true or false";
            default -> "number, at least 0";
        };
    }

    private static String meaning(String key) {
        return switch (key) {
            case "providers" -> "the providers by name: " + Markdown.link("providers.NAME", "providers.NAME");
            case "models" -> "aliases: a name without a colon, and the model as `provider:model`";
            case "prices" -> "the prices by model, before the shipped ones: "
                    + Markdown.link("prices.NAME", "prices.NAME");
            case "families" -> "facts about models, before those of the shipped table: see"
                    + " [Facts about your models](../models.md#facts-about-your-models)";
            case "costPerToken" -> "the price of a token of a model without a row, in USD; default "
                    + BigDecimal.valueOf(PriceTable.COST_PER_TOKEN).stripTrailingZeros().toPlainString();
            case "kind" -> SourceDocs.param(ProviderConfig.class, key) + ": "
                    + words(Stream.of(ProviderConfig.Kind.values()).map(ProviderConfig.Kind::configName));
            case "baseUrl" -> SourceDocs.param(ProviderConfig.class, key) + "; default: the address of the kind,"
                    + " and " + Markdown.code("azure") + " has none";
            case "keyEnv" -> "the environment variable that holds the key";
            case "keyFile" -> "the file that holds the key and nothing else";
            case "structuredOutput" -> SourceDocs.param(ProviderConfig.class, key) + ": "
                    + Stream.of(ProviderConfig.StructuredOutput.values())
                            .map(word -> Markdown.code(word.name().toLowerCase(Locale.ROOT)) + " ("
                                    + SourceDocs.constant(word).replaceFirst("\\.$", "") + ')')
                            .collect(Collectors.joining(", "))
                    + "; default " + Markdown.code("schema") + ", with an `openai` kind and a `baseUrl` "
                    + Markdown.code("none");
            case "headers", "query", "keyHeader", "caFile" -> SourceDocs.param(EndpointOptions.class, key);
            case "silence" -> "the longest silence in seconds, 1 to 86400; without it, by the model";
            case "deployment", "apiVersion", "bearer" -> SourceDocs.param(AzureOptions.class, key) + "; for "
                    + Markdown.code("azure") + " only";
            case "effort", "thinking", "extraBody" -> SourceDocs.param(ModelSettings.class, key);
            case "numCtx", "keepAlive" -> SourceDocs.param(ModelSettings.class, key) + "; for "
                    + Markdown.code("ollama") + " only";
            case "api" -> SourceDocs.param(ModelSettings.class, key) + "; for " + Markdown.code("openai") + " and "
                    + Markdown.code("azure") + " only";
            default -> SourceDocs.param(Price.class, key);
        };
    }

    private static String words(Stream<String> words) {
        return words.map(Markdown::code).collect(Collectors.joining(", "));
    }
}
