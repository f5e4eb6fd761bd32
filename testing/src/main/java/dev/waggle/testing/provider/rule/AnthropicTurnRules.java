package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Rules of Anthropic for the messages of a request: contents, thoughts, calls of tools and their results. Consecutive
 * messages of one role count as one turn, as the API reference says.
 */
public final class AnthropicTurnRules {

    private static final String DOCUMENTATION = "https://docs.claude.com/en/docs/build-with-claude/extended-thinking";

    private static final List<Function<AnthropicTurnRules, Optional<String>>> RULES = List.of(
            AnthropicTurnRules::atLeastOne, AnthropicTurnRules::contents, AnthropicTurnRules::texts,
            AnthropicTurnRules::roles, AnthropicTurnRules::results, AnthropicTurnRules::calls,
            AnthropicTurnRules::lastBlock, AnthropicTurnRules::signatures, AnthropicTurnRules::thoughts,
            AnthropicTurnRules::ending);

    private final JsonValue body;
    private final AnthropicModel model;
    private final List<Turn> turns = new ArrayList<>();

    private AnthropicTurnRules(JsonValue body, AnthropicModel model) {
        this.body = body;
        this.model = model;
        List<JsonValue> messages = WireJson.items(body, "messages");
        for (int i = 0; i < messages.size(); i++) {
            String role = WireJson.text(messages.get(i), "role");
            if (turns.isEmpty() || !turns.getLast().role().equals(role)) {
                turns.add(new Turn(i, role, new ArrayList<>()));
            }
            turns.getLast().blocks().addAll(blocks(messages.get(i), i));
        }
    }

    /** The first broken rule, in words. */
    public static Optional<String> check(JsonValue body, AnthropicModel model) {
        AnthropicTurnRules rules = new AnthropicTurnRules(body, model);
        return RULES.stream().flatMap(rule -> rule.apply(rules).stream()).findFirst();
    }

    /** The signature under thoughts; it shows whether they come back as they were. */
    public static String signature(String thinking) {
        return "sig_" + RequestHash.of(thinking).substring(0, 32);
    }

    /** True if the request lets the model think. */
    public static boolean isThinking(JsonValue body, AnthropicModel model) {
        return switch (WireJson.text(body, "thinking", "type")) {
            case "enabled", "adaptive" -> true;
            case "" -> model.thinks();
            default -> false;
        };
    }

    /** Messages of one role, one after the other. */
    private record Turn(int message, String role, List<Block> blocks) {

        /** True if it begins at the same message. */
        boolean isSame(@Nullable Turn other) {
            return other != null && message == other.message;
        }

        boolean isOf(String wanted) {
            return role.equals(wanted);
        }

        List<Block> of(String type) {
            return blocks.stream().filter(block -> block.is(type)).toList();
        }
    }

    /** Block of a content; a content that is a text is one block. */
    private record Block(String at, JsonValue json) {

        String type() {
            return WireJson.text(json, "type");
        }

        boolean is(String type) {
            return type().equals(type);
        }

        boolean isThought() {
            return is("thinking") || is("redacted_thinking");
        }

        String text() {
            return WireJson.text(json, "text");
        }
    }

    private static List<Block> blocks(JsonValue message, int number) {
        JsonValue content = WireJson.field(message, "content");
        String at = "messages." + number + ".content.";
        if (content instanceof JsonValue.Str text) {
            return List.of(new Block(at + 0, WireJson.object("type", "text", "text", text.value())));
        }
        List<Block> all = new ArrayList<>();
        WireJson.items(content).forEach(block -> all.add(new Block(at + all.size(), block)));
        return all;
    }

    private Optional<String> atLeastOne() {
        return when(turns.isEmpty(), "messages: at least one message is required");
    }

    // Quoted in many repositories: an empty text or an empty list, but in the last message of the assistant.
    private Optional<String> contents() {
        List<JsonValue> messages = WireJson.items(body, "messages");
        for (int i = 0; i < messages.size(); i++) {
            JsonValue content = WireJson.field(messages.get(i), "content");
            boolean isEmpty = content instanceof JsonValue.Str text
                    ? text.value().isEmpty()
                    : WireJson.items(content).isEmpty();
            boolean isLast = i == messages.size() - 1 && WireJson.text(messages.get(i), "role").equals("assistant");
            if (isEmpty && !isLast) {
                return Optional.of("messages." + i + ": all messages must have non-empty content except for the"
                        + " optional final assistant message");
            }
        }
        return Optional.empty();
    }

    // LibreChat-AI/agents PR 124, April 2026: a table of four live requests.
    private Optional<String> texts() {
        for (Turn turn : turns) {
            List<Block> texts = turn.of("text");
            boolean isLast = turn.isSame(turns.getLast()) && turn.isOf("assistant");
            if (!isLast && texts.stream().anyMatch(block -> block.text().isEmpty())) {
                return Optional.of("messages: text content blocks must be non-empty");
            }
            boolean onlyBlank = !texts.isEmpty() && texts.size() == turn.blocks().size()
                    && texts.stream().allMatch(block -> block.text().isBlank());
            if (!isLast && onlyBlank) {
                return Optional.of("messages: text content blocks must contain non-whitespace text");
            }
        }
        return Optional.empty();
    }

    private Optional<String> roles() {
        for (Turn turn : turns) {
            boolean assistant = turn.isOf("assistant");
            for (Block block : turn.blocks()) {
                if (assistant && block.is("tool_result")) {
                    return Optional.of(block.at() + ": `tool_result` blocks can only be in `user` messages");
                }
                if (!assistant && (block.is("tool_use") || block.isThought())) {
                    return Optional.of(block.at() + ": `" + block.type() + "` blocks can only be in `assistant`"
                            + " messages");
                }
            }
        }
        return Optional.empty();
    }

    // claude-code#13460, December 2025; Anthropic.SDK#184, February 2026.
    private Optional<String> results() {
        Set<String> open = Set.of();
        for (Turn turn : turns) {
            Set<String> answered = new LinkedHashSet<>();
            for (Block result : turn.of("tool_result")) {
                String id = WireJson.text(result.json(), "tool_use_id");
                if (!open.contains(id)) {
                    return Optional.of(result.at() + ": unexpected `tool_use_id` found in `tool_result` blocks: " + id
                            + ". Each `tool_result` block must have a corresponding `tool_use` block in the previous"
                            + " message.");
                }
                if (!answered.add(id)) {
                    return Optional.of(result.at() + ": each tool_use must have a single result. Found multiple"
                            + " `tool_result` blocks with id: " + id);
                }
                JsonValue content = WireJson.field(result.json(), "content");
                if (WireJson.flag(result.json(), "is_error") && WireJson.contentText(content).isEmpty()) {
                    return Optional.of(result.at() + ".tool_result: content cannot be empty if `is_error` is true");
                }
            }
            open = ids(turn);
        }
        return Optional.empty();
    }

    // claude-code#8210, September 2025; results come first: Tool use, "Handle tool calls", October 2026.
    private Optional<String> calls() {
        Set<String> used = new LinkedHashSet<>();
        for (int i = 0; i < turns.size(); i++) {
            Set<String> ids = ids(turns.get(i));
            if (ids.size() < turns.get(i).of("tool_use").size() || ids.stream().anyMatch(id -> !used.add(id))) {
                return Optional.of("messages." + turns.get(i).message() + ": `tool_use` ids must be unique");
            }
            Set<String> missing = new LinkedHashSet<>(ids);
            if (i + 1 < turns.size()) {
                turns.get(i + 1).blocks().stream().takeWhile(block -> block.is("tool_result"))
                        .forEach(block -> missing.remove(WireJson.text(block.json(), "tool_use_id")));
            }
            if (!missing.isEmpty()) {
                return Optional.of("messages." + turns.get(i).message()
                        + ": `tool_use` ids were found without `tool_result` blocks immediately after: "
                        + String.join(", ", missing) + ". Each `tool_use` block must have a corresponding"
                        + " `tool_result` block in the next message.");
            }
        }
        boolean named = WireJson.items(body, "tools").isEmpty() && !used.isEmpty();
        return when(named, "Requests which include `tool_use` or `tool_result` blocks must define tools");
    }

    // tailcallhq/forgecode#2107, December 2025; NousResearch/hermes-agent PR 16921, April 2026.
    private Optional<String> lastBlock() {
        return turns.stream().filter(turn -> turn.isOf("assistant") && !turn.blocks().isEmpty()
                && turn.blocks().getLast().isThought()).findFirst()
                .map(turn -> "messages." + turn.message() + ": The final block in an assistant message cannot be `"
                        + turn.blocks().getLast().type() + "`.");
    }

    // platform.claude.com, "Troubleshooting thinking", September 2026.
    private Optional<String> signatures() {
        Turn latest = turns.stream().filter(turn -> turn.isOf("assistant")).reduce((_, last) -> last).orElse(null);
        for (Turn turn : turns) {
            for (Block thought : turn.of("thinking")) {
                String expected = signature(WireJson.text(thought.json(), "thinking"));
                if (!WireJson.text(thought.json(), "signature").equals(expected)) {
                    return Optional.of(turn.isSame(latest)
                            ? thought.at() + ": `thinking` or `redacted_thinking` blocks in the latest assistant"
                                    + " message cannot be modified. These blocks must remain as they were in the"
                                    + " original response."
                            : thought.at() + ": Invalid `signature` in `thinking` block");
                }
            }
        }
        return Optional.empty();
    }

    // claude-code#11978, November 2025 (starts with a thought); forgecode#1853, November 2025 (thinking is off).
    private Optional<String> thoughts() {
        Turn last = lastAssistant();
        if (last == null || last.blocks().isEmpty()) {
            return Optional.empty();
        }
        Block first = last.blocks().getFirst();
        if (WireJson.text(body, "thinking", "type").equals("enabled") && !first.isThought()) {
            return Optional.of(first.at() + ".type: Expected `thinking` or `redacted_thinking`, but found `"
                    + first.type() + "`. When `thinking` is enabled, a final `assistant` message must start with a"
                    + " thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We"
                    + " recommend you include thinking blocks from previous turns. To avoid this requirement, disable"
                    + " `thinking`. Please consult our documentation at " + DOCUMENTATION);
        }
        boolean off = !isThinking(body, model) && last.isSame(turns.getLast());
        return last.blocks().stream().filter(block -> off && block.isThought()).findFirst()
                .map(block -> block.at() + ": When thinking is disabled, an `assistant` message in the final position"
                        + " cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.");
    }

    /** The turn that the model continues: its own last one, or that before the results at the end. */
    private @Nullable Turn lastAssistant() {
        if (turns.getLast().isOf("assistant")) {
            return turns.getLast();
        }
        boolean continues = turns.size() > 1 && !turns.getLast().of("tool_result").isEmpty();
        return continues ? turns.get(turns.size() - 2) : null;
    }

    // agentic-ai-engineering#43, March 2026 (prefill); forgecode#1872, November 2025 (white space).
    private Optional<String> ending() {
        Turn last = turns.getLast();
        if (!last.isOf("assistant")) {
            return Optional.empty();
        }
        if (model.refuses().prefill()) {
            return Optional.of("This model does not support assistant message prefill. The conversation must end with"
                    + " a user message.");
        }
        String text = last.blocks().isEmpty() ? "" : last.blocks().getLast().text();
        return when(!text.equals(text.stripTrailing()),
                "messages: final assistant content cannot end with trailing whitespace");
    }

    private static Set<String> ids(Turn turn) {
        Set<String> all = new LinkedHashSet<>();
        turn.of("tool_use").forEach(block -> all.add(WireJson.text(block.json(), "id")));
        return all;
    }

    private static Optional<String> when(boolean broken, String words) {
        return broken ? Optional.of(words) : Optional.empty();
    }
}
