package dev.waggle.connect.llm.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Settings of every request to a provider's models.
 *
 * @param effort the provider's word for the effort of thinking, for example {@code low} or {@code high}
 * @param thinking whether models think; without it, as the provider does by default
 * @param numCtx the context window that Ollama gives a model, in tokens, {@value #MIN_CONTEXT} to {@value #MAX_CONTEXT}
 * @param keepAlive the time for which Ollama holds a model in memory: seconds, or a duration such as {@code 10m};
 *        below zero for ever
 * @param extraBody fields that are merged into the body of a request and go before ours; null omits a field of ours
 * @param api the interface of OpenAI that is called: {@code chat}, {@code responses} or {@code auto}
 */
public record ModelSettings(@Nullable String effort, @Nullable Boolean thinking, @Nullable Integer numCtx,
        @Nullable String keepAlive, JsonValue.Obj extraBody, @Nullable String api) {

    /** Smallest and largest context window in tokens: a question with a short answer, and ten times the largest. */
    public static final int MIN_CONTEXT = 256;
    public static final int MAX_CONTEXT = 16_777_216;

    /** The interfaces of OpenAI. */
    public static final List<String> APIS = List.of("chat", "responses", "auto");

    /** Fields of a body that Waggle alone writes: the model, the conversation and the form of the answer. */
    public static final List<String> OWNED_FIELDS = List.of("model", "messages", "contents", "input", "stream");

    /** No settings. */
    public static final ModelSettings NONE = new ModelSettings(null, null, null, null,
            new JsonValue.Obj(Map.of()), null);

    private static final Pattern EFFORT = Pattern.compile("[a-z][a-z0-9_-]{0,31}");

    /** Seconds, or a duration of Go as Ollama reads it (docs/api.md of ollama/ollama, "keep_alive"). */
    private static final Pattern KEEP_ALIVE = Pattern.compile("-?(\\d{1,9}|(\\d{1,9}(\\.\\d{1,3})?(ms|s|m|h)){1,3})");

    /**
     * @throws IllegalArgumentException when a setting is outside its range; the message begins with its name
     */
    public ModelSettings {
        if (effort != null && !EFFORT.matcher(effort).matches()) {
            throw new IllegalArgumentException("effort must be a word of small letters, got " + quoted(effort)
                    + "\nMaybe low, medium or high.");
        }
        if (numCtx != null && (numCtx < MIN_CONTEXT || numCtx > MAX_CONTEXT)) {
            throw new IllegalArgumentException("numCtx must be " + MIN_CONTEXT + " to " + MAX_CONTEXT
                    + " tokens, got " + numCtx + "\nMaybe 16384.");
        }
        if (keepAlive != null && !KEEP_ALIVE.matcher(keepAlive).matches()) {
            throw new IllegalArgumentException("keepAlive must be seconds or a duration, got " + quoted(keepAlive)
                    + "\nMaybe 10m, or -1 for ever.");
        }
        if (api != null && !APIS.contains(api)) {
            throw new IllegalArgumentException("api must be one of " + String.join(", ", APIS) + ", got "
                    + quoted(api));
        }
        for (String field : OWNED_FIELDS) {
            if (extraBody.fields().containsKey(field)) {
                throw new IllegalArgumentException("extraBody must not hold " + field + ", which Waggle writes"
                        + "\nMaybe leave it out.");
            }
        }
    }

    /** These settings, with those of others before them. */
    public ModelSettings with(ModelSettings others) {
        Map<String, JsonValue> body = new LinkedHashMap<>(extraBody.fields());
        body.putAll(others.extraBody.fields());
        return new ModelSettings(others.effort == null ? effort : others.effort,
                others.thinking == null ? thinking : others.thinking, others.numCtx == null ? numCtx : others.numCtx,
                others.keepAlive == null ? keepAlive : others.keepAlive, new JsonValue.Obj(body),
                others.api == null ? api : others.api);
    }

    /** The value of {@code keep_alive} as Ollama reads it: a number of seconds, or a duration as text. */
    public @Nullable JsonValue keepAliveJson() {
        String value = keepAlive;
        if (value == null) {
            return null;
        }
        return value.matches("-?\\d+") ? JsonValue.of(Long.parseLong(value)) : JsonValue.of(value);
    }

    private static String quoted(String text) {
        return '"' + VisibleText.of(text.length() <= 80 ? text : text.substring(0, 80) + "...") + '"';
    }
}
