package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Reader of streamed responses. Its events name the item of the output that they belong to. */
final class OpenAiResponsesReader extends ReplyBuilder {

    /** The whole items, by their place in the output. */
    private final Map<Integer, JsonValue> items = new TreeMap<>();
    private final Map<Integer, Integer> callAt = new HashMap<>();
    private final Set<Integer> openThoughts = new HashSet<>();

    OpenAiResponsesReader(ReplySink sink) {
        super(sink);
    }

    @Override
    public void read(JsonValue event) {
        int place = EventFields.place(event, "output_index", 0);
        switch (EventFields.text(event, "type")) {
            case "response.output_item.added" -> begin(place, EventFields.at(event, "item"));
            case "response.output_text.delta" -> {
                var _ = addText(EventFields.text(event, "delta"));
            }
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" -> {
                var _ = addThought(EventFields.text(event, "delta"));
            }
            case "response.function_call_arguments.delta" -> addArgument(place, EventFields.text(event, "delta"));
            case "response.function_call_arguments.done" -> {
                Integer call = callAt.get(place);
                if (call != null) {
                    completeCall(call, EventFields.text(event, "arguments"));
                }
            }
            case "response.refusal.delta" -> {
                stop(StopKind.REFUSED, "refusal");
                addHidden(EventFields.text(event, "delta"));
            }
            case "response.refusal.done" -> stop(StopKind.REFUSED, "refusal");
            case "response.output_item.done" -> end(place, EventFields.at(event, "item"));
            case "response.completed", "response.incomplete" -> finish(EventFields.at(event, "response"));
            case "response.failed", "error" -> {
                fail(event);
                count(counts(EventFields.at(event, "response", "usage")));
            }
            // "created" and "in_progress" say nothing. Pieces of a kind that is not known are output.
            default -> addHidden(EventFields.text(event, "delta"));
        }
    }

    private void begin(int place, JsonValue item) {
        switch (EventFields.text(item, "type")) {
            case "reasoning" -> openThoughts.add(place);
            case "function_call" -> {
                int _ = beginCall(place, item);
            }
            default -> {
                // A message begins with its first words.
            }
        }
    }

    /** Begins the call of an item and returns its place among the calls. */
    private int beginCall(int place, JsonValue item) {
        int call = calls().size();
        callAt.put(place, call);
        beginCall(EventFields.text(item, "call_id"), EventFields.text(item, "name"),
                EventFields.text(item, "arguments"));
        return call;
    }

    private void addArgument(int place, String piece) {
        Integer call = callAt.get(place);
        if (call == null) {
            addHidden(piece);
        } else {
            extendCall(call, "", "", piece);
        }
    }

    private void end(int place, JsonValue item) {
        openThoughts.remove(place);
        items.put(place, item);
        if (EventFields.text(item, "type").equals("function_call")) {
            Integer begun = callAt.get(place);
            int call = begun == null ? beginCall(place, item) : begun;
            completeCall(call, EventFields.text(item, "arguments"));
        }
    }

    private void finish(JsonValue response) {
        complete();
        count(counts(EventFields.at(response, "usage")));
        if (text().isEmpty()) {
            EventFields.items(response, "output").forEach(this::readWhole);
        }
        String reason = EventFields.text(response, "incomplete_details", "reason");
        String word = reason.isEmpty() ? EventFields.text(response, "status") : reason;
        stop(meaning(word), word);
    }

    /** Text that came with the end only. */
    private void readWhole(JsonValue item) {
        if (EventFields.text(item, "type").equals("message")) {
            EventFields.items(item, "content").forEach(part -> {
                var _ = addText(EventFields.text(part, "text"));
            });
        }
    }

    @Override
    public boolean isThinking() {
        return super.isThinking() || !openThoughts.isEmpty();
    }

    /** The items without empty ones and without thoughts that led to nothing; the provider refuses those. */
    @Override
    JsonValue wireForm(List<ToolCall> made) {
        boolean isLost = items.values().stream().anyMatch(item -> EventFields.text(item, "type").equals("reasoning")
                && EventFields.text(item, "encrypted_content").isEmpty());
        if (isLost || !isWhole(made)) { // Thoughts that are stored nowhere cannot be named, nor calls that broke off.
            return JsonValue.of(OpenAiResponsesItem.answer(text(), made));
        }
        List<JsonValue> kept = new ArrayList<>();
        List<JsonValue> thoughts = new ArrayList<>();
        items.forEach((place, item) -> {
            switch (EventFields.text(item, "type")) {
                case "reasoning" -> thoughts.add(item);
                case "message" -> {
                    if (EventFields.items(item, "content").stream()
                            .anyMatch(part -> !EventFields.text(part, "text").isBlank())) {
                        kept.addAll(thoughts);
                        thoughts.clear();
                        kept.add(item);
                    }
                }
                case "function_call" -> {
                    kept.addAll(thoughts);
                    thoughts.clear();
                    kept.add(asMade(item, made.get(callAt.getOrDefault(place, 0))));
                }
                default -> kept.add(item);
            }
        });
        return JsonValue.of(kept.isEmpty()
                ? List.of(OpenAiResponsesItem.message("assistant",
                        ConversationItem.textOrStub(text(), List.of())))
                : kept);
    }

    /** True if the items hold each of these calls, and no other. */
    private boolean isWhole(List<ToolCall> made) {
        return made.size() == callAt.size() && callAt.keySet().stream().allMatch(items::containsKey);
    }

    /** The call as it came, with its id as its result names it, and with an object also if its arguments broke off. */
    private static JsonValue asMade(JsonValue item, ToolCall call) {
        boolean isObject = EventFields.arguments(EventFields.text(item, "arguments")) instanceof JsonValue.Obj;
        boolean isSame = isObject && EventFields.text(item, "call_id").equals(call.id());
        return isSame || !(item instanceof JsonValue.Obj object)
                ? item
                : new JsonObjectBuilder().withAll(object).with("call_id", call.id())
                        .with("arguments", EventFields.argumentText(call.input())).json();
    }

    private static TokenCounts counts(JsonValue usage) {
        return new TokenCounts(EventFields.number(usage, "input_tokens"), EventFields.number(usage, "output_tokens"),
                EventFields.number(usage, "total_tokens"),
                EventFields.number(usage, "input_tokens_details", "cached_tokens"),
                EventFields.number(usage, "input_tokens_details", "cache_write_tokens"),
                EventFields.number(usage, "output_tokens_details", "reasoning_tokens"));
    }

    private static StopKind meaning(String word) {
        return switch (word) {
            case "completed" -> StopKind.COMPLETE;
            case "max_output_tokens" -> StopKind.LENGTH;
            case "content_filter" -> StopKind.REFUSED;
            default -> StopKind.OTHER;
        };
    }
}
