package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Part of a conversation that fits the context window of an Ollama server. A longer one is cut without a word: the
 * oldest messages go first. System messages and the last message stay, and results stay with their calls. A last
 * message that is too long alone loses its beginning, so that half of the window is filled.
 *
 * <p>Sources: ollama server/prompt.go, 2026; ollama#17427, July 2026 (the half); API document (4,096 tokens).
 *
 * @param messages the messages that the model reads
 * @param tokens their estimated number of tokens, at four characters each, with the tools
 * @param isCut true if something was left out
 */
public record OllamaContext(List<JsonValue> messages, int tokens, boolean isCut) {

    /** The published default of {@code num_ctx}. */
    static final int USUAL_WINDOW = 4_096;

    /** The part of a request that the model reads. */
    public static OllamaContext of(JsonValue body) {
        List<JsonValue> all = WireJson.items(body, "messages");
        Double asked = WireJson.number(body, "options", "num_ctx");
        int window = asked == null ? USUAL_WINDOW : Math.max(4, asked.intValue());
        int tools = WireJson.items(body, "tools").isEmpty() ? 0 : tokens(JsonText.write(WireJson.field(body, "tools")));
        boolean mayCut = !WireJson.has(body, "truncate") || WireJson.flag(body, "truncate");
        for (int i = 0; i < all.size(); i++) {
            List<JsonValue> kept = from(all, i);
            int tokens = tools + kept.stream().mapToInt(message -> tokens(JsonText.write(message))).sum();
            boolean fits = tokens <= window || !mayCut;
            if (fits || i == all.size() - 1) {
                return fits ? new OllamaContext(kept, tokens, i > 0) : halved(kept, window);
            }
        }
        return new OllamaContext(List.of(), tools, false);
    }

    /** The messages from that place on, after the system messages before it. */
    private static List<JsonValue> from(List<JsonValue> all, int place) {
        int start = place;
        while (start > 0 && isTool(all.get(start)) && isTool(all.get(start - 1))) {
            start--;
        }
        if (start > 0 && isTool(all.get(start)) && WireJson.has(all.get(start - 1), "tool_calls")) {
            start--;
        } else {
            start = place;
        }
        List<JsonValue> kept = new ArrayList<>(all.subList(0, start).stream()
                .filter(message -> WireJson.text(message, "role").equals("system")).toList());
        kept.addAll(all.subList(start, all.size()));
        return kept;
    }

    private static OllamaContext halved(List<JsonValue> kept, int window) {
        JsonValue last = kept.getLast();
        String text = WireJson.text(last, "content");
        int length = Math.min(text.length(), window / 2 * PromptCache.PER_TOKEN);
        Map<String, JsonValue> fields = new LinkedHashMap<>(last instanceof JsonValue.Obj object
                ? object.fields()
                : Map.of());
        fields.put("content", JsonValue.of(text.substring(text.length() - length)));
        return new OllamaContext(List.of(new JsonValue.Obj(fields)), window / 2, true);
    }

    private static boolean isTool(JsonValue message) {
        return WireJson.text(message, "role").equals("tool");
    }

    private static int tokens(String text) {
        return text.length() / PromptCache.PER_TOKEN;
    }
}
