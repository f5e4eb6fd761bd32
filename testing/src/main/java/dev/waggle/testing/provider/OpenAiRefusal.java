package dev.waggle.testing.provider;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/** Words and form of the errors of OpenAI, for chat completions and responses. */
final class OpenAiRefusal {

    private static final String INVALID = "invalid_request_error";

    private OpenAiRefusal() {}

    static WireFormat.Refusal of(int status, String message, String type, @Nullable String param,
            @Nullable String code) {
        return new WireFormat.Refusal(status, WireJson.object("error", WireJson.object("message", message, "type",
                type, "param", orNull(param), "code", orNull(code))));
    }

    /** A bad request. */
    static WireFormat.Refusal bad(String message, @Nullable String param, @Nullable String code) {
        return of(400, message, INVALID, param, code);
    }

    /** A parameter that does not exist for this model or at this endpoint. */
    static WireFormat.Refusal unsupported(String param, String rest) {
        return bad("Unsupported parameter: '" + param + "'" + rest, param, "unsupported_parameter");
    }

    /** The refusal of a missing key. Words: openai/openai-cookbook#2347, January 2026. */
    static WireFormat.Refusal missingKey() {
        return of(401, "Missing bearer or basic authentication in header", INVALID, null, null);
    }

    /** The refusal of a path that does not exist. Words: harry0703/MoneyPrinterTurbo#57, March 2024. */
    static WireFormat.Refusal unknownPath(String method, String path) {
        return of(404, "Invalid URL (" + method + " " + path + ")", INVALID, null, null);
    }

    /** A number outside its range. Words: vectorize-io/hindsight#58, December 2025. */
    static Optional<WireFormat.Refusal> outside(JsonValue body, String param, double least, double most) {
        Double value = WireJson.number(body, param);
        if (value == null || (value >= least && value <= most)) {
            return Optional.empty();
        }
        boolean below = value < least;
        String kind = param.endsWith("tokens") ? "integer" : "decimal";
        return Optional.of(bad("Invalid '" + param + "': " + kind + (below ? " below minimum" : " above maximum")
                + " value. Expected a value " + (below ? ">= " + plain(least) : "<= " + plain(most)) + ", but got "
                + plain(value) + " instead.", param, kind + (below ? "_below_min_value" : "_above_max_value")));
    }

    /** A text that is longer than its limit. Words: wcgw#51, April 2025. */
    static Optional<WireFormat.Refusal> tooLong(String param, String text, int most) {
        return text.length() <= most
                ? Optional.empty()
                : Optional.of(bad("Invalid '" + param + "': string too long. Expected a string with maximum length "
                        + most + ", but got a string with length " + text.length() + " instead.", param,
                        "string_above_max_length"));
    }

    /** The refusal of an empty list. Words: CopilotKit/CopilotKit#529, August 2024. */
    static WireFormat.Refusal emptyArray(String param) {
        return bad("Invalid '" + param + "': empty array. Expected an array with minimum length 1, but got an empty"
                + " array instead.", param, "empty_array");
    }

    /**
     * The refusal of a departure from the published shape.
     *
     * @param atTop words for an unknown field of the body itself, where they differ from those for fields within
     */
    static WireFormat.Refusal ofShape(RequestShape.ShapeError error, boolean atTop) {
        String path = error.path(true);
        return switch (error.kind()) {
            // Words: nashsu/llm_wiki#336, June 2026 for the body; 64bit/async-openai#386, June 2025 within.
            case UNKNOWN_FIELD -> atTop && error.path().size() == 1
                    ? bad("Unrecognized request argument supplied: " + error.detail(), null, null)
                    : bad("Unknown parameter: '" + path + "'.", path, "unknown_parameter");
            // Words: icebear0828/codex-proxy#399, April 2026.
            case MISSING_FIELD -> bad("Missing required parameter: '" + path + "'.", path,
                    "missing_required_parameter");
            case WRONG_TYPE -> wrongType(error, path);
            // Words: jeremychone/rust-genai#119, January 2026.
            case UNKNOWN_WORD -> bad("Invalid value: '" + spelled(error.value()) + "'. Supported values are: "
                    + quoted(error.detail()) + ".", path, "invalid_value");
        };
    }

    private static WireFormat.Refusal wrongType(RequestShape.ShapeError error, String path) {
        if (path.isEmpty()) {
            // Words: ChatGPTNextWeb/NextChat#4064, February 2024.
            return bad("We could not parse the JSON body of your request. (HINT: This likely means you aren't using"
                    + " your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not"
                    + " valid JSON.)", null, null);
        }
        boolean isContent = path.endsWith("content");
        if (isContent && error.value() instanceof JsonValue.Null) {
            // Words: langchain-ai/langchainjs#4153, July 2024.
            return bad("Invalid value for 'content': expected a string, got null.", path.replace("[", ".["), null);
        }
        // Words: pydantic/pydantic-ai#2653, August 2025.
        return bad("Invalid type for '" + path + "': expected "
                + (isContent ? "one of a string or array of objects" : article(named(error.detail()))) + ", but got "
                + article(kind(error.value())) + " instead.", path, "invalid_type");
    }

    private static String named(String kind) {
        return kind.equals("number") ? "decimal" : kind;
    }

    private static String kind(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj _ -> "object";
            case JsonValue.Arr _ -> "array";
            case JsonValue.Str _ -> "string";
            case JsonValue.Num _ -> WireJson.isWhole(value) ? "integer" : "decimal";
            case JsonValue.Bool _ -> "boolean";
            case JsonValue.Null _ -> "null";
        };
    }

    private static String article(String kind) {
        return (kind.matches("[aeiou].*") ? "an " : kind.equals("null") ? "" : "a ") + kind;
    }

    private static String spelled(JsonValue value) {
        return value instanceof JsonValue.Str text ? text.value() : kind(value);
    }

    /** The words in quotes, with commas and an "and" before the last. */
    static String quoted(String words) {
        List<String> all = Arrays.stream(words.split(", ")).map(word -> "'" + word + "'").toList();
        if (all.size() < 2) {
            return String.join("", all);
        }
        return String.join(", ", all.subList(0, all.size() - 1)) + (all.size() > 2 ? "," : "") + " and "
                + all.getLast();
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static Object orNull(@Nullable String text) {
        return text == null ? WireJson.nothing() : text;
    }
}
