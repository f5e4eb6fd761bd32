package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;

/** Reader of streamed content. Parts with a signature have to go back as they came. */
final class GeminiReader extends ReplyBuilder {

    private final List<JsonValue> parts = new ArrayList<>();

    GeminiReader(ReplySink sink) {
        super(sink);
    }

    /** Reads an event; one that is a list, as errors may be, event by event. */
    @Override
    public void read(JsonValue event) {
        if (event instanceof JsonValue.Arr several) {
            several.items().forEach(this::read);
            return;
        }
        if (EventFields.at(event, "error") instanceof JsonValue.Obj) {
            fail(event);
        }
        if (EventFields.at(event, "usageMetadata") instanceof JsonValue.Obj usage) {
            count(counts(usage));
        }
        String blocked = EventFields.text(event, "promptFeedback", "blockReason");
        if (!blocked.isEmpty()) {
            stop(StopKind.REFUSED, blocked);
        }
        EventFields.items(event, "candidates").stream()
                .filter(candidate -> EventFields.place(candidate, "index", 0) == 0).forEach(this::readCandidate);
    }

    private void readCandidate(JsonValue candidate) {
        EventFields.items(candidate, "content", "parts").forEach(this::readPart);
        String reason = EventFields.text(candidate, "finishReason");
        if (!reason.isEmpty()) {
            stop(meaning(reason), reason);
        }
    }

    private void readPart(JsonValue part) {
        String words = EventFields.text(part, "text");
        boolean isThought = EventFields.isTrue(part, "thought");
        if (EventFields.at(part, "functionCall") instanceof JsonValue.Obj call) {
            if (EventFields.text(call, "name").isEmpty()) {
                addHidden(EventFields.argumentText(EventFields.at(call, "args")));
                return; // It can be neither made nor answered.
            }
            String arguments = EventFields.argumentText(EventFields.at(call, "args"));
            beginCall(EventFields.text(call, "id"), EventFields.text(call, "name"), arguments);
        } else {
            var _ = isThought ? addThought(words) : addText(words);
            addHidden(EventFields.text(part, "executableCode", "code"));
        }
        if (!isThought && !isCut()) {
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
    JsonValue wireForm(List<ToolCall> made) {
        if (isCut()) {
            return GeminiContent.content("model", GeminiContent.answer(text(), made));
        }
        boolean isEmpty = parts.stream().allMatch(part -> EventFields.text(part, "text").isBlank()
                && EventFields.at(part, "functionCall") instanceof JsonValue.Null);
        return GeminiContent.content("model",
                isEmpty ? List.of(GeminiContent.text(ConversationItem.NO_ANSWER)) : parts);
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
