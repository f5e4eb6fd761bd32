package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.connect.llm.schema.SchemaNode.Extra;
import dev.waggle.connect.llm.schema.SchemaNode.Fields;
import dev.waggle.connect.llm.schema.SchemaNode.Items;
import dev.waggle.connect.llm.schema.SchemaNode.Shape;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Merges schemas that hold together ({@code allOf}, and keywords beside a reference or alternatives) to one. */
final class SchemaMerger {

    private static final Set<
            String> LOWER_BOUNDS = Set.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final Set<
            String> UPPER_BOUNDS = Set.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");

    private final SchemaWorkLimit work;

    SchemaMerger(SchemaWorkLimit work) {
        this.work = work;
    }

    /** Values that both accept; descriptions of the first count before those of the second. */
    SchemaNode merge(SchemaNode first, SchemaNode second) {
        String description = first.description().isEmpty() ? second.description() : first.description();
        List<String> notes = both(first.notes(), second.notes());
        if (first.isAny() && second.isAny()) {
            return SchemaNode.any(description, notes);
        }
        if (first.isAny() || second.isAny()) {
            return new SchemaNode(description, notes, false, first.isAny() ? second.shapes() : first.shapes());
        }
        Set<Shape> shapes = new LinkedHashSet<>();
        for (Shape one : first.shapes()) {
            for (Shape other : second.shapes()) {
                work.charge(1);
                Shape shape = merge(one, other);
                if (shape != null) {
                    shapes.add(shape);
                }
            }
        }
        return new SchemaNode(description, notes, false, List.copyOf(shapes));
    }

    /** The shape without fields that accept no value; {@code null} if it needs one of them. */
    @Nullable Shape possible(Shape shape) {
        Map<String, SchemaNode> properties = new LinkedHashMap<>();
        boolean lost = false;
        for (Map.Entry<String, SchemaNode> property : shape.fields().properties().entrySet()) {
            if (!property.getValue().isNever()) {
                properties.put(property.getKey(), property.getValue());
            } else if (shape.fields().required().contains(property.getKey())) {
                return null;
            } else {
                lost = true;
            }
        }
        // A field that may not be there can only be forbidden by closing the object.
        return lost
                ? shape.with(new Fields(properties, shape.fields().required(), new Extra.Forbidden(), true))
                : shape;
    }

    private @Nullable Shape merge(Shape one, Shape other) {
        if (!one.type().includes(other.type()) && !other.type().includes(one.type())) {
            return null;
        }
        SchemaType type = one.type().includes(other.type()) ? other.type() : one.type();
        List<JsonValue> values = values(type, one.values(), other.values());
        if (values.isEmpty() && !(one.values().isEmpty() && other.values().isEmpty())) {
            return null;
        }
        List<String> notes = new ArrayList<>(both(one.notes(), other.notes()));
        Map<String, JsonValue> limits = limits(one.limits(), other.limits(), notes);
        String description = one.description().isEmpty() ? other.description() : one.description();
        return possible(new Shape(type, description, notes, values, limits,
                type == SchemaType.OBJECT ? merge(one.fields(), other.fields()) : one.fields(),
                type == SchemaType.ARRAY ? merge(one.items(), other.items()) : one.items()));
    }

    private Fields merge(Fields one, Fields other) {
        Set<String> names = new LinkedHashSet<>(one.properties().keySet());
        names.addAll(other.properties().keySet());
        work.charge(names.size() + one.required().size() + other.required().size());
        Map<String, SchemaNode> properties = new LinkedHashMap<>();
        for (String name : names) {
            properties.put(name, merge(field(one, name), field(other, name)));
        }
        Set<String> required = new LinkedHashSet<>(one.required());
        required.addAll(other.required());
        return new Fields(properties, required, merge(one.extra(), other.extra()), one.isStated() || other.isStated());
    }

    private static SchemaNode field(Fields fields, String name) {
        SchemaNode own = fields.properties().get(name);
        if (own != null) {
            return own;
        }
        return switch (fields.extra()) {
            case Extra.Unstated _, Extra.Anything _ -> SchemaNode.any("", List.of());
            case Extra.Forbidden _ -> SchemaNode.never();
            case Extra.Each each -> each.node();
        };
    }

    private Extra merge(Extra one, Extra other) {
        if (one instanceof Extra.Each first && other instanceof Extra.Each second) {
            SchemaNode node = merge(first.node(), second.node());
            return node.isNever() ? new Extra.Forbidden() : new Extra.Each(node);
        }
        return rank(one) >= rank(other) ? one : other;
    }

    /** Narrower rules have higher ranks. */
    private static int rank(Extra extra) {
        return switch (extra) {
            case Extra.Unstated _ -> 0;
            case Extra.Anything _ -> 1;
            case Extra.Each _ -> 2;
            case Extra.Forbidden _ -> 3;
        };
    }

    private Items merge(Items one, Items other) {
        List<SchemaNode> prefix = new ArrayList<>();
        for (int i = 0; i < Math.max(one.prefix().size(), other.prefix().size()); i++) {
            SchemaNode item = mergeItem(one.at(i), other.at(i));
            if (item == null || item.isNever()) {
                return new Items(prefix, null);
            }
            prefix.add(item);
        }
        SchemaNode rest = mergeItem(one.rest(), other.rest());
        return new Items(prefix, rest == null || rest.isNever() ? null : rest);
    }

    private @Nullable SchemaNode mergeItem(@Nullable SchemaNode one, @Nullable SchemaNode other) {
        work.charge(1);
        return one == null || other == null ? null : merge(one, other);
    }

    private List<JsonValue> values(SchemaType type, List<JsonValue> one, List<JsonValue> other) {
        work.charge(one.size() + other.size());
        List<JsonValue> all = new ArrayList<>(one.isEmpty() ? other : one);
        if (!one.isEmpty() && !other.isEmpty()) {
            all.retainAll(Set.copyOf(new LinkedHashSet<>(other)));
        }
        all.removeIf(value -> !type.includes(SchemaType.of(value)));
        return all;
    }

    /** The tighter limit of each keyword; where neither is tighter, the second is said in words. */
    private static Map<String, JsonValue> limits(Map<String, JsonValue> one, Map<String, JsonValue> other,
            List<String> notes) {
        Map<String, JsonValue> all = new LinkedHashMap<>(one);
        other.forEach((keyword, value) -> {
            JsonValue known = all.putIfAbsent(keyword, value);
            if (known == null || known.equals(value)) {
                return;
            }
            boolean isBound = LOWER_BOUNDS.contains(keyword) || UPPER_BOUNDS.contains(keyword);
            if (isBound && known instanceof JsonValue.Num a && value instanceof JsonValue.Num b) {
                BigDecimal tight = LOWER_BOUNDS.contains(keyword)
                        ? a.value().max(b.value())
                        : a.value().min(b.value());
                all.put(keyword, new JsonValue.Num(tight));
            } else {
                notes.add(SchemaWords.limit(keyword, value));
            }
        });
        return all;
    }

    private static List<String> both(List<String> one, List<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        Set<String> all = new LinkedHashSet<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }
}
