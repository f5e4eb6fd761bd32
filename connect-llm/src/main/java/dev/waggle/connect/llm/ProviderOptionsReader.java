package dev.waggle.connect.llm;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.endpoint.AzureOptions;
import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.endpoint.EndpointValue;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.connect.llm.endpoint.SilenceLimits;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the options of a provider in the models file.
 *
 * <pre>
 *   "headers": {"X-Team": "${TEAM_TOKEN}"}, "query": {"tenant": "7"}, "keyHeader": "X-Api-Key",
 *   "caFile": "/etc/ssl/company.pem", "silence": 600,
 *   "deployment": "gpt", "apiVersion": "2024-10-21", "bearer": true,
 *   "effort": "low", "thinking": false, "numCtx": 16384, "keepAlive": "10m", "extraBody": {"top_k": 20}, "api": "chat"
 * </pre>
 */
final class ProviderOptionsReader {

    static final String CA_FILE = "caFile";

    private static final String SILENCE = "silence";
    private static final String EXTRA_BODY = "extraBody";
    private static final String KEEP_ALIVE = "keepAlive";
    private static final String NUM_CTX = "numCtx";
    private static final String API = "api";
    private static final String API_VERSION = "apiVersion";
    private static final List<String> AZURE = List.of("deployment", API_VERSION, "bearer");

    /** The names of the options. */
    static final List<String> NAMES = List.of("headers", "query", "keyHeader", CA_FILE, SILENCE, AZURE.get(0),
            AZURE.get(1), AZURE.get(2), "effort", "thinking", NUM_CTX, KEEP_ALIVE, EXTRA_BODY, API);

    private ProviderOptionsReader() {}

    /** The options of the address; a refusal names the place. */
    static EndpointOptions endpoint(JsonObjectReader row, ProviderConfig.Kind kind) {
        return row.build(() -> new EndpointOptions(values(row, "headers"), values(row, "query"),
                row.optionalVisibleText("keyHeader"), caFile(row), silence(row), azure(row, kind)));
    }

    /** The settings of every request; a refusal names the place. */
    static ModelSettings settings(JsonObjectReader row, ProviderConfig.Kind kind) {
        if (kind != ProviderConfig.Kind.OLLAMA) {
            requireAbsent(row, List.of(NUM_CTX, KEEP_ALIVE), "it is for the kind ollama only",
                    "Maybe the kind is ollama, at the address without /v1, or it goes into extraBody.");
        }
        if (kind != ProviderConfig.Kind.OPENAI && kind != ProviderConfig.Kind.AZURE) {
            requireAbsent(row, List.of(API), "it is for the kinds openai and azure only", "Maybe leave it out.");
        }
        JsonValue extra = row.optional(EXTRA_BODY);
        if (extra != null && !(extra instanceof JsonValue.Obj)) {
            throw row.invalid(EXTRA_BODY, "an object");
        }
        ModelSettings settings = row.build(() -> new ModelSettings(row.optionalVisibleText("effort"),
                row.optionalFlag("thinking"), row.optionalInt(NUM_CTX), keepAlive(row),
                extra instanceof JsonValue.Obj object ? object : new JsonValue.Obj(Map.of()),
                row.optionalVisibleText(API)));
        if ("responses".equals(settings.api()) && row.has(API_VERSION)) {
            // Only chat completions have the dated form with a deployment in the path.
            throw row.invalid(API, "chat or auto beside apiVersion", "Maybe omit apiVersion: the form /openai/v1 has"
                    + " both.");
        }
        return settings;
    }

    /** A file of authorities, of a provider or of the whole file. */
    static @Nullable CaFile caFile(JsonObjectReader row) {
        String path = row.optionalVisibleText(CA_FILE);
        return path == null ? null : NetworkOptions.caFile(path, row.place(CA_FILE));
    }

    private static Map<String, EndpointValue> values(JsonObjectReader row, String field) {
        JsonObjectReader table = row.optionalObject(field);
        Map<String, EndpointValue> values = new LinkedHashMap<>();
        if (table != null) {
            for (String name : table.names()) {
                String text = table.text(name);
                values.put(name, JsonObjectReader.build(table.place(name) + ": ", () -> EndpointValue.of(text)));
            }
        }
        return values;
    }

    private static @Nullable SilenceLimits silence(JsonObjectReader row) {
        Integer seconds = row.optionalInt(SILENCE);
        if (seconds == null) {
            return null;
        }
        if (seconds < 1 || seconds > SilenceLimits.MAX.toSeconds()) {
            throw row.invalid(SILENCE, "1 to " + SilenceLimits.MAX.toSeconds() + " seconds");
        }
        return SilenceLimits.of(Duration.ofSeconds(seconds));
    }

    private static AzureOptions azure(JsonObjectReader row, ProviderConfig.Kind kind) {
        if (kind != ProviderConfig.Kind.AZURE) {
            requireAbsent(row, AZURE, "it is for the kind azure only",
                    "Maybe the kind is azure, or it goes into query or extraBody.");
        }
        Boolean bearer = row.optionalFlag("bearer");
        return new AzureOptions(row.optionalVisibleText("deployment"), row.optionalVisibleText(API_VERSION),
                bearer != null && bearer);
    }

    private static void requireAbsent(JsonObjectReader row, List<String> names, String reason, String remedy) {
        for (String name : names) {
            if (row.has(name)) {
                throw row.invalid(name, "absent, because " + reason, remedy);
            }
        }
    }

    /** A text, or a whole number of seconds. */
    private static @Nullable String keepAlive(JsonObjectReader row) {
        return row.optional(KEEP_ALIVE) instanceof JsonValue.Num
                ? String.valueOf(row.optionalInteger(KEEP_ALIVE))
                : row.optionalVisibleText(KEEP_ALIVE);
    }
}
