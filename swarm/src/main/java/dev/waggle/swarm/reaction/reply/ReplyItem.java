package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.reaction.reply.text.MendedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ListValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.NamedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ObjectValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.WordValue;
import dev.waggle.swarm.reaction.reply.word.NameKey;
import dev.waggle.swarm.reaction.reply.word.PlaceholderText;
import org.jspecify.annotations.Nullable;

/**
 * One item of a reply before its fields are read: every value under its key, in the written order. Fields that a model
 * put one level down stand beside the others.
 *
 * @param values the values of each key, in the form of {@link MendedValue#keyOf}
 * @param names the written name of each key
 * @param typeName type that stands outside of the item, as the name of an object or of a call; else {@code null}
 * @param speakers agents that the item, or a wrapper around it, is said to be by
 * @param complete true if its end was read
 */
record ReplyItem(Map<String, List<MendedValue>> values, Map<String, String> names, @Nullable String typeName,
        List<String> speakers, boolean complete) {

    /** Names of objects that hold fields of an item. */
    private static final Set<String> INNER = Set.of("payload", "data", "body", "fields", "details", "arguments", "args",
            "parameters", "params", "input", "content", "value", "vote", "signal", "discovery", "doubt", "challenge",
            "escalate", "memory");

    /** Longest name of a proposal in a form. */
    private static final int MAX_FORM_NAME = 24;

    /** At most this many values of one key; more add nothing, because two different ones contradict. */
    private static final int MAX_VALUES = 8;

    /** The item of that object. */
    static ReplyItem of(ObjectValue object, @Nullable String typeName, List<String> speakers) {
        Map<String, List<MendedValue>> values = new LinkedHashMap<>();
        Map<String, String> names = new HashMap<>();
        for (NamedValue field : object.fields()) {
            String key = field.key();
            if (field.value() instanceof ObjectValue inner && INNER.contains(key) && hasFields(inner)) {
                inner.fields().forEach(one -> add(values, names, one));
            } else {
                add(values, names, field);
            }
        }
        List<String> all = new ArrayList<>(speakers);
        FieldName.SPEAKER.keys().forEach(key -> values.getOrDefault(key, List.of())
                .forEach(value -> addTexts(value, all)));
        return new ReplyItem(values, names, typeName, all, isClosed(object));
    }

    private static boolean isClosed(ObjectValue object) {
        return object.complete() && object.fields().stream()
                .noneMatch(field -> field.value() instanceof ObjectValue inner && !inner.complete());
    }

    private static boolean hasFields(ObjectValue object) {
        return object.fields().stream().anyMatch(field -> FieldName.isKnown(field.key()));
    }

    private static void add(Map<String, List<MendedValue>> values, Map<String, String> names, NamedValue field) {
        String key = field.key();
        List<MendedValue> all = values.computeIfAbsent(key, _ -> new ArrayList<>());
        names.putIfAbsent(key, field.name());
        if (all.size() < MAX_VALUES) {
            all.add(field.value());
        }
    }

    /** Adds the texts in a value: itself, or those of its list or object. */
    static void addTexts(MendedValue value, List<String> texts) {
        switch (value) {
            case TextValue quoted -> texts.add(quoted.text());
            case WordValue word -> texts.add(word.text());
            case ListValue list -> list.items().stream().filter(item -> !(item instanceof ListValue))
                    .limit(MAX_VALUES).forEach(item -> addTexts(item, texts));
            case ObjectValue object -> object.fields().stream().map(NamedValue::value)
                    .filter(inner -> inner instanceof TextValue || inner instanceof WordValue)
                    .limit(MAX_VALUES).forEach(inner -> addTexts(inner, texts));
        }
    }

    /** The item, with speakers of a wrapper. */
    ReplyItem saidBy(List<String> outer) {
        List<String> all = new ArrayList<>(outer);
        all.addAll(speakers);
        return new ReplyItem(values, names, typeName, all, complete);
    }

    /** Number of values under the names of the type; more than a few are a few. */
    int typeNames() {
        return FieldName.TYPE.keys().stream().mapToInt(key -> values.getOrDefault(key, List.of()).size()).sum();
    }

    /** True if it has a value under that key. */
    boolean has(String key) {
        return values.containsKey(key);
    }

    /** The values under the first of these keys that has a value with content; empty when none has. */
    List<MendedValue> under(List<String> keys) {
        for (String key : keys) {
            List<MendedValue> found = values.getOrDefault(key, List.of()).stream().filter(value -> !isEmpty(value))
                    .toList();
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    /** True for a value that stands for none: nothing, blanks or a null. */
    static boolean isEmpty(MendedValue value) {
        return switch (value) {
            case TextValue text -> text.text().isBlank() && text.complete();
            case WordValue word -> word.complete() && isNull(word.text());
            case ListValue list -> list.complete() && list.items().stream().allMatch(ReplyItem::isEmpty);
            case ObjectValue object -> object.complete() && object.fields().isEmpty();
        };
    }

    private static boolean isNull(String word) {
        return word.isBlank() || word.equalsIgnoreCase("null") || word.equals("None") || word.equals("undefined")
                || word.equals("nil");
    }

    /**
     * True if it is a copy of the prompt: one of its lines, or a form that was not filled. Such
     * a form has a placeholder or a whole choice as a needed value.
     */
    boolean isTemplate(String agent) {
        boolean isLineOfPrompt = FieldName.REFERENCE.keys().stream().anyMatch(this::has)
                && speakers.stream().anyMatch(speaker -> !NameKey.bare(speaker).equals(NameKey.bare(agent)));
        return isLineOfPrompt || isCopied(FieldName.TYPE, true) || isCopied(FieldName.CONTENT, false)
                || isCopied(FieldName.STANCE, true) || isFormName();
    }

    /** True for a name such as {@code <id>}, which no proposal has. */
    private boolean isFormName() {
        List<String> texts = new ArrayList<>();
        under(FieldName.PROPOSAL_ID.keys()).forEach(value -> addTexts(value, texts));
        return texts.stream().anyMatch(text -> PlaceholderText.isPlaceholder(text)
                && text.length() <= MAX_FORM_NAME && text.chars().noneMatch(Character::isDigit));
    }

    private boolean isCopied(FieldName field, boolean isChoice) {
        List<String> texts = new ArrayList<>();
        under(field.keys()).forEach(value -> addTexts(value, texts));
        return texts.stream()
                .anyMatch(text -> PlaceholderText.isPlaceholder(text) || (isChoice && PlaceholderText.isChoice(text)));
    }

    /** Text by which equal items are one: their keys and values, in the order of the keys. */
    String identity() {
        StringBuilder identity = new StringBuilder(NameKey.plain(typeName == null ? "" : typeName));
        values.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(entry -> identity.append('\u0001').append(entry.getKey()).append('=')
                        .append(identityOf(entry.getValue())));
        speakers.forEach(speaker -> identity.append('\u0002').append(speaker));
        return identity.toString();
    }

    private static String identityOf(List<MendedValue> values) {
        return values.stream().distinct().map(ReplyItem::identityOf).toList().toString();
    }

    private static String identityOf(MendedValue value) {
        return switch (value) {
            case TextValue text -> '"' + text.text() + (text.complete() ? '"' : ' ');
            case WordValue word -> word.text() + (word.complete() ? "" : " ");
            case ListValue list -> list.items().stream().map(ReplyItem::identityOf).toList().toString();
            case ObjectValue object -> object.fields().stream()
                    .map(field -> field.name() + ':' + identityOf(field.value())).toList().toString();
        };
    }
}
