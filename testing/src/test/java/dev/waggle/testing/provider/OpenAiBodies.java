package dev.waggle.testing.provider;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Requests to OpenAI's chat completions, as text. */
final class OpenAiBodies {

    static final String PATH = "/v1/chat/completions";
    static final String HI = "{\"role\":\"user\",\"content\":\"hi\"}";
    static final String ASKS = "{\"role\":\"assistant\",\"tool_calls\":[" + call("c1") + "," + call("c2")
            + "]}";

    private OpenAiBodies() {}

    static String call(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"{}\"}}";
    }

    static String result(String id) {
        return "{\"role\":\"tool\",\"tool_call_id\":\"" + id + "\",\"content\":\"found\"}";
    }

    /** A request to a model with one message and more fields. */
    static String body(String model, String... fields) {
        return "{\"model\":\"" + model + "\",\"messages\":[" + HI + "]"
                + Stream.of(fields).map(field -> "," + field).collect(Collectors.joining()) + "}";
    }

    static String with(String... fields) {
        return body("gpt-4o", fields);
    }

    static String messages(String... messages) {
        return "{\"model\":\"gpt-4o\",\"messages\":[" + String.join(",", messages) + "]}";
    }

    static String tool(String name, String more) {
        return "{\"type\":\"function\",\"function\":{\"name\":\"" + name + "\"" + more + "}}";
    }

    static String tools(String schema) {
        return "\"tools\":[" + tool("look", ",\"parameters\":" + schema) + "]";
    }

    static String strictTool(String schema) {
        return "\"tools\":[" + tool("look", ",\"strict\":true,\"parameters\":" + schema) + "]";
    }

    static String format(String name, boolean strict, String schema) {
        return "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"" + name + "\",\"strict\":"
                + strict + ",\"schema\":" + schema + "}}";
    }

    static String closed(String properties, String required) {
        return "{\"type\":\"object\",\"properties\":{" + properties + "},\"required\":[" + required
                + "],\"additionalProperties\":false}";
    }
}
