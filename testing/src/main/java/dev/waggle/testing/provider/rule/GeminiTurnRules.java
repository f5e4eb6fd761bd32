package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;

/** Rules of Gemini for the contents of a request: parts, roles, calls of functions, responses, thought signatures. */
public final class GeminiTurnRules {

    private static final Pattern THIRD = Pattern.compile("gemini-(?:[3-9]|\\d\\d).*");

    /** The fields of a part that hold its data; it has exactly one of them. */
    private static final List<String> DATA = List.of("text", "inlineData", "fileData", "functionCall",
            "functionResponse", "executableCode", "codeExecutionResult", "toolCall", "toolResponse");

    private static final Set<String> ROLES = Set.of("", "user", "model", "function");

    private static final List<Function<GeminiTurnRules, Optional<String>>> RULES = List.of(GeminiTurnRules::contents,
            GeminiTurnRules::parts, GeminiTurnRules::roles, GeminiTurnRules::calls, GeminiTurnRules::responses,
            GeminiTurnRules::ending, GeminiTurnRules::signatures);

    private final String model;
    private final List<JsonValue> contents;

    private GeminiTurnRules(String model, JsonValue body) {
        this.model = model;
        contents = WireJson.items(body, "contents");
    }

    /** The first broken rule, in words. */
    public static Optional<String> check(String model, JsonValue body) {
        GeminiTurnRules rules = new GeminiTurnRules(model, body);
        return RULES.stream().flatMap(rule -> rule.apply(rules).stream()).findFirst();
    }

    /** True for a model of the third generation or a later one. */
    public static boolean isThird(String model) {
        return THIRD.matcher(model).matches();
    }

    // NousResearch/hermes-agent PR 57942, July 2026; the words as captured in public test servers.
    private Optional<String> contents() {
        return contents.isEmpty()
                ? Optional.of("* GenerateContentRequest.contents: contents is not specified\n")
                : Optional.empty();
    }

    // vercel/ai#3775 (no parts); an empty text counts as no data: quoted by several clients in 2026.
    private Optional<String> parts() {
        for (int i = 0; i < contents.size(); i++) {
            String at = "* GenerateContentRequest.contents[" + i + "].parts";
            List<JsonValue> parts = WireJson.items(contents.get(i), "parts");
            if (parts.isEmpty()) {
                return Optional.of(at + ": contents.parts must not be empty.\n");
            }
            for (int j = 0; j < parts.size(); j++) {
                if (!hasData(parts.get(j))) {
                    return Optional.of(at + "[" + j
                            + "].data: required oneof field 'data' must have one initialized field\n");
                }
                if (WireJson.has(parts.get(j), "functionResponse")
                        && WireJson.text(parts.get(j), "functionResponse", "name").isEmpty()) {
                    return Optional.of(at + "[" + j + "].function_response.name: Name cannot be empty.\n");
                }
            }
        }
        return Optional.empty();
    }

    /** A signature may stand beside an empty text, as the model itself sends it. */
    private static boolean hasData(JsonValue part) {
        boolean hasOther = DATA.stream().skip(1).anyMatch(field -> WireJson.has(part, field));
        return hasOther || !WireJson.text(part, "text").isEmpty() || WireJson.has(part, "thoughtSignature");
    }

    private Optional<String> roles() {
        return contents.stream().allMatch(content -> ROLES.contains(WireJson.text(content, "role")))
                ? Optional.empty()
                : Optional.of("Please use a valid role: user, model.");
    }

    // gemini-cli#11814, October 2025: a call stands behind a message of the user or the answers to earlier calls.
    private Optional<String> calls() {
        for (int i = 0; i < contents.size(); i++) {
            boolean follows = i > 0 && !isModel(contents.get(i - 1));
            if (!names(contents.get(i), "functionCall").isEmpty() && !follows) {
                return Optional.of("Please ensure that function call turn comes immediately after a user turn or after"
                        + " a function response turn.");
            }
        }
        return Optional.empty();
    }

    // langchain#27799 (order), gemini-cli#4217 (number), cloudwego/eino-ext#571 (all responses in one content).
    private Optional<String> responses() {
        for (int i = 0; i < contents.size(); i++) {
            List<String> answered = names(contents.get(i), "functionResponse");
            List<String> called = i == 0 ? List.of() : names(contents.get(i - 1), "functionCall");
            if (!answered.isEmpty() && called.isEmpty() && !isAnswered(i - 1)) {
                return Optional.of("Please ensure that function response turn comes immediately after a function call"
                        + " turn.");
            }
            if (!sorted(answered).equals(sorted(called))) {
                return Optional.of("Please ensure that the number of function response parts is equal to the number of"
                        + " function call parts of the function call turn.");
            }
        }
        return Optional.empty();
    }

    private boolean isAnswered(int place) {
        return place >= 0 && !names(contents.get(place), "functionResponse").isEmpty();
    }

    // crewAI PR 6973, August 2026.
    private Optional<String> ending() {
        return isModel(contents.getLast())
                ? Optional.of("Please ensure that multiturn requests ends with a user role or a function response.")
                : Optional.empty();
    }

    /**
     * The first call of each step of the current turn has a signature with Gemini 3.
     *
     * <p>Source: ai.google.dev, Thought signatures, and langgenius/dify-official-plugins#2088, November 2025.
     */
    private Optional<String> signatures() {
        if (!isThird(model)) {
            return Optional.empty();
        }
        for (int i = currentTurn(); i < contents.size(); i++) {
            List<JsonValue> calls = WireJson.items(contents.get(i), "parts").stream()
                    .filter(part -> WireJson.has(part, "functionCall")).toList();
            if (!calls.isEmpty() && WireJson.text(calls.getFirst(), "thoughtSignature").isEmpty()) {
                return Optional.of("Function call is missing a thought_signature in functionCall parts. This is"
                        + " required for tools to work correctly, and missing thought_signature may lead to degraded"
                        + " model performance. Additional data, function call `default_api:"
                        + WireJson.text(calls.getFirst(), "functionCall", "name") + "` , position " + (i + 1)
                        + ". Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more"
                        + " details.");
            }
        }
        return Optional.empty();
    }

    /** The place of the last message of the user that is not the answer of a function. */
    private int currentTurn() {
        for (int i = contents.size() - 1; i > 0; i--) {
            if (!isModel(contents.get(i)) && names(contents.get(i), "functionResponse").isEmpty()) {
                return i;
            }
        }
        return 0;
    }

    private static boolean isModel(JsonValue content) {
        return WireJson.text(content, "role").equals("model");
    }

    private static List<String> names(JsonValue content, String field) {
        List<String> all = new ArrayList<>();
        for (JsonValue part : WireJson.items(content, "parts")) {
            if (WireJson.has(part, field)) {
                all.add(WireJson.text(part, field, "name"));
            }
        }
        return all;
    }

    private static List<String> sorted(List<String> names) {
        return names.stream().sorted().toList();
    }
}
