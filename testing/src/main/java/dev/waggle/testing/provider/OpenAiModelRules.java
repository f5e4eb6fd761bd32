package dev.waggle.testing.provider;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Rules of OpenAI that depend on the model. The facts stand here with their sources, apart from the clients that are
 * tested. Models whose names begin with {@code fake-} are plain ones that do not reason.
 */
final class OpenAiModelRules {

    /** Names of OpenAI's models: API reference, model list, 2026. */
    private static final Pattern KNOWN = Pattern.compile("(fake-|gpt-|chatgpt-|o1|o3|o4|codex-|ft:).*");
    /**
     * Reasoning models: Azure OpenAI, "Reasoning models", 2025, without the chat models (pydantic-ai#3326). GPT-6 is
     * from the release notes of yoagent 0.27.4, November 2026.
     */
    private static final Pattern REASONING = Pattern.compile("(o1|o3|o4|gpt-5|gpt-6|codex-)(?!.*-chat).*");
    /** Models of the Responses API only: tmuxai#82, October 2025, promptfoo#6539, and chatwise-releases#942. */
    private static final Pattern ONLY_RESPONSES = Pattern.compile("(o1|o3|gpt-5).*-pro.*|.*codex.*");
    /** Models without function tools on chat completions: llm-memory-api#178, April 2026. */
    private static final Pattern NO_TOOLS = Pattern.compile("gpt-5\\.5.*");
    /** Models that take them without reasoning, which is not their default: litellm#34569, July 2026. */
    private static final Pattern NO_TOOLS_WHILE_REASONING = Pattern.compile("gpt-5\\.6.*");
    /** Models that take them unless an effort is given: pipecat#4043 and livekit/agents#5088, March 2026. */
    private static final Pattern NO_TOOLS_WITH_EFFORT = Pattern.compile("gpt-5\\.[24].*");
    /** Models of at most 16,384 output tokens: ExtractThinker#346, June 2025. */
    private static final Pattern SHORT_OUTPUT = Pattern.compile("gpt-4o.*");
    private static final int SHORT_LIMIT = 16_384;

    /** Characters that count as one token. */
    private static final int PER_TOKEN = 4;

    private OpenAiModelRules() {}

    static boolean isKnown(String model) {
        return KNOWN.matcher(model).matches();
    }

    static boolean reasons(String model) {
        return REASONING.matcher(model).matches();
    }

    static boolean isOnlyOfResponses(String model) {
        return ONLY_RESPONSES.matcher(model).matches();
    }

    /** The refusal of an unknown model. Words: API errors, quoted in many issues, 2023 to 2026. */
    static Optional<WireFormat.Refusal> unknown(String model) {
        return isKnown(model)
                ? Optional.empty()
                : Optional.of(OpenAiRefusal.of(404, "The model `" + model
                        + "` does not exist or you do not have access to it.", "invalid_request_error", null,
                        "model_not_found"));
    }

    /** The refusal of a model that chat completions do not have. Words: tmuxai#82, and for the status vscode-openai#358. */
    static Optional<WireFormat.Refusal> onlyOfResponses(String model) {
        return isOnlyOfResponses(model)
                ? Optional.of(OpenAiRefusal.of(404,
                        "This model is only supported in v1/responses and not in v1/chat/completions.",
                        "invalid_request_error", "model", null))
                : Optional.empty();
    }

    /** Refusals of settings of chat completions that reasoning models do not take. */
    static Optional<WireFormat.Refusal> chatSettings(String model, JsonValue body) {
        if (!reasons(model)) {
            // Words: umputun/tg-spam#304, June 2025.
            return !WireJson.has(body, "reasoning_effort")
                    ? outputLimit(model, body)
                    : Optional.of(OpenAiRefusal.bad("Unrecognized request argument supplied: reasoning_effort", null,
                            null));
        }
        if (WireJson.has(body, "max_tokens")) {
            // Words: nashsu/llm_wiki#610, July 2026; the same on Azure.
            return Optional.of(OpenAiRefusal.unsupported("max_tokens",
                    " is not supported with this model. Use 'max_completion_tokens' instead."));
        }
        // Stop: Flowise#5060, September 2025. Logprobs: OpenAI community 1110750, February 2025.
        Optional<WireFormat.Refusal> unsupported = Stream.of("stop", "logprobs", "top_logprobs", "logit_bias")
                .filter(param -> WireJson.has(body, param))
                .map(param -> OpenAiRefusal.unsupported(param, " is not supported with this model.")).findFirst();
        return unsupported.or(() -> effort(model, "reasoning_effort", WireJson.text(body, "reasoning_effort")))
                .or(() -> sampling(body));
    }

    /** Only the default of a setting of sampling. Words: johny-b/llmcomp#69, April 2026. */
    private static Optional<WireFormat.Refusal> sampling(JsonValue body) {
        return notDefault(body, "temperature", 1).or(() -> notDefault(body, "top_p", 1))
                .or(() -> notDefault(body, "presence_penalty", 0)).or(() -> notDefault(body, "frequency_penalty", 0));
    }

    private static Optional<WireFormat.Refusal> notDefault(JsonValue body, String param, int usual) {
        Double value = WireJson.number(body, param);
        if (value == null || value == usual) {
            return Optional.empty();
        }
        String text = value == Math.rint(value) ? Long.toString(value.longValue()) : value.toString();
        return Optional.of(OpenAiRefusal.bad("Unsupported value: '" + param + "' does not support " + text
                + " with this model. Only the default (" + usual + ") value is supported.", param,
                "unsupported_value"));
    }

    /** A limit above that of the model. Words: ExtractThinker#346, June 2025. */
    private static Optional<WireFormat.Refusal> outputLimit(String model, JsonValue body) {
        if (!SHORT_OUTPUT.matcher(model).matches()) {
            return Optional.empty();
        }
        return Stream.of("max_tokens", "max_completion_tokens").flatMap(param -> {
            Double most = WireJson.number(body, param);
            return most == null || most <= SHORT_LIMIT
                    ? Stream.empty()
                    : Stream.of(OpenAiRefusal.bad("max_tokens is too large: " + most.longValue()
                            + ". This model supports at most " + SHORT_LIMIT
                            + " completion tokens, whereas you provided " + most.longValue() + ".", "max_tokens",
                            "invalid_value"));
        }).findFirst();
    }

    /** Function tools on chat completions. Words: charmbracelet/crush#2913, May 2026, and LibreChat#14355, July 2026. */
    static Optional<WireFormat.Refusal> chatTools(String model, JsonValue body) {
        if (WireJson.items(body, "tools").isEmpty()) {
            return Optional.empty();
        }
        String effort = WireJson.text(body, "reasoning_effort");
        boolean none = effort.equals("none");
        boolean given = !effort.isEmpty() && !none;
        String advice = NO_TOOLS_WHILE_REASONING.matcher(model).matches()
                ? "To use function tools, use /v1/responses or set reasoning_effort to 'none'."
                : "Please use /v1/responses instead.";
        boolean refused = NO_TOOLS.matcher(model).matches()
                || (NO_TOOLS_WHILE_REASONING.matcher(model).matches() && !none)
                || (NO_TOOLS_WITH_EFFORT.matcher(model).matches() && given);
        return refused
                ? Optional.of(OpenAiRefusal.bad("Function tools with reasoning_effort are not supported for " + model
                        + " in /v1/chat/completions. " + advice, "reasoning_effort", null))
                : Optional.empty();
    }

    /** An effort that the model does not have. Words: Kilo-Org/cloud#3807, June 2026. */
    static Optional<WireFormat.Refusal> effort(String model, String param, String effort) {
        List<String> efforts = efforts(model);
        return effort.isEmpty() || efforts.contains(effort)
                ? Optional.empty()
                : Optional.of(OpenAiRefusal.bad("Unsupported value: '" + param + "' does not support '" + effort
                        + "' with this model. Supported values are: "
                        + OpenAiRefusal.quoted(String.join(", ", efforts)) + ".", param, "unsupported_value"));
    }

    /**
     * The efforts: OpenAI community 1371738, January 2026, {@code max} of 5.6 from codex2api#414, July 2026, and those
     * of GPT-6 from the release notes of Prompture 1.15.1, October 2026.
     */
    private static List<String> efforts(String model) {
        if (model.matches("gpt-5.*-pro.*")) {
            return model.startsWith("gpt-5-pro") ? List.of("high") : List.of("medium", "high", "xhigh");
        }
        if (model.contains("codex") || model.startsWith("gpt-6")) {
            return List.of("low", "medium", "high", "xhigh");
        }
        if (model.startsWith("gpt-5.6")) {
            return List.of("none", "low", "medium", "high", "xhigh", "max");
        }
        if (model.startsWith("gpt-5.1")) {
            return List.of("none", "low", "medium", "high");
        }
        if (model.startsWith("gpt-5.")) {
            return List.of("none", "low", "medium", "high", "xhigh");
        }
        return model.startsWith("gpt-5")
                ? List.of("minimal", "low", "medium", "high")
                : List.of("low", "medium", "high");
    }

    /**
     * The answer as the output limit leaves it. Thoughts of a reasoning model count against the limit, so a script with
     * many of them ends without a word. Source: guide to reasoning models, "Allocating space for reasoning", 2026.
     */
    static FakeAnswer.Says cut(FakeRequest request, String model, FakeAnswer.Says says) {
        FakeAnswer.Usage usage = says.usage();
        Double most = request.settings().maxTokens();
        if (!reasons(model) || usage == null || most == null || usage.output() <= most) {
            return says;
        }
        int limit = most.intValue();
        int thinking = Math.min(usage.thinking(), limit);
        String text = says.text();
        String rest = text.substring(0, Math.min(text.length(), (limit - thinking) * PER_TOKEN));
        FakeAnswer.Content content = new FakeAnswer.Content(rest.isEmpty() ? List.of() : List.of(rest),
                says.content().thinking(), List.of());
        return new FakeAnswer.Says(content,
                new FakeAnswer.Usage(usage.input(), limit, thinking, usage.cachedInput(), usage.cacheWritten()),
                FakeAnswer.Finish.LENGTH, says.pace());
    }
}
