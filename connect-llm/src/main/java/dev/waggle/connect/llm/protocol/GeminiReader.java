package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

import dev.waggle.connect.llm.protocol.ProviderReply.Stop;
import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of streamed content. Parts with a signature have to go back as they came. */
final class GeminiReader implements ReplyReader {

    private final ReplySink sink;
    private final StringBuilder text = new StringBuilder();
    private final ToolCallBuilder calls = new ToolCallBuilder();
    private final List<JsonValue> parts = new ArrayList<>();
    private @Nullable TokenCounts counts;
    private @Nullable Stop stop;
    private @Nullable String error;
    private boolean hasContent;

    GeminiReader(ReplySink sink) {
        this.sink = sink;
    }

    /** Reads an event; one that is a list, as errors may be, event by event. */
    @Override
    public void read(JsonValue event) {
        if (event instanceof JsonValue.Arr several) {
            several.items().forEach(this::read);
            return;
        }
        if (EventFields.at(event, "error") instanceof JsonValue.Obj) {
            error = JsonLine.of(event);
        }
        if (EventFields.at(event, "usageMetadata") instanceof JsonValue.Obj usage) {
            counts = counts(usage);
        }
        String blocked = EventFields.text(event, "promptFeedback", "blockReason");
        if (!blocked.isEmpty()) {
            stop = new Stop(StopKind.REFUSED, blocked);
        }
        EventFields.items(event, "candidates").stream()
                .filter(candidate -> EventFields.place(candidate, "index", 0) == 0).forEach(this::readCandidate);
    }

    private void readCandidate(JsonValue candidate) {
        EventFields.items(candidate, "content", "parts").forEach(this::readPart);
        String reason = EventFields.text(candidate, "finishReason");
        if (!reason.isEmpty()) {
            stop = new Stop(meaning(reason), reason);
        }
    }

    private void readPart(JsonValue part) {
        String words = EventFields.text(part, "text");
        boolean isThought = EventFields.isTrue(part, "thought");
        if (EventFields.at(part, "functionCall") instanceof JsonValue.Obj call) {
            String arguments = EventFields.argumentText(EventFields.at(call, "args"));
            calls.begin(EventFields.text(call, "id"), EventFields.text(call, "name"), arguments);
            hasContent = true;
            sink.argument(arguments);
        } else if (isThought && !words.isEmpty()) {
            hasContent = true;
            sink.thinking(words);
        } else if (!words.isEmpty()) {
            hasContent = true;
            text.append(words);
            sink.text(words);
        }
        if (!isThought) {
            keep(part, words);
        }
    }

    /** Adds a part to what goes back. Pieces of one text become one part; empty ones are left out. */
    private void keep(JsonValue part, String words) {
        boolean isPlain = isPlainText(part);
        JsonValue last = parts.isEmpty() ? JsonValue.ofNull() : parts.getLast();
        if (isPlain && words.isEmpty()) {
            return;
        }
        if (isPlain && isPlainText(last)) {
            parts.set(parts.size() - 1, GeminiContent.text(EventFields.text(last, "text") + words));
        } else {
            parts.add(part);
        }
    }

    private static boolean isPlainText(JsonValue part) {
        return part instanceof JsonValue.Obj object && object.fields().keySet().equals(Set.of("text"));
    }

    @Override
    public @Nullable String error() {
        return error;
    }

    @Override
    public boolean isComplete() {
        return false;
    }

    @Override
    public boolean isThinking() {
        return !hasContent;
    }

    @Override
    public ProviderReply reply(IntFunction<String> callId) {
        List<ToolCall> all = calls.calls(callId);
        boolean isStub = parts.stream().allMatch(part -> EventFields.text(part, "text").isBlank()
                && EventFields.at(part, "functionCall") instanceof JsonValue.Null);
        List<JsonValue> kept = isStub ? List.of(GeminiContent.text(ConversationItem.NO_ANSWER)) : parts;
        return new ProviderReply(text.toString(), all, counts == null ? null : counts.usage(), stop,
                GeminiContent.content("model", kept));
    }

    private static TokenCounts counts(JsonValue usage) {
        Double thoughts = EventFields.number(usage, "thoughtsTokenCount");
        return new TokenCounts(
                TokenCounts.sum(EventFields.number(usage, "promptTokenCount"),
                        EventFields.number(usage, "toolUsePromptTokenCount")),
                TokenCounts.sum(EventFields.number(usage, "candidatesTokenCount"), thoughts),
                EventFields.number(usage, "totalTokenCount"), EventFields.number(usage, "cachedContentTokenCount"),
                null, thoughts);
    }

    private static StopKind meaning(String reason) {
        return switch (reason) {
            case "STOP" -> StopKind.COMPLETE;
            case "MAX_TOKENS" -> StopKind.LENGTH;
            case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII" -> StopKind.REFUSED;
            default -> StopKind.OTHER;
        };
    }
}
