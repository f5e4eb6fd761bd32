package dev.waggle.spring.property;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.setup.SetupNode;
import dev.waggle.setup.SetupNode.Scalar;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Property records as keys and values: the name of a component is the key, and an absent component is no key. */
final class PropertyTree {

    private static final int NO_LINE = 0;

    private PropertyTree() {}

    /** The keys and values of a record, without some keys. */
    static SetupNode.Fields of(Record properties, Set<String> without) {
        Map<String, SetupNode.Entry> entries = new LinkedHashMap<>();
        for (RecordComponent component : properties.getClass().getRecordComponents()) {
            Object value = value(component, properties);
            if (value != null && !without.contains(component.getName())) {
                entries.put(component.getName(), new SetupNode.Entry(NO_LINE, node(value)));
            }
        }
        return new SetupNode.Fields(NO_LINE, entries);
    }

    /** The same tree as JSON. */
    static JsonValue json(SetupNode node) {
        return switch (node) {
            case SetupNode.Fields fields -> {
                JsonObjectBuilder to = new JsonObjectBuilder();
                fields.entries().forEach((key, entry) -> to.with(key, json(entry.value())));
                yield to.json();
            }
            case SetupNode.Items items -> JsonValue.of(items.values().stream().map(PropertyTree::json).toList());
            case Scalar scalar -> switch (scalar.type()) {
                case TEXT -> JsonValue.of(scalar.text());
                case NUMBER -> JsonValue.of(Double.parseDouble(scalar.text()));
                case FLAG -> JsonValue.of(Boolean.parseBoolean(scalar.text()));
                case NOTHING -> JsonValue.of("");
            };
        };
    }

    private static @Nullable Object value(RecordComponent component, Record properties) {
        try {
            return component.getAccessor().invoke(properties);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("no access to " + component, impossible);
        }
    }

    private static SetupNode node(Object value) {
        return switch (value) {
            case TeamProperties.Traits(String word, _, _, _, _) when word != null -> scalar(Scalar.Type.TEXT, word);
            case Record section -> of(section, Set.of());
            case List<?> items -> new SetupNode.Items(NO_LINE, items.stream().map(PropertyTree::node).toList());
            case Boolean flag -> scalar(Scalar.Type.FLAG, flag);
            case Number number -> scalar(Scalar.Type.NUMBER, number);
            default -> scalar(Scalar.Type.TEXT, value);
        };
    }

    private static Scalar scalar(Scalar.Type type, Object value) {
        return new Scalar(NO_LINE, type, value.toString());
    }
}
