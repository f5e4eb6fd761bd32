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

    private static final Set<String> OBJECT_WORDS = Set.of("properties", "required", "additionalProperties",
            "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired",
            "dependentSchemas", "unevaluatedProperties");
    private static final Set<String> ARRAY_WORDS = Set.of("items", "prefixItems", "minItems", "maxItems",
            "uniqueItems", "contains", "unevaluatedItems");
    private static final Set<String> STRING_WORDS = Set.of("minLength", "maxLength", "pattern", "format",
            "contentEncoding", "contentMediaType");
    private static final Set<String> NUMBER_WORDS = Set.of("minimum", "maximum", "exclusiveMinimum",
            "exclusiveMaximum", "multipleOf");
    private static final List<String> COUNTS = List.of("minLength", "maxLength", "minItems", "maxItems",
            "minProperties", "maxProperties");

    /** Keywords of an alternative that only adds a condition to its object. */
    private static final Set<String> CONDITION_WORDS = Set.of("required", "not", "dependentRequired", "title",
            "description", "$comment");

    /** Keywords besides items and fields that have schemas below. */
    private static final Set<String> BRANCH_WORDS = Set.of("prefixItems", "anyOf", "oneOf", "allOf", "$ref",
            "patternProperties", "if", "not", "contains", "propertyNames", "dependentSchemas");

    /** Largest number of digits and of zeros that a limit may have. */
    private static final int MAX_DIGITS = 40;

    private final JsonValue root;
    private final int maxDepth;
    private final WorkLimit work;
    private final SchemaMerger merger;

    private SchemaReader(JsonValue root, int maxDepth, WorkLimit work) {
        this.root = root;
        this.maxDepth = maxDepth;
        this.work = work;
        this.merger = new SchemaMerger(work);
    }

    /**
     * The schema down to that depth.
     *
     * @throws WorkLimit.ExceededException when it is larger than the limit
     */
    static SchemaNode read(JsonValue root, int maxDepth) {
        return read(root, maxDepth, WorkLimit.ofReading());
    }

    /** As {@link #read(JsonValue, int)}, with a limit of the caller. */
    static SchemaNode read(JsonValue root, int maxDepth, WorkLimit work) {
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
        if (isTrue(schema, "nullable")) {
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
        for (JsonValue part : array(schema, "allOf")) {
            node = merger.merge(node, read(part, at.beside()));
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            List<JsonValue> alternatives = array(schema, keyword);
            if (!alternatives.isEmpty()) {
                node = merger.merge(node, alternatives(alternatives, at));
            }
        }
        return isFalse(schema, "unevaluatedProperties") ? closed(node) : node;
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
        String description = description(schema);
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
        List<String> notes = notes(schema);
        String description = description(schema);
        work.charge(description.length());
        notes.forEach(note -> work.charge(note.length()));
        List<JsonValue> values = values(schema);
        Set<SchemaType> types = types(schema, values);
        if (types.isEmpty()) {
            limits(schema, null).forEach((keyword, value) -> notes.add(SchemaWords.limit(keyword, value)));
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
        Map<String, JsonValue> limits = limits(schema, type);
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
            types.addAll(implied(schema.fields().keySet()));
        }
        if (types.contains(SchemaType.NUMBER)) {
            types.remove(SchemaType.INTEGER);
        }
        boolean isAny = types.size() == SchemaType.values().length - 1 && values.isEmpty()
                && implied(schema.fields().keySet()).isEmpty();
        return isAny ? Set.of() : types;
    }

    private static Set<SchemaType> implied(Set<String> keywords) {
        Set<SchemaType> types = EnumSet.noneOf(SchemaType.class);
        for (String keyword : keywords) {
            if (OBJECT_WORDS.contains(keyword)) {
                types.add(SchemaType.OBJECT);
            } else if (ARRAY_WORDS.contains(keyword)) {
                types.add(SchemaType.ARRAY);
            } else if (STRING_WORDS.contains(keyword)) {
                types.add(SchemaType.STRING);
            } else if (NUMBER_WORDS.contains(keyword)) {
                types.add(SchemaType.NUMBER);
            }
        }
        return types.size() == 1 ? types : Set.of();
    }

    /** The only values; none if the schema names none. */
    private List<JsonValue> values(JsonValue.Obj schema) {
        JsonValue constant = schema.fields().get("const");
        List<JsonValue> listed = array(schema, "enum");
        List<JsonValue> all = new ArrayList<>();
        Set<JsonValue> known = new LinkedHashSet<>();
        for (JsonValue value : constant == null ? listed : List.of(constant)) {
            work.charge(value instanceof JsonValue.Str text ? 1 + text.value().length() : 1);
            if (!SchemaType.of(value).isScalar() || known.add(value)) {
                all.add(value);
            }
        }
        if (isTrue(schema, "nullable") && !all.isEmpty()) {
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
        for (JsonValue item : array(schema, isOldTuple ? "items" : "prefixItems")) {
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

    /** The well-formed limits of that type, or of every type. */
    private static Map<String, JsonValue> limits(JsonValue.Obj schema, @Nullable SchemaType type) {
        Map<String, JsonValue> limits = new LinkedHashMap<>();
        schema.fields().forEach((keyword, value) -> {
            if (isOf(keyword, type) && isWellFormed(keyword, value)) {
                limits.put(keyword, value);
            }
        });
        // Draft 4 wrote an exclusive bound as a flag beside the bound.
        exclude("exclusiveMinimum", "minimum", schema, limits);
        exclude("exclusiveMaximum", "maximum", schema, limits);
        return limits;
    }

    private static void exclude(String flag, String bound, JsonValue.Obj schema, Map<String, JsonValue> limits) {
        JsonValue value = limits.get(bound);
        if (isTrue(schema, flag) && value != null) {
            limits.remove(bound);
            limits.put(flag, value);
        }
    }

    private static boolean isOf(String keyword, @Nullable SchemaType type) {
        return switch (type) {
            case STRING -> STRING_WORDS.contains(keyword);
            case INTEGER, NUMBER -> NUMBER_WORDS.contains(keyword);
            case ARRAY -> ARRAY_WORDS.contains(keyword);
            case OBJECT -> OBJECT_WORDS.contains(keyword);
            case NULL, BOOLEAN -> false;
            case null -> true;
        };
    }

    private static boolean isWellFormed(String keyword, JsonValue value) {
        if (COUNTS.contains(keyword)) {
            return value instanceof JsonValue.Num number && isPlain(number.value()) && number.value().signum() >= 0
                    && SchemaType.of(number) == SchemaType.INTEGER;
        }
        if (NUMBER_WORDS.contains(keyword)) {
            return value instanceof JsonValue.Num number && isPlain(number.value())
                    && (!keyword.equals("multipleOf") || number.value().signum() > 0);
        }
        if (STRING_WORDS.contains(keyword)) {
            return value instanceof JsonValue.Str text && !text.value().isEmpty()
                    && text.value().length() <= SchemaWords.MAX_NOTE;
        }
        return keyword.equals("uniqueItems") && value instanceof JsonValue.Bool unique && unique.value();
    }

    private static boolean isPlain(BigDecimal number) {
        return number.precision() <= MAX_DIGITS && Math.abs((long) number.scale()) <= MAX_DIGITS;
    }

    /** Rules that no provider takes as keywords, in words. */
    private static List<String> notes(JsonValue.Obj schema) {
        List<String> notes = new ArrayList<>();
        schema.fields().forEach((keyword, value) -> {
            switch (keyword) {
                case "not" -> notes.add("not " + SchemaWords.json(value));
                case "if", "then", "else" -> notes.add(keyword + ' ' + SchemaWords.json(value));
                case "patternProperties" ->
                    notes.add("fields by the pattern of their name: " + SchemaWords.json(value));
                case "propertyNames" -> notes.add("names of fields: " + SchemaWords.json(value));
                case "dependentRequired" -> notes.add("fields that need others: " + SchemaWords.json(value));
                case "dependentSchemas", "dependencies" ->
                    notes.add("rules for fields together: " + SchemaWords.json(value));
                case "contains" -> notes.add("holds an item like " + SchemaWords.json(value));
                case "minContains" -> notes.add("at least " + SchemaWords.json(value) + " of these items");
                case "maxContains" -> notes.add("at most " + SchemaWords.json(value) + " of these items");
                case "default" -> notes.add("default " + SchemaWords.json(value));
                case "examples", "example" -> notes.add("for example " + SchemaWords.json(value));
                case "deprecated" -> {
                    if (isTrue(schema, keyword)) {
                        notes.add("deprecated");
                    }
                }
                case "pattern" -> {
                    if (value instanceof JsonValue.Str text && text.value().length() > SchemaWords.MAX_NOTE) {
                        notes.add(SchemaWords.limit(keyword, value));
                    }
                }
                default -> {
                    // Structure is read elsewhere, and unknown keywords are comments.
                }
            }
        });
        return notes;
    }

    private static String description(JsonValue.Obj schema) {
        for (String keyword : List.of("description", "title")) {
            if (schema.fields().get(keyword) instanceof JsonValue.Str text && !text.value().isBlank()) {
                return SchemaWords.cut(text.value(), SchemaWords.MAX_DESCRIPTION);
            }
        }
        return "";
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

    private static List<JsonValue> array(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Arr items ? items.items() : List.of();
    }

    private static boolean isTrue(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Bool flag && flag.value();
    }

    private static boolean isFalse(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Bool flag && !flag.value();
    }
}
