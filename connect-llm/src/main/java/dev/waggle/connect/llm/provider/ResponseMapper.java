package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Maps a response of the library to our types. */
final class ResponseMapper {

    /** Length of a hash that distinguishes the calls of one conversation, in characters. */
    private static final int ID_LENGTH = 16;

    private ResponseMapper() {}

    /**
     * The message with an id of its own for each call. Some servers give none, and some the same to all. A missing id
     * is derived from the request, so that a replay has the same.
     */
    static AiMessage identified(AiMessage message, String request) {
        if (!message.hasToolExecutionRequests()) {
            return message;
        }
        Set<String> taken = new HashSet<>();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (ToolExecutionRequest call : message.toolExecutionRequests()) {
            String id = call.id();
            boolean isOwn = id != null && !id.isBlank() && taken.add(id);
            calls.add(isOwn ? call : call.toBuilder().id(idOf(request, calls.size())).build());
        }
        return message.toBuilder().toolExecutionRequests(calls).build();
    }

    /** The calls. Arguments that are no JSON stay a text, which no schema of a tool takes. */
    static List<ToolCall> calls(AiMessage message) {
        return message.toolExecutionRequests().stream()
                .map(call -> new ToolCall(call.id(), call.name(), input(call.arguments()))).toList();
    }

    /** Token usage as counted by the provider; {@code null} when it counted nothing, or less than nothing. */
    static @Nullable TokenUsage usage(ChatResponse response) {
        var counted = response.tokenUsage();
        if (counted == null || (counted.inputTokenCount() == null && counted.outputTokenCount() == null)) {
            return null;
        }
        double in = count(counted.inputTokenCount());
        double out = count(counted.outputTokenCount());
        Integer total = counted.totalTokenCount();
        if (in < 0 || out < 0 || count(total) < 0) {
            return null;
        }
        return new TokenUsage(in, out, total == null ? in + out : count(total));
    }

    /** Stop reason; {@code null} when the provider's term is unknown. */
    static @Nullable ModelStopReason stopReason(@Nullable FinishReason reason, List<ToolCall> calls) {
        if (!calls.isEmpty() && reason != FinishReason.LENGTH) {
            return ModelStopReason.TOOL_USE;
        }
        return switch (reason) {
            case null -> ModelStopReason.END;
            case STOP -> ModelStopReason.END;
            case LENGTH -> ModelStopReason.MAX_TOKENS;
            case TOOL_EXECUTION -> ModelStopReason.TOOL_USE;
            case CONTENT_FILTER -> ModelStopReason.ERROR;
            case OTHER -> null;
        };
    }

    private static JsonValue input(@Nullable String arguments) {
        if (arguments == null || arguments.isBlank()) {
            return new JsonValue.Obj(Map.of());
        }
        try {
            return JsonText.read(arguments);
        } catch (IllegalArgumentException notJson) {
            return JsonValue.of(arguments);
        }
    }

    private static String idOf(String request, int number) {
        return "call_" + RequestHash.of(request + "#" + number).substring(0, ID_LENGTH);
    }

    /** Counts below zero are invalid and count as zero. */
    private static double count(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }
}
