package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One reply of the corpus, with every outcome that is right.
 *
 * @param scene the signals that the agent sees
 * @param allowed types that it may say
 * @param finish the word with which the model stopped
 */
record ReplyCase(String id, String category, JsonNode scene, Set<String> allowed, String reply, String finish,
        JsonNode toolCalls, boolean isHostile, List<Outcome> right) {

    /**
     * Outcome of a turn.
     *
     * @param word ok, partial, repair or refused
     * @param signals the expected signals
     * @param dropped number of items that are not said
     */
    record Outcome(String word, List<JsonNode> signals, int dropped) {}

    static ReplyCase of(JsonNode node, JsonNode scenes) {
        List<Outcome> right = new ArrayList<>();
        if (node.has("expect")) {
            right.add(outcome(node.get("expect")));
        } else {
            node.get("expectAny").forEach(one -> right.add(outcome(one)));
        }
        return new ReplyCase(node.get("id").asString(), node.get("category").asString(),
                scenes.get(node.get("scene").asString()), node.get("allowed").valueStream().map(JsonNode::asString)
                        .collect(Collectors.toUnmodifiableSet()),
                text(node), node.get("finish").asString(), node.path("toolCalls"),
                node.path("hostile").asBoolean(false), List.copyOf(right));
    }

    private static Outcome outcome(JsonNode node) {
        return new Outcome(node.get("outcome").asString(), node.path("signals").valueStream().toList(),
                node.path("dropped").asInt(0));
    }

    private static String text(JsonNode node) {
        JsonNode whole = node.get("reply");
        if (whole != null) {
            return whole.asString();
        }
        StringBuilder text = new StringBuilder();
        node.get("replyParts").forEach(part -> text.append(part.get("text").asString()
                .repeat(part.path("times").asInt(1))));
        return text.toString();
    }

    /** Name of a case in a list of failures. */
    String named(@Nullable String seen) {
        return id + ": " + seen;
    }
}
