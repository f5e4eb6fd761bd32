package dev.waggle.connect.langchain4j;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Maps an answer of the library to our types. */
final class ChatResponseMapper {

    /** Length of a hash that distinguishes the calls of one conversation, in characters. */
    private static final int ID_LENGTH = 16;

    private static final String NO_ARGUMENTS = "{}";

    private ChatResponseMapper() {}

    /**
     * The message with an id of its own for each call, and without calls that name no tool. Some servers give no ids,
     * and some the same to all. A missing id is derived from the request, so that a replay has the same.
     */
    static AiMessage repaired(AiMessage message, String request) {
        Set<String> taken = new HashSet<>();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (ToolExecutionRequest call : message.toolExecutionRequests()) {
            String tool = call.name();
            if (tool != null && !tool.isBlank()) {
                String id = call.id();
                boolean isOwn = id != null && !id.isBlank() && taken.add(id);
                calls.add(isOwn ? call : call.toBuilder().id(idOf(request, calls.size())).build());
            }
        }
        return calls.equals(message.toolExecutionRequests())
                ? message
                : message.toBuilder().toolExecutionRequests(calls).build();
    }

    /**
     * The message as the provider takes it back: unchanged, unless it is empty, or the arguments of a call are no JSON
     * object. Then it has a stub instead, because providers refuse these.
     */
    static AiMessage sendable(AiMessage message) {
        if (!message.hasToolExecutionRequests()) {
            String text = message.text();
            return text == null || text.isBlank()
                    ? message.toBuilder().text(Message.assistant("").content()).build()
                    : message;
        }
        List<ToolExecutionRequest> calls = message.toolExecutionRequests().stream()
                .map(call -> object(call.arguments()).isPresent()
                        ? call
                        : call.toBuilder().arguments(NO_ARGUMENTS).build())
                .toList();
        return calls.equals(message.toolExecutionRequests())
                ? message
                : message.toBuilder().toolExecutionRequests(calls).build();
    }

    /** Requires that the whole answer is within the limit; the handler sees only what comes in pieces. */
    static void requireLimit(String model, AiMessage message) throws HarnessException {
        long length = length(message.text()) + length(message.thinking()) + message.toolExecutionRequests().stream()
                .mapToLong(call -> length(call.arguments())).sum();
        if (length > ChatReplyHandler.MAX_CHARACTERS) {
            throw HarnessException.of(HarnessFailure.Kind.TOO_LARGE, model + " sent " + length
                    + " characters, the limit is " + ChatReplyHandler.MAX_CHARACTERS);
        }
    }

    /**
     * The message as far as the output limit admitted it.
     *
     * @param isHeard whether its calls were admitted already, piece by piece
     */
    static AiMessage admitted(AiMessage message, HarnessRun run, boolean isHeard) {
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (ToolExecutionRequest call : message.toolExecutionRequests()) {
            String label = call.id() + call.name();
            if (isHeard) {
                calls.add(call);
            } else if (run.admit(label).length() == label.length()) {
                String arguments = call.arguments();
                calls.add(arguments == null ? call : call.toBuilder().arguments(run.admit(arguments)).build());
            }
        }
        return run.isCut()
                ? message.toBuilder().text(run.textSoFar()).toolExecutionRequests(calls).build()
                : message;
    }

    /**
     * The calls. Arguments that are no JSON stay a text, which no schema of a tool takes. So do arguments that are
     * missing from an answer that the output limit cut off.
     */
    static List<ToolCall> calls(AiMessage message, @Nullable FinishReason reason) {
        JsonValue missing = reason == FinishReason.LENGTH ? JsonValue.of("") : new JsonValue.Obj(Map.of());
        return message.toolExecutionRequests().stream()
                .map(call -> new ToolCall(call.id(), call.name(), input(call.arguments(), missing))).toList();
    }

    /** Stop reason; {@code null} when the library has no name for the provider's. */
    static @Nullable ModelStopReason stopReason(@Nullable FinishReason reason, List<ToolCall> calls) {
        if (reason == FinishReason.LENGTH) {
            return ModelStopReason.MAX_TOKENS;
        }
        if (!calls.isEmpty()) {
            return ModelStopReason.TOOL_USE;
        }
        return reason == FinishReason.OTHER ? null : ModelStopReason.END;
    }

    /** The provider's word is lost in the library; only that it is an unusual one is left. */
    static @Nullable String stopDetail(@Nullable FinishReason reason) {
        return reason == FinishReason.OTHER ? "a reason that LangChain4j does not name" : null;
    }

    /** A refusal by the model or its filters, with the tokens that it cost. */
    static HarnessFailure refusal(String model, ChatResponse response) {
        return charged(HarnessFailure.of(HarnessFailure.Kind.REFUSED,
                model + " did not want to answer this (content filter)"), response);
    }

    /** True if the answer does not say why it ends, and should: a stream or an empty answer. */
    static boolean isBrokenOff(ChatResponse response, boolean streamed) {
        AiMessage message = response.aiMessage();
        boolean isEmpty = length(message.text()) == 0 && !message.hasToolExecutionRequests();
        return response.finishReason() == null && (streamed || isEmpty);
    }

    /** An answer that broke off, with the tokens that it cost. */
    static HarnessFailure brokenOff(String model, ChatResponse response) {
        return charged(HarnessFailure.of(HarnessFailure.Kind.TRUNCATED, model
                + " broke off its answer: it gives no reason to stop\nMaybe the server sent an error or a page of HTML,"
                + " which LangChain4j drops, or a model of your own sets no finishReason."), response);
    }

    private static HarnessFailure charged(HarnessFailure failure, ChatResponse response) {
        TokenUsage usage = TokenUsageReader.usage(response.tokenUsage());
        return usage == null ? failure : failure.withUsage(usage);
    }

    private static JsonValue input(@Nullable String arguments, JsonValue missing) {
        if (arguments == null || arguments.isBlank()) {
            return missing;
        }
        try {
            return JsonText.read(arguments);
        } catch (IllegalArgumentException notJson) {
            return JsonValue.of(arguments);
        }
    }

    /** The arguments, if they are a JSON object. */
    private static Optional<JsonValue.Obj> object(@Nullable String arguments) {
        return input(arguments, JsonValue.ofNull()) instanceof JsonValue.Obj object
                ? Optional.of(object)
                : Optional.empty();
    }

    private static String idOf(String request, int number) {
        return "call_" + RequestHash.of(request + "#" + number).substring(0, ID_LENGTH);
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
