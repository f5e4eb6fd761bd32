package dev.waggle.connect.mcp.server;

import java.util.Map;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** Assertions that an answer is one of JSON-RPC 2.0 and shows nothing of the program behind it. */
final class WellFormedAnswer {

    /** Frames of a stack, names of classes and packages, and paths. */
    private static final Pattern INSIDE = Pattern.compile(
            "(?s).*(\\bat [a-z]+\\.[\\w.$]+\\(|\\b(java|javax|jakarta|reactor|dev\\.waggle|io\\.modelcontextprotocol"
                    + "|tools\\.jackson|org\\.eclipse)\\.[a-z]|Exception|stackTrace|Jetty|Jackson|"
                    + Pattern.quote(System.getProperty("user.home") + "/") + "|"
                    + Pattern.quote(System.getProperty("java.io.tmpdir") + "/") + ").*");

    private WellFormedAnswer() {}

    /** The fields of an answer. */
    static Map<String, JsonValue> of(String line, String message) {
        assertThat(line).as(message).doesNotMatch(INSIDE);
        assertThat(JsonText.read(line)).as(message).isInstanceOf(JsonValue.Obj.class);
        Map<String, JsonValue> fields = ((JsonValue.Obj) JsonText.read(line)).fields();
        assertThat(fields).as(message).containsEntry("jsonrpc", JsonValue.of("2.0")).containsKey("id");
        assertThat(fields.containsKey("result")).as(message + "\n" + line).isNotEqualTo(fields.containsKey("error"));
        if (fields.get("error") instanceof JsonValue.Obj(var error)) {
            assertThat(error.get("code")).as(message).isInstanceOf(JsonValue.Num.class);
            assertThat(error.get("message")).as(message).isInstanceOf(JsonValue.Str.class);
            assertThat(error.get("code")).as(message + "\n" + line).isNotEqualTo(JsonValue.of(-32_603L));
        }
        return fields;
    }

    /** Requires that a whole response shows nothing of the program. */
    static void shows(String response, String request) {
        assertThat(response).as(request).doesNotMatch(INSIDE).doesNotContain("\r\nServer:");
    }
}
