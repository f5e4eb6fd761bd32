package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A schema as it was understood: references followed, alternatives and lists of types spread out, one shape for each.
 *
 * @param description the author's words, or empty
 * @param notes rules in words that no provider takes as keywords
 * @param isAny true if every value is accepted
 * @param shapes the accepted shapes; none, unless every value is accepted, means that no value is
 */
record SchemaNode(String description, List<String> notes, boolean isAny, List<SchemaNode.Shape> shapes) {

    SchemaNode {
        notes = List.copyOf(notes);
        shapes = List.copyOf(shapes);
    }

    /**
     * Values of one type.
     *
     * @param values the only values; none means all
     * @param limits keywords that limit the value, in order
     */
    record Shape(SchemaType type, String description, List<String> notes, List<JsonValue> values,
            Map<String, JsonValue> limits, Fields fields, Items items) {

        Shape {
            notes = List.copyOf(notes);
            values = List.copyOf(values);
            limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
        }

        static Shape of(SchemaType type) {
            return new Shape(type, "", List.of(), List.of(), Map.of(), Fields.NONE, Items.ANY);
        }

        Shape with(String description, List<String> notes) {
            return new Shape(type, description, notes, values, limits, fields, items);
        }

        Shape with(Fields fields) {
            return new Shape(type, description, notes, values, limits, fields, items);
        }
    }

    /**
     * Fields of an object.
     *
     * @param isStated true if the author listed the fields, even if there are none
     */
    record Fields(Map<String, SchemaNode> properties, Set<String> required, Extra extra, boolean isStated) {

        static final Fields NONE = new Fields(Map.of(), Set.of(), new Extra.Unstated(), false);

        Fields {
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
            required = Collections.unmodifiableSet(new LinkedHashSet<>(required));
        }
    }

    /** Rule for fields that are not listed. */
    sealed interface Extra {

        /** The author says nothing, so an object may be closed. */
        record Unstated() implements Extra {}

        record Forbidden() implements Extra {}

        record Anything() implements Extra {}

        /** Fields of any name with values of one schema: a map. */
        record Each(SchemaNode node) implements Extra {}
    }

    /**
     * Items of an array.
     *
     * @param prefix the schemas of the first items
     * @param rest the schema of the others; {@code null} if there may be none
     */
    record Items(List<SchemaNode> prefix, @Nullable SchemaNode rest) {

        static final Items ANY = new Items(List.of(), any("", List.of()));

        Items {
            prefix = List.copyOf(prefix);
        }

        /** The schema of the item at that index; {@code null} if there may be none. */
        @Nullable SchemaNode at(int index) {
            return index < prefix.size() ? prefix.get(index) : rest;
        }
    }

    static SchemaNode any(String description, List<String> notes) {
        return new SchemaNode(description, notes, true, List.of());
    }

    static SchemaNode never() {
        return new SchemaNode("", List.of(), false, List.of());
    }

    /** Values that one of those schemas accepts. */
    static SchemaNode oneOf(List<SchemaNode> alternatives) {
        Set<Shape> shapes = new LinkedHashSet<>();
        for (SchemaNode node : alternatives) {
            if (node.isAny) {
                return any("", node.notes);
            }
            for (Shape shape : node.shapes) {
                List<String> notes = new ArrayList<>(node.notes);
                notes.addAll(shape.notes);
                shapes.add(shape.type == SchemaType.NULL
                        ? Shape.of(SchemaType.NULL)
                        : shape.with(joined(node.description, shape.description), notes));
            }
        }
        return new SchemaNode("", List.of(), false, List.copyOf(shapes));
    }

    /** Two descriptions of one thing in one text. */
    static String joined(String first, String second) {
        if (first.isEmpty() || second.isEmpty() || first.equals(second)) {
            return first.isEmpty() ? second : first;
        }
        return first + ' ' + second;
    }

    boolean isNever() {
        return !isAny && shapes.isEmpty();
    }

    boolean takesNull() {
        return isAny || shapes.stream().anyMatch(shape -> shape.type == SchemaType.NULL);
    }

    /** This schema, and null too. */
    SchemaNode orNull() {
        if (takesNull()) {
            return this;
        }
        List<Shape> all = new ArrayList<>(shapes);
        all.add(Shape.of(SchemaType.NULL));
        return new SchemaNode(description, notes, false, all);
    }
}
