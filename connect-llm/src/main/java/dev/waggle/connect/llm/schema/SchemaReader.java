package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.connect.llm.schema.SchemaNode.Extra;
import dev.waggle.connect.llm.schema.SchemaNode.Fields;
import dev.waggle.connect.llm.schema.SchemaNode.Items;
import dev.waggle.connect.llm.schema.SchemaNode.Shape;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reads a schema of draft 2020-12, and the older spellings that tools use, into nodes. References are followed within
 * the schema; a circle ends as any value of the target's type. Malformed parts count as absent. Owned by one thread.
 *
 * <p>Depth counts fields and items only. Alternatives, references and {@code allOf} at one place are jumps with a limit
 * of their own, because they leave no level behind.
 */
final class SchemaReader {

    /** Maximum number of jumps at one place. */
    private static final int MAX_JUMPS = 32;

    /** Keywords of an alternative that only adds a condition to its object. */
    private static final Set<String> CONDITION_WORDS = Set.of("required", "not", "dependentRequired", "title",
            "description", "$comment");

    /** Keywords besides items and fields that have schemas below. */
    private static final Set<String> BRANCH_WORDS = Set.of("prefixItems", "anyOf", "oneOf", "allOf", "$ref",
            "patternProperties", "if", "not", "contains", "propertyNames", "dependentSchemas");

    private final JsonValue root;
    private final int maxDepth;
    private final SchemaWorkLimit work;
    private final SchemaMerger merger;

    private SchemaReader(JsonValue root, int maxDepth, SchemaWorkLimit work) {
        this.root = root;
        this.maxDepth = maxDepth;
        this.work = work;
        this.merger = new SchemaMerger(work);
    }

    /**
     * The schema down to that depth.
     *
     * @throws SchemaWorkLimit.ExceededException when it is larger than the limit
     */
    static SchemaNode read(JsonValue root, int maxDepth) {
        return read(root, maxDepth, SchemaWorkLimit.ofReading());
    }

    /** As {@link #read(JsonValue, int)}, with a limit of the caller. */
    static SchemaNode read(JsonValue root, int maxDepth, SchemaWorkLimit work) {
        return new SchemaReader(root, maxDepth, work).read(root, new Place(0, 0, new RefPath("#", null)));
    }

    /** Position in the schema. */
    private record Place(int depth, int jumps, RefPath open) {

        Place below() {
            return new Place(depth + 1, 0, open);
        }

        Place beside() {
            return new Place(depth, jumps + 1, open);
        }

        Place behind(String reference) {
            return new Place(depth, jumps + 1, new RefPath(reference, open));
        }
    }

    /** References that are being followed, the innermost first. */
    private record RefPath(String reference, @Nullable RefPath above) {

        boolean holds(String other) {
            for (RefPath at = this; at != null; at = at.above()) {
                if (at.reference().equals(other)) {
                    return true;
                }
            }
            return false;
        }
    }

    private SchemaNode read(JsonValue value, Place at) {
        work.charge(1);
        if (!(value instanceof JsonValue.Obj schema)) {
            return value instanceof JsonValue.Bool accepts && !accepts.value()
                    ? SchemaNode.never()
                    : SchemaNode.any("", List.of());
        }
        work.charge(schema.fields().size());
        if (at.jumps() > MAX_JUMPS || (at.depth() > maxDepth && !isLeaf(schema))) {
            return cut(schema, "deeper parts are left open");
        }
        SchemaNode node = all(schema, at);
        if (SchemaKeywords.isTrue(schema, "nullable")) {
            node = node.orNull();
        }
        return possible(node);
    }

    /** The own keywords and everything that holds beside them. */
    private SchemaNode all(JsonValue.Obj schema, Place at) {
        SchemaNode node = own(schema, at);
        if (schema.fields().get("$ref") instanceof JsonValue.Str reference) {
            node = merger.merge(node, target(reference.value(), at));
        }
        for (JsonValue part : SchemaKeywords.array(schema, "allOf")) {
            node = merger.merge(node, read(part, at.beside()));
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            List<JsonValue> alternatives = SchemaKeywords.array(schema, keyword);
            if (!alternatives.isEmpty()) {
                node = merger.merge(node, alternatives(alternatives, at));
            }
        }
        return SchemaKeywords.isFalse(schema, "unevaluatedProperties") ? closed(node) : node;
    }

    private SchemaNode alternatives(List<JsonValue> alternatives, Place at) {
        work.charge(alternatives.size());
        if (alternatives.stream().allMatch(SchemaReader::isCondition)) {
            List<String> words = alternatives.stream().limit(SchemaWords.MAX_NOTES).map(SchemaReader::condition)
                    .toList();
            return SchemaNode.any("", List.of("at least one of: " + String.join(", or ", words)));
        }
        List<SchemaNode> nodes = new ArrayList<>();
        for (JsonValue alternative : alternatives) {
            nodes.add(read(alternative, at.beside()));
        }
        SchemaNode union = SchemaNode.oneOf(nodes);
        work.charge(union.shapes().size());
        return union;
    }

    private static boolean isCondition(JsonValue alternative) {
        return alternative instanceof JsonValue.Obj schema && !schema.fields().isEmpty()
                && CONDITION_WORDS.containsAll(schema.fields().keySet());
    }

    private static String condition(JsonValue alternative) {
        return alternative instanceof JsonValue.Obj schema && schema.fields().size() == 1
                && schema.fields().get("required") instanceof JsonValue.Arr names
                        ? "with " + String.join(" and ", SchemaWords.texts(names).stream().limit(10)
                                .map(name -> SchemaWords.cut(name, 40)).toList())
                        : SchemaWords.json(alternative);
    }

    private SchemaNode target(String reference, Place at) {
        String shown = SchemaWords.cut(reference, 80);
        work.charge(reference.length());
        Optional<JsonValue> target = SchemaPointer.target(root, reference);
        if (target.isEmpty()) {
            return SchemaNode.any("", List.of("its definition " + shown + " is missing"));
        }
        if (at.open().holds(reference)) {
            return target.get() instanceof JsonValue.Obj schema
                    ? cut(schema, "built like " + shown + " around it")
                    : SchemaNode.any("", List.of());
        }
        return read(target.get(), at.behind(reference));
    }

    /** Any value of the schema's own type. */
    private static SchemaNode cut(JsonValue.Obj schema, String note) {
        SchemaType type = schema.fields().get("type") instanceof JsonValue.Str word
                ? SchemaType.of(word.value())
                : null;
        String description = SchemaKeywords.description(schema);
        return type == null || type == SchemaType.NULL
                ? SchemaNode.any(description, List.of(note))
                : new SchemaNode(description, List.of(note), false, List.of(Shape.of(type)));
    }

    private static boolean isLeaf(JsonValue.Obj schema) {
        return isFlat(schema) && (schema.fields().get("items") instanceof JsonValue.Obj items
                ? isFlat(items) && !items.fields().containsKey("items")
                : !(schema.fields().get("items") instanceof JsonValue.Arr));
    }

    private static boolean isFlat(JsonValue.Obj schema) {
        return schema.fields().keySet().stream().noneMatch(BRANCH_WORDS::contains)
                && !(schema.fields().get("additionalProperties") instanceof JsonValue.Obj)
                && !(schema.fields().get("properties") instanceof JsonValue.Obj fields && !fields.fields().isEmpty());
    }

    private SchemaNode own(JsonValue.Obj schema, Place at) {
        List<String> notes = SchemaKeywords.notes(schema);
        String description = SchemaKeywords.description(schema);
        work.charge(description.length());
        notes.forEach(note -> work.charge(note.length()));
        List<JsonValue> values = values(schema);
        Set<SchemaType> types = types(schema, values);
        if (types.isEmpty()) {
            SchemaKeywords.limits(schema, null)
                    .forEach((keyword, value) -> notes.add(SchemaWords.limit(keyword, value)));
            return SchemaNode.any(description, notes);
        }
        List<Shape> shapes = new ArrayList<>();
        for (SchemaType type : types) {
            Shape shape = shape(type, schema, values, at);
            if (shape != null) {
                shapes.add(shape);
            }
        }
        return new SchemaNode(description, notes, false, shapes);
    }

    private @Nullable Shape shape(SchemaType type, JsonValue.Obj schema, List<JsonValue> values, Place at) {
        List<JsonValue> own = values.stream().filter(value -> type.includes(SchemaType.of(value))).toList();
        if (own.isEmpty() && !values.isEmpty()) {
            return null;
        }
        Map<String, JsonValue> limits = SchemaKeywords.limits(schema, type);
        return switch (type) {
            case NULL -> Shape.of(type);
            case BOOLEAN, INTEGER, NUMBER, STRING ->
                new Shape(type, "", List.of(), own, limits, Fields.NONE, Items.ANY);
            // Whole arrays and objects as only values are said in words, because no provider takes them.
            case ARRAY -> new Shape(type, "", words(own), List.of(), limits, Fields.NONE, items(schema, at));
            case OBJECT -> new Shape(type, "", words(own), List.of(), limits, fields(schema, at), Items.ANY);
        };
    }

    private static List<String> words(List<JsonValue> values) {
        return values.isEmpty() ? List.of() : List.of(SchemaWords.values(values));
    }

    /** The stated types, else those of the values, else the one that the keywords speak of; none if there is none. */
    private static Set<SchemaType> types(JsonValue.Obj schema, List<JsonValue> values) {
        Set<SchemaType> types = EnumSet.noneOf(SchemaType.class);
        JsonValue stated = schema.fields().get("type");
        List<JsonValue> words = stated instanceof JsonValue.Arr several ? several.items()
                : stated == null ? List.of() : List.of(stated);
        for (JsonValue word : words) {
            SchemaType type = word instanceof JsonValue.Str text ? SchemaType.of(text.value()) : null;
            if (type != null) {
                types.add(type);
            }
        }
        if (types.isEmpty()) {
            values.forEach(value -> types.add(SchemaType.of(value)));
        }
        if (types.isEmpty()) {
            types.addAll(SchemaKeywords.implied(schema.fields().keySet()));
        }
        if (types.contains(SchemaType.NUMBER)) {
            types.remove(SchemaType.INTEGER);
        }
        boolean isAny = types.size() == SchemaType.values().length - 1 && values.isEmpty()
                && SchemaKeywords.implied(schema.fields().keySet()).isEmpty();
        return isAny ? Set.of() : types;
    }

    /** The only values; none if the schema names none. */
    private List<JsonValue> values(JsonValue.Obj schema) {
        JsonValue constant = schema.fields().get("const");
        List<JsonValue> listed = SchemaKeywords.array(schema, "enum");
        List<JsonValue> all = new ArrayList<>();
        Set<JsonValue> known = new LinkedHashSet<>();
        for (JsonValue value : constant == null ? listed : List.of(constant)) {
            work.charge(value instanceof JsonValue.Str text ? 1 + text.value().length() : 1);
            if (!SchemaType.of(value).isScalar() || known.add(value)) {
                all.add(value);
            }
        }
        if (SchemaKeywords.isTrue(schema, "nullable") && !all.isEmpty()) {
            all.add(JsonValue.ofNull());
        }
        return all;
    }

    private Fields fields(JsonValue.Obj schema, Place at) {
        Map<String, SchemaNode> properties = new LinkedHashMap<>();
        boolean isStated = schema.fields().get("properties") instanceof JsonValue.Obj;
        if (schema.fields().get("properties") instanceof JsonValue.Obj stated) {
            for (Map.Entry<String, JsonValue> property : stated.fields().entrySet()) {
                work.charge(property.getKey().length());
                properties.put(property.getKey(), read(property.getValue(), at.below()));
            }
        }
        Set<String> required = new LinkedHashSet<>();
        if (schema.fields().get("required") instanceof JsonValue.Arr names) {
            work.charge(names.items().size());
            required.addAll(SchemaWords.texts(names));
        }
        return new Fields(properties, required, extra(schema, at), isStated);
    }

    private Extra extra(JsonValue.Obj schema, Place at) {
        if (schema.fields().get("patternProperties") instanceof JsonValue.Obj patterns
                && !patterns.fields().isEmpty()) {
            return new Extra.Anything();
        }
        return switch (schema.fields().get("additionalProperties")) {
            case JsonValue.Bool more -> more.value() ? new Extra.Anything() : new Extra.Forbidden();
            case JsonValue.Obj each -> {
                SchemaNode node = read(each, at.below());
                yield node.isAny() && node.notes().isEmpty() && node.description().isEmpty()
                        ? new Extra.Anything()
                        : node.isNever() ? new Extra.Forbidden() : new Extra.Each(node);
            }
            case null, default -> new Extra.Unstated();
        };
    }

    private Items items(JsonValue.Obj schema, Place at) {
        JsonValue items = schema.fields().get("items");
        boolean isOldTuple = items instanceof JsonValue.Arr;
        JsonValue restSchema = isOldTuple ? schema.fields().get("additionalItems") : items;
        List<SchemaNode> prefix = new ArrayList<>();
        for (JsonValue item : SchemaKeywords.array(schema, isOldTuple ? "items" : "prefixItems")) {
            SchemaNode node = read(item, at.below());
            if (node.isNever()) {
                return new Items(prefix, null);
            }
            prefix.add(node);
        }
        BigDecimal most = schema.fields().get("maxItems") instanceof JsonValue.Num max ? max.value() : null;
        if (most != null && most.signum() >= 0 && most.compareTo(BigDecimal.valueOf(prefix.size())) <= 0) {
            return new Items(prefix, null);
        }
        SchemaNode rest = restSchema == null ? SchemaNode.any("", List.of()) : read(restSchema, at.below());
        return new Items(prefix, rest.isNever() ? null : rest);
    }

    private static SchemaNode closed(SchemaNode node) {
        return new SchemaNode(node.description(), node.notes(), node.isAny(), node.shapes().stream()
                .map(shape -> shape.type() == SchemaType.OBJECT && shape.fields().extra() instanceof Extra.Unstated
                        ? shape.with(new Fields(shape.fields().properties(), shape.fields().required(),
                                new Extra.Forbidden(), true))
                        : shape)
                .toList());
    }

    private SchemaNode possible(SchemaNode node) {
        List<Shape> shapes = new ArrayList<>();
        for (Shape shape : node.shapes()) {
            Shape possible = shape.type() == SchemaType.OBJECT ? merger.possible(shape) : shape;
            if (possible != null) {
                shapes.add(possible);
            }
        }
        return new SchemaNode(node.description(), node.notes(), node.isAny(), shapes);
    }
}
