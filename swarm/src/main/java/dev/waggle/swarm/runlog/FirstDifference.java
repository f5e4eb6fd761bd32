package dev.waggle.swarm.runlog;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * First difference of two values: the path of the field, and the content of each there, in one line. Records, maps,
 * lists and JSON are walked in their order.
 *
 * @param path for example {@code payload.data.agents[0].listens[2]}
 * @param was content of the first value there, cut around the difference
 * @param is content of the second value there
 */
public record FirstDifference(String path, String was, String is) {

    /** Maximum number of quoted characters of a value: two values fit on two lines of a terminal. */
    static final int MAX_QUOTED = 80;

    /** Characters before the difference that are shown with it. */
    private static final int QUOTED_BEFORE = 20;

    private static final String CUT = "...";
    private static final String NOTHING = "nothing";

    /** The first difference of two values that are not equal. */
    public static FirstDifference of(String path, @Nullable Object was, @Nullable Object is) {
        Object one = plain(was);
        Object other = plain(is);
        if (one instanceof Map<?, ?> fields && other instanceof Map<?, ?> others) {
            Set<Object> names = new LinkedHashSet<>(fields.keySet());
            names.addAll(others.keySet());
            for (Object name : names) {
                if (!Objects.equals(fields.get(name), others.get(name))) {
                    return of(path.isEmpty() ? name.toString() : path + '.' + name, fields.get(name),
                            others.get(name));
                }
            }
        }
        if (one instanceof List<?> items && other instanceof List<?> others) {
            for (int i = 0; i < Math.max(items.size(), others.size()); i++) {
                Object item = i < items.size() ? items.get(i) : null;
                Object another = i < others.size() ? others.get(i) : null;
                if (!Objects.equals(item, another)) {
                    return of(path + '[' + i + ']', item, another);
                }
            }
        }
        return cut(path, text(was), text(is));
    }

    /** Records and objects as maps, arrays as lists, everything else as it is. */
    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Optional<?> optional -> plain(optional.orElse(null));
            case JsonValue.Obj object -> object.fields();
            case JsonValue.Arr array -> array.items();
            case JsonValue leaf -> leaf;
            case SignalType leaf -> leaf;
            case Record facts when Modifier.isPublic(facts.getClass().getModifiers()) -> fields(facts);
            default -> value;
        };
    }

    private static Map<String, @Nullable Object> fields(Record facts) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (RecordComponent part : facts.getClass().getRecordComponents()) {
            try {
                fields.put(part.getName(), part.getAccessor().invoke(facts));
            } catch (IllegalAccessException | InvocationTargetException closed) {
                throw new IllegalStateException("the field " + part.getName() + " of " + facts.getClass().getName()
                        + " cannot be read", closed);
            }
        }
        return fields;
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> NOTHING;
            case Optional<?> optional -> text(optional.orElse(null));
            case JsonValue json -> JsonLine.of(json);
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> JsonLine.quoted(value.toString());
        };
    }

    private static FirstDifference cut(String path, String was, String is) {
        int same = 0;
        while (same < Math.min(was.length(), is.length()) && was.charAt(same) == is.charAt(same)) {
            same++;
        }
        return new FirstDifference(path, around(was, same), around(is, same));
    }

    private static String around(String text, int place) {
        if (text.length() <= MAX_QUOTED) {
            return text;
        }
        int from = whole(text, Math.clamp((long) place - QUOTED_BEFORE, 0, text.length() - MAX_QUOTED));
        int to = whole(text, Math.min(text.length(), from + MAX_QUOTED));
        return (from > 0 ? CUT : "") + text.substring(from, to) + (to < text.length() ? CUT : "");
    }

    /** Returns that place, or the one before if it would split a character. */
    private static int whole(String text, int place) {
        boolean halves = place > 0 && place < text.length() && Character.isLowSurrogate(text.charAt(place))
                && Character.isHighSurrogate(text.charAt(place - 1));
        return halves ? place - 1 : place;
    }
}
