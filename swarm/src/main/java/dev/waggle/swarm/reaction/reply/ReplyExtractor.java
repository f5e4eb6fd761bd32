package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Extracts the one JSON object with a list {@code signals} from a model's text. Text around it, code fences and
 * thoughts before it are ignored. Two such objects are an error, because no rule separates the answer from a
 * quotation. One pass.
 */
final class ReplyExtractor {

    /** Longest reply that is read, in characters: far more than an answer of the most tokens has. */
    static final int MAX_LENGTH = 200_000;

    /** Deepest nesting: a reply needs three levels. */
    static final int MAX_DEPTH = 16;

    /** At most this many objects are tried in one reply. */
    private static final int MAX_OBJECTS = 16;

    private static final String THOUGHTS = "<think>";
    private static final String THOUGHTS_END = "</think>";

    private ReplyExtractor() {}

    /**
     * The items of the reply.
     *
     * @throws IllegalArgumentException when there is not exactly one reply in the text; the message lists the objects
     *        found
     */
    static List<JsonValue> items(String text, JsonReader json) {
        String reply = withoutThoughts(text).strip();
        if (reply.isEmpty()) {
            throw new IllegalArgumentException("the reply is empty");
        }
        if (reply.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the reply has " + reply.length() + " characters, of at most "
                    + MAX_LENGTH);
        }
        List<List<JsonValue>> found = new ArrayList<>();
        String unreadable = "it holds no JSON object";
        for (String object : objects(reply)) {
            try {
                if (json.read(object) instanceof JsonValue.Obj read
                        && read.fields().get("signals") instanceof JsonValue.Arr signals) {
                    found.add(signals.items());
                } else {
                    unreadable = "its JSON object has no list \"signals\"";
                }
            } catch (IllegalArgumentException notJson) {
                unreadable = "its JSON cannot be read: " + notJson.getMessage();
            }
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException("the reply is not one JSON object with a list \"signals\": "
                    + (found.isEmpty() ? unreadable : "it holds " + found.size() + " of them"));
        }
        return found.getFirst();
    }

    private static String withoutThoughts(String text) {
        int end = text.indexOf(THOUGHTS_END);
        return end >= 0 && text.stripLeading().startsWith(THOUGHTS) ? text.substring(end + THOUGHTS_END.length())
                : text;
    }

    /** Texts between matching braces, outermost only. */
    private static List<String> objects(String text) {
        List<String> objects = new ArrayList<>();
        int open = text.indexOf('{');
        while (open >= 0 && objects.size() < MAX_OBJECTS) {
            int close = closing(text, open);
            if (close < 0) {
                return objects;
            }
            objects.add(text.substring(open, close + 1));
            open = text.indexOf('{', close);
        }
        return objects;
    }

    /** Index of the closing brace of the object that begins there; below 0 without one. */
    private static int closing(String text, int open) {
        int depth = 0;
        boolean quoted = false;
        for (int i = open; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (quoted) {
                if (unit == '\\') {
                    i++;
                } else if (unit == '"') {
                    quoted = false;
                }
            } else if (unit == '"') {
                quoted = true;
            } else if (unit == '{' || unit == '[') {
                depth++;
                if (depth > MAX_DEPTH) {
                    throw new IllegalArgumentException("the reply is nested deeper than " + MAX_DEPTH + " levels");
                }
            } else if ((unit == '}' || unit == ']') && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
