package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.reaction.reply.text.MendedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ListValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ObjectValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.WordValue;
import dev.waggle.swarm.reaction.reply.word.NameKey;
import dev.waggle.swarm.reaction.reply.word.PlaceholderText;
import dev.waggle.swarm.reaction.reply.word.StanceWords;
import dev.waggle.swarm.reaction.reply.word.UnitNumber;
import org.jspecify.annotations.Nullable;

/**
 * Typed fields of one item. A needed field without a readable value is refused with an {@link
 * IllegalArgumentException}. An optional one is left out, which is a correction. Two values of one field that differ
 * are none. A value that the end of a cut reply reaches is none, because the rest of it is unknown.
 */
final class ReplyFields {

    /** Longest text, in characters: an answer of the most tokens is shorter. */
    static final int MAX_TEXT = 10_000;

    /** At most this many characters of a value in a reason. */
    private static final int MAX_QUOTED = 80;

    private final ReplyItem item;
    private final boolean isCut;
    private final List<ReplyMend> mends;

    /**
     * Fields of that item.
     *
     * @param isCut true if the reply ended before its end
     * @param mends receives the corrections
     */
    ReplyFields(ReplyItem item, boolean isCut, List<ReplyMend> mends) {
        this.item = item;
        this.isCut = isCut;
        this.mends = mends;
    }

    /** A needed text. */
    String text(FieldName field) {
        return text(field, field.keys());
    }

    /** A needed text under the first of these keys that has one. */
    String text(FieldName field, List<String> keys) {
        List<String> texts = texts(field, keys);
        if (texts.isEmpty()) {
            throw missing(field);
        }
        if (texts.size() > 1) {
            throw new IllegalArgumentException(named(field) + " has two values that differ");
        }
        return texts.getFirst();
    }

    /** An optional text; {@code null} when it is absent or cannot be read. */
    @Nullable String optionalText(FieldName field) {
        return optionalText(field, field.keys());
    }

    @Nullable String optionalText(FieldName field, List<String> keys) {
        try {
            List<String> texts = texts(field, keys);
            if (texts.size() > 1 || (texts.size() == 1 && PlaceholderText.isPlaceholder(texts.getFirst()))) {
                leaveOut(field);
                return null;
            }
            return texts.isEmpty() ? null : texts.getFirst();
        } catch (IllegalArgumentException unreadable) {
            leaveOut(field);
            return null;
        }
    }

    /** The different texts of a field, in their order. */
    List<String> texts(FieldName field, List<String> keys) {
        Set<String> texts = new LinkedHashSet<>();
        for (MendedValue value : item.under(keys)) {
            texts.add(readable(field, value));
        }
        mendKey(field, keys);
        return List.copyOf(texts);
    }

    private String readable(FieldName field, MendedValue value) {
        if (isUnfinished(value)) {
            throw new IllegalArgumentException(named(field) + " is cut");
        }
        String text = value instanceof ObjectValue object && field.isName() ? nameIn(object) : flat(value);
        if (text == null) {
            throw new IllegalArgumentException(named(field) + " must be a text");
        }
        String stripped = text.strip();
        if (stripped.length() > MAX_TEXT) {
            throw new IllegalArgumentException(named(field) + " has " + stripped.length() + " characters, of at most "
                    + MAX_TEXT);
        }
        if (hasHalfCharacter(stripped)) {
            throw new IllegalArgumentException(named(field) + " holds half a character");
        }
        return stripped;
    }

    /** The name in an object that stands for a signal. */
    private static @Nullable String nameIn(ObjectValue object) {
        return Stream.of("ref", "proposalid", "id", "signalid", "name").flatMap(key -> ReplyShape.under(object, key)
                .stream()).filter(MendedValue::complete).map(ReplyShape::text).filter(name -> !name.isEmpty())
                .findFirst().orElse(null);
    }

    /** The text of a value, or those of a list in one; {@code null} for an object. */
    private static @Nullable String flat(MendedValue value) {
        if (value instanceof TextValue text) {
            return text.text();
        }
        if (value instanceof WordValue word) {
            return word.text();
        }
        if (value instanceof ListValue list) {
            List<String> texts = new ArrayList<>();
            for (MendedValue one : list.items()) {
                String text = one instanceof TextValue || one instanceof WordValue || list.items().size() == 1
                        ? flat(one)
                        : null;
                if (text == null) {
                    return null;
                }
                texts.add(text);
            }
            return String.join(", ", texts);
        }
        return null;
    }

    /** True for a value whose rest is unknown: an open text, or a word at the end of a cut reply. */
    private boolean isUnfinished(MendedValue value) {
        return (!value.complete() && (isCut || value instanceof TextValue))
                || (value instanceof ListValue list && list.items().stream().anyMatch(this::isUnfinished));
    }

    /** A number from 0 to 1; {@code null} when none can be read or several differ. */
    @Nullable Double number(FieldName field) {
        List<MendedValue> values = item.under(field.keys());
        Set<Double> numbers = new LinkedHashSet<>();
        for (MendedValue value : values) {
            String text = isUnfinished(value) ? null : flat(value);
            Double number = text == null ? null : UnitNumber.of(text);
            if (text == null || number == null) {
                leaveOut(field);
                return null;
            }
            numbers.add(number);
            if (!isPlain(value, number)) {
                mends.add(new ReplyMend(ReplyMend.Cause.NUMBER, field.askedName() + ' ' + quoted(text) + " is "
                        + number));
            }
        }
        mendKey(field, field.keys());
        if (numbers.size() > 1) {
            leaveOut(field);
            return null;
        }
        return numbers.isEmpty() ? null : numbers.iterator().next();
    }

    private static boolean isPlain(MendedValue value, double number) {
        try {
            return value instanceof WordValue word && Double.parseDouble(word.text()) == number;
        } catch (NumberFormatException otherForm) {
            return false;
        }
    }

    /** True if a cut reply may have gone on with that field. */
    boolean isCutBefore(FieldName field) {
        return (isCut && !item.complete() && item.under(field.keys()).isEmpty())
                || (isCut && item.under(field.keys()).stream().anyMatch(value -> !value.complete()));
    }

    /** One of the constants, by its name without regard to case; {@code null} when absent or unreadable. */
    <E extends Enum<E>> @Nullable E oneOf(Class<E> type, FieldName field) {
        String word = optionalText(field);
        if (word == null) {
            return null;
        }
        String bare = NameKey.bare(word);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(bare)) {
                return constant;
            }
        }
        leaveOut(field);
        return null;
    }

    /** True if the stance is a word or one that can be read. */
    boolean isStance() {
        return item.under(FieldName.STANCE.keys()).stream().map(ReplyFields::flat).filter(Objects::nonNull)
                .anyMatch(text -> StanceWords.of(Objects.requireNonNull(text)).isPresent());
    }

    /**
     * The stance. The asked name and a synonym that contradict each other are none.
     *
     * @throws IllegalArgumentException when there is none, or several differ
     */
    Stance stance() {
        List<String> asked = texts(FieldName.STANCE, FieldName.STANCE.keys().subList(0, 1));
        List<String> others = FieldName.STANCE.keys().stream().skip(1).flatMap(key -> readableTexts(key).stream())
                .toList();
        if (asked.isEmpty() && !others.isEmpty()) {
            mendKey(FieldName.STANCE, FieldName.STANCE.keys());
        }
        List<String> words = new ArrayList<>(asked);
        others.stream().filter(word -> StanceWords.of(word).isPresent()).forEach(words::add);
        Set<Stance> stances = EnumSet.noneOf(Stance.class);
        words.forEach(word -> stances.add(StanceWords.of(word).orElseThrow(() -> noStance(word))));
        if (stances.isEmpty()) {
            throw others.isEmpty() ? missing(FieldName.STANCE) : noStance(others.getFirst());
        }
        if (stances.size() > 1) {
            throw new IllegalArgumentException(named(FieldName.STANCE) + " has two values that differ: "
                    + quoted(words));
        }
        Stance stance = stances.iterator().next();
        words.stream().filter(word -> !StanceWords.isAsked(word, stance)).forEach(word -> mends.add(new ReplyMend(
                ReplyMend.Cause.STANCE, quoted(word) + " is " + stance.name().toLowerCase(Locale.ROOT))));
        return stance;
    }

    private static IllegalArgumentException noStance(String word) {
        return new IllegalArgumentException(named(FieldName.STANCE) + " must be one of " + StanceWords.asked()
                + ", got " + quoted(word));
    }

    private List<String> readableTexts(String key) {
        return item.under(List.of(key)).stream().filter(value -> !isUnfinished(value)).map(ReplyFields::flat)
                .filter(Objects::nonNull).map(Objects::requireNonNull).toList();
    }

    boolean has(FieldName field) {
        return !item.under(field.keys()).isEmpty();
    }

    /** A missing needed field, perhaps because the reply was cut before it. */
    IllegalArgumentException missing(FieldName field) {
        return new IllegalArgumentException(named(field)
                + (isCut && !item.complete() ? " is missing, because the reply was cut" : " is missing"));
    }

    void leaveOut(FieldName field) {
        mends.add(new ReplyMend(ReplyMend.Cause.FIELD, field.askedName() + " is left out"));
    }

    private void mendKey(FieldName field, List<String> keys) {
        for (String key : keys) {
            if (!item.under(List.of(key)).isEmpty()) {
                String name = item.names().getOrDefault(key, key);
                if (!name.equals(field.askedName())) {
                    mends.add(new ReplyMend(ReplyMend.Cause.KEY, quoted(name) + " is " + field.askedName()));
                }
                return;
            }
        }
    }

    private static String named(FieldName field) {
        return '"' + field.askedName() + '"';
    }

    /** A quoted text of others, escaped and short. */
    static String quoted(String text) {
        return JsonLine.quoted(TextExcerpt.of(text, MAX_QUOTED));
    }

    /** Quoted texts, for a reason. */
    static String quoted(List<String> texts) {
        return texts.stream().map(ReplyFields::quoted).collect(Collectors.joining(" and "));
    }

    /** True if the text holds half a surrogate pair, which JSON can express but no file can. */
    private static boolean hasHalfCharacter(String text) {
        return text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE);
    }
}
