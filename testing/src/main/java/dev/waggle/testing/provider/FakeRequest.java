package dev.waggle.testing.provider;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Request of a client, in any of the formats.
 *
 * @param format the format of the request
 * @param model the name of the model, without the provider
 * @param streamed true if the answer is to come as a stream
 * @param asked the conversation
 * @param settings the settings of the answer
 * @param raw the request as it came over the wire
 */
public record FakeRequest(WireFormatName format, String model, boolean streamed, Asked asked, Settings settings,
        Raw raw) {

    /**
     * The conversation.
     *
     * @param system the system prompt; empty without one
     * @param messages the messages, without system prompt and results of tools
     * @param tools the tools that the model may call
     * @param results the answers of tools, in the order of the request
     */
    public record Asked(String system, List<Said> messages, List<Offer> tools, List<Result> results) {

        public Asked {
            messages = List.copyOf(messages);
            tools = List.copyOf(tools);
            results = List.copyOf(results);
        }
    }

    /**
     * A message.
     *
     * @param role {@code user} or {@code assistant}
     * @param text all its text
     * @param calls the names of the tools that it calls
     */
    public record Said(String role, String text, List<String> calls) {

        public Said {
            calls = List.copyOf(calls);
        }
    }

    /** A tool that the model may call. */
    public record Offer(String name, String description, JsonValue schema) {}

    /**
     * Answer of a tool.
     *
     * @param call the id of the call, or the name of the tool where a format knows no ids
     * @param text the answer, as the model reads it
     */
    public record Result(String call, String text) {}

    /**
     * Settings of the answer.
     *
     * @param schema the JSON Schema that the answer is to obey, if there is one
     * @param temperature the temperature, if it is given
     * @param maxTokens the maximum length of the answer, if it is given
     */
    public record Settings(@Nullable JsonValue schema, @Nullable Double temperature, @Nullable Double maxTokens) {}

    /**
     * The request as it came over the wire.
     *
     * @param path path of the URL
     * @param query the part behind the question mark; empty without one
     * @param headers by name in lower case
     * @param body all of it
     * @param json the body, parsed
     */
    public record Raw(String path, String query, Map<String, String> headers, String body, JsonValue json) {

        public Raw {
            headers = Map.copyOf(headers);
        }
    }

    public String system() {
        return asked.system();
    }

    public List<Said> messages() {
        return asked.messages();
    }

    /** The text of the last message; empty without one. */
    public String lastText() {
        return asked.messages().isEmpty() ? "" : asked.messages().getLast().text();
    }

    /** System prompt and messages, one below the other. */
    public String allText() {
        StringBuilder all = new StringBuilder(system());
        asked.messages().forEach(said -> all.append('\n').append(said.text()));
        return all.toString();
    }

    /** A header; empty without one. */
    public String header(String name) {
        return raw.headers().getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /** The key that came with the request; empty without one. */
    public String key() {
        return switch (format) {
            case ANTHROPIC -> header("x-api-key");
            case GEMINI -> header("x-goog-api-key").isEmpty() ? keyInQuery() : header("x-goog-api-key");
            case OPENAI, OPENAI_RESPONSES, OLLAMA -> bearer();
            case AZURE -> header("api-key").isEmpty() ? bearer() : header("api-key");
        };
    }

    private String bearer() {
        return header("authorization").replaceFirst("^Bearer ", "");
    }

    private String keyInQuery() {
        for (String pair : raw.query().split("&", -1)) {
            if (pair.startsWith("key=")) {
                return pair.substring("key=".length());
            }
        }
        return "";
    }
}
