package dev.waggle.setup;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.waggle.setup.SetupNode.Scalar;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.text.Suggestions;

/**
 * A section of the file while it is read. Each key is read once, with its expected type; unread keys are refused at the
 * end. A key that is absent, or has no value, changes nothing. A validation error of a configuration record is reported
 * with file, line and key.
 */
final class SetupSection {

    /** Digits of a number; more are no setting. */
    private static final int MAX_DIGITS = 20;

    private final Origin origin;
    private final String path;
    private final SetupNode.Fields fields;
    private final Map<String, String> places;
    private final Set<String> known = new LinkedHashSet<>();

    /**
     * Origin of the settings.
     *
     * @param file the name of their file; empty for none
     * @param prefix the prefix of all keys in messages
     */
    private record Origin(String file, String prefix) {}

    /** The whole of the settings. */
    SetupSection(String file, String prefix, SetupNode.Fields fields) {
        this(new Origin(file, prefix), "", fields, new HashMap<>());
    }

    private SetupSection(Origin origin, String path, SetupNode.Fields fields, Map<String, String> places) {
        this.origin = origin;
        this.places = places;
        this.path = path;
        this.fields = fields;
    }

    /** A section with the settings of that key, which changes the base. */
    <T> T section(String key, T base, BiFunction<T, SetupSection, T> change) {
        Optional<SetupNode> node = value(key);
        if (node.isEmpty()) {
            return base;
        }
        if (node.get() instanceof SetupNode.Fields inner) {
            SetupSection section = new SetupSection(origin, path(key), inner, places);
            T changed = refused(key, node.get(), () -> change.apply(base, section));
            section.refuseOthers();
            return changed;
        }
        throw wrong(key, node.get(), "must have keys and values of its own");
    }

    /** True if that key has keys and values of its own. */
    boolean isSection(String key) {
        return value(key).filter(SetupNode.Fields.class::isInstance).isPresent();
    }

    /** Place of each key that was read so far, in all sections, as the prefix of messages about it. */
    Map<String, String> places() {
        return places;
    }

    /** Its first line, from 1. */
    int line() {
        return fields.line();
    }

    <T> T number(String key, T base, BiFunction<T, Double, T> change) {
        return set(key, base, node -> {
            double value = decimal(key, node).doubleValue();
            if (Double.isInfinite(value)) {
                throw wrong(key, node, "must be a number");
            }
            return value;
        }, change);
    }

    <T> T whole(String key, T base, BiFunction<T, Integer, T> change) {
        return set(key, base, node -> Math.toIntExact(whole(key, node, Integer.MAX_VALUE)), change);
    }

    <T> T large(String key, T base, BiFunction<T, Long, T> change) {
        return set(key, base, node -> whole(key, node, Long.MAX_VALUE), change);
    }

    <T> T flag(String key, T base, BiFunction<T, Boolean, T> change) {
        return set(key, base, node -> {
            if (node instanceof Scalar scalar && scalar.type() == Scalar.Type.FLAG) {
                return scalar.text().equalsIgnoreCase("true");
            }
            throw wrong(key, node, "must be true or false");
        }, change);
    }

    <T> T text(String key, T base, BiFunction<T, String, T> change) {
        return set(key, base, node -> scalar(key, node), change);
    }

    /** Single texts, or one instead of a list. */
    <T> T texts(String key, T base, BiFunction<T, List<String>, T> change) {
        return set(key, base, node -> {
            List<String> texts = new ArrayList<>();
            for (SetupNode item : node instanceof SetupNode.Items items ? items.values() : List.of(node)) {
                texts.add(scalar(key, item));
            }
            return texts;
        }, change);
    }

    /** A list of items with keys and values; empty if the key is absent. */
    <T> List<T> sections(String key, Function<SetupSection, T> read) {
        Optional<SetupNode> node = value(key);
        List<T> all = new ArrayList<>();
        if (node.isEmpty()) {
            return all;
        }
        if (!(node.get() instanceof SetupNode.Items items)) {
            throw wrong(key, node.get(), "must be a list");
        }
        if (items.values().isEmpty()) {
            throw new SetupException(keyPath(key, items) + "the list is empty",
                    "Write at least one, or omit the key.");
        }
        for (SetupNode item : items.values()) {
            if (!(item instanceof SetupNode.Fields inner)) {
                throw wrong(key, item, "must be a list of keys and values");
            }
            SetupSection section = new SetupSection(origin, path(key) + "[" + all.size() + "]", inner, places);
            all.add(refused(key, item, () -> read.apply(section)));
            section.refuseOthers();
        }
        return all;
    }

    /** A value of a small set, by its name. */
    static <T> T oneOf(String word, Map<String, T> known, String noun) {
        T found = known.get(word);
        if (found == null) {
            throw new IllegalArgumentException("unknown " + noun + " \"" + word + "\"\n"
                    + Suggestions.nearest(word, known.keySet()).map(name -> "Maybe " + name + "? ").orElse("")
                    + "Use one of "
                    + String.join(", ", known.keySet()) + ".");
        }
        return found;
    }

    /** An error about this section as a whole. */
    SetupException wrong(String problem, String remedy) {
        return new SetupException(at(fields.line()) + (path.isEmpty() ? "" : origin.prefix + path + ": ") + problem,
                remedy);
    }

    /** Refuses keys that were not read. */
    void refuseOthers() {
        Set<String> others = new HashSet<>(fields.entries().keySet());
        others.removeAll(known);
        fields.entries().forEach((key, entry) -> {
            if (others.contains(key)) {
                throw new SetupException(at(entry.line()) + "there is no key \"" + origin.prefix + path(key) + "\"",
                        Suggestions.nearest(key, known).map(name -> "Maybe " + name + "? ").orElse("") + "Known here: "
                                + String.join(", ", known) + ".");
            }
        });
    }

    private <V, T> T set(String key, T base, Function<SetupNode, V> read, BiFunction<T, V, T> change) {
        Optional<SetupNode> node = value(key);
        return node.isEmpty() ? base : refused(key, node.get(), () -> change.apply(base, read.apply(node.get())));
    }

    private Optional<SetupNode> value(String key) {
        known.add(key);
        SetupNode.Entry entry = fields.entries().get(key);
        boolean nothing = entry == null
                || (entry.value() instanceof Scalar scalar && scalar.type() == Scalar.Type.NOTHING);
        if (nothing || entry == null) {
            return Optional.empty();
        }
        places.put(path(key), keyPath(key, entry.value()));
        return Optional.of(entry.value());
    }

    /** Adds the position in the file to a validation error, unless it has one. */
    private <T> T refused(String key, SetupNode node, Supplier<T> action) {
        try {
            return action.get();
        } catch (SetupException placed) {
            throw placed;
        } catch (IllegalArgumentException refusal) {
            SetupException plain = SetupException.of(refusal, "Change the value there.");
            throw new SetupException(keyPath(key, node) + plain.problem(), plain.remedy());
        }
    }

    private String scalar(String key, SetupNode node) {
        if (node instanceof Scalar scalar && scalar.type() != Scalar.Type.NOTHING) {
            return scalar.text();
        }
        throw wrong(key, node, "must be a single text");
    }

    private BigDecimal decimal(String key, SetupNode node) {
        try {
            if (node instanceof Scalar scalar && scalar.type() == Scalar.Type.NUMBER) {
                return new BigDecimal(scalar.text().replace("_", ""));
            }
        } catch (NumberFormatException exotic) {
            throw wrong(key, node, "must be a decimal number");
        }
        throw wrong(key, node, "must be a number");
    }

    private long whole(String key, SetupNode node, long max) {
        BigDecimal value = decimal(key, node);
        boolean fits = value.stripTrailingZeros().scale() <= 0 && value.precision() - value.scale() < MAX_DIGITS
                && value.abs().compareTo(BigDecimal.valueOf(max)) <= 0;
        if (!fits) {
            throw wrong(key, node, "must be a whole number of at most " + max);
        }
        return value.longValueExact();
    }

    private SetupException wrong(String key, SetupNode node, String must) {
        return new SetupException(keyPath(key, node) + "it " + must + ", got " + node.kind(),
                "Change the value there.");
    }

    private String keyPath(String key, SetupNode node) {
        return at(node.line()) + origin.prefix + path(key) + ": ";
    }

    private String at(int line) {
        return SetupNode.at(origin.file, line);
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
