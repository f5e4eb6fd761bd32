package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.swarm.reaction.reply.text.MendedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ListValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.NamedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ObjectValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.WordValue;
import dev.waggle.swarm.reaction.reply.word.NameKey;
import org.jspecify.annotations.Nullable;

/** Classification of values: what is a signal, a call, a schema, or an object whose names are types. */
final class ReplyShape {

    /** Key of the list of signals. */
    static final String SIGNALS = "signals";

    private static final Set<String> ARGUMENTS = Set.of("arguments", "args", "parameters", "params", "input",
            "actioninput", "toolinput", "toolargs", "kwargs");
    private static final Set<String> CALL_NAMES = Set.of("name", "tool", "toolname", "action", "functionname",
            "recipientname", "function", "call");
    private static final Set<String> SCHEMA_TYPES = Set.of("object", "array");

    private ReplyShape() {}

    /** The values under that key. */
    static List<MendedValue> under(ObjectValue object, String key) {
        List<MendedValue> found = new ArrayList<>();
        for (NamedValue field : object.fields()) {
            if (field.key().equals(key)) {
                found.add(field.value());
            }
        }
        return found;
    }

    /** True for a JSON Schema, which a model repeats in place of a reply. */
    static boolean isSchema(ObjectValue object) {
        boolean isTyped = under(object, "type").stream().anyMatch(value -> SCHEMA_TYPES.contains(text(value)));
        return (isTyped && (has(object, "properties") || has(object, "items") || has(object, "required")))
                || (has(object, "schema") && has(object, "properties"));
    }

    /** True for an object that is a signal by itself: a type that is one, or a stance, or a type and a confidence. */
    static boolean isSignal(ObjectValue object) {
        if (isSchema(object) || call(object).isPresent() || has(object, SIGNALS)) {
            return false;
        }
        boolean isTyped = false;
        boolean isKnown = false;
        for (NamedValue field : object.fields()) {
            boolean isType = FieldName.TYPE.keys().contains(field.key());
            isTyped |= isType;
            isKnown |= isType && ReplyKind.of(text(field.value())).isPresent();
        }
        boolean isRated = FieldName.CONFIDENCE.keys().stream().anyMatch(key -> has(object, key));
        boolean isVote = has(object, "stance") && (isRated || has(object, "proposalid"));
        boolean hasContent = has(object, "content") && !isJson(object, "content");
        return isKnown || isVote || (isRated && (isTyped || hasContent));
    }

    private static boolean isJson(ObjectValue object, String key) {
        return under(object, key).stream().anyMatch(ReplyShape::isJson);
    }

    /** True for a text that is JSON by its first character. */
    static boolean isJson(MendedValue value) {
        String text = value instanceof TextValue quoted ? quoted.text().stripLeading() : "";
        return text.startsWith("{") || text.startsWith("[") || text.startsWith("\"{") || text.startsWith("```");
    }

    /**
     * A call.
     *
     * @param name its name without a namespace
     * @param arguments its arguments
     */
    record WrittenCall(String name, MendedValue arguments) {}

    /** The call that an object is. */
    static Optional<WrittenCall> call(ObjectValue object) {
        MendedValue arguments = null;
        String name = null;
        for (NamedValue field : object.fields()) {
            if (arguments == null && ARGUMENTS.contains(field.key())) {
                arguments = field.value();
            } else if (name == null && CALL_NAMES.contains(field.key()) && !text(field.value()).isEmpty()) {
                name = text(field.value());
            }
        }
        return arguments == null || name == null
                ? Optional.empty()
                : Optional.of(new WrittenCall(CallName.withoutNamespace(name), arguments));
    }

    /** The items of an object whose names are types of signals; empty when one is not. */
    static List<ReplyItem> byType(ObjectValue object, List<String> speakers) {
        List<ReplyItem> items = new ArrayList<>();
        for (NamedValue field : object.fields()) {
            String type = typeOf(field.name());
            List<MendedValue> all = field.value() instanceof ListValue list ? list.items() : List.of(field.value());
            if (type == null || all.isEmpty() || !all.stream().allMatch(ObjectValue.class::isInstance)) {
                return List.of();
            }
            all.forEach(item -> items.add(ReplyItem.of((ObjectValue) item, type, speakers)));
        }
        return items;
    }

    /** The type that a name is, in the singular or plural. */
    private static @Nullable String typeOf(String name) {
        String plain = NameKey.plain(name);
        String singular = plain.endsWith("ies") ? plain.substring(0, plain.length() - 3) + 'y'
                : plain.endsWith("s") ? plain.substring(0, plain.length() - 1) : plain;
        return ReplyKind.of(plain).isPresent() ? plain : ReplyKind.of(singular).isPresent() ? singular : null;
    }

    static boolean has(ObjectValue object, String key) {
        for (NamedValue field : object.fields()) {
            if (field.key().equals(key)) {
                return true;
            }
        }
        return false;
    }

    /** The text of a value that is one, or of the only item of a list; else an empty one. */
    static String text(MendedValue value) {
        return switch (value) {
            case TextValue quoted -> quoted.text().strip();
            case WordValue word -> word.text();
            case ListValue list -> list.items().size() == 1 ? text(list.items().getFirst()) : "";
            case ObjectValue _ -> "";
        };
    }

    /** Agents that a wrapper names. */
    static List<String> speakers(ObjectValue wrapper, List<String> outer) {
        List<String> all = new ArrayList<>(outer);
        for (NamedValue field : wrapper.fields()) {
            MendedValue value = field.value();
            if (FieldName.SPEAKER.keys().contains(field.key()) && !(value instanceof ObjectValue)
                    && !(value instanceof ListValue) && !isJson(value)) {
                ReplyItem.addTexts(value, all);
            }
        }
        return all;
    }
}
