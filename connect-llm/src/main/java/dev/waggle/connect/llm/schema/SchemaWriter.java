package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.schema.DialectRules.AnyValues;
import dev.waggle.connect.llm.schema.DialectRules.OpenObjects;
import dev.waggle.connect.llm.schema.DialectRules.Trait;
import dev.waggle.connect.llm.schema.SchemaNode.Extra;
import dev.waggle.connect.llm.schema.SchemaNode.Fields;
import dev.waggle.connect.llm.schema.SchemaNode.Items;
import dev.waggle.connect.llm.schema.SchemaNode.Shape;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Writes a schema in one dialect, with the plan of the way back. Rules that the dialect has no keyword for go into the
 * description. Owned by one thread.
 */
final class SchemaWriter {

    private static final String ONLY_NULL = "always null";

    private final SchemaDialect dialect;
    private final DialectRules rules;
    private final SchemaWorkLimit size = SchemaWorkLimit.ofWriting();
    private boolean isRefused;

    SchemaWriter(SchemaDialect dialect) {
        this.dialect = dialect;
        this.rules = DialectRules.of(dialect);
    }

    /** A fitted schema and the way back from its answers. */
    record Written(JsonValue.Obj schema, RestorePlan plan) {}

    /** Parts of a description: the author's words and rules in words. */
    private record Words(String description, List<String> notes) {

        Words and(String note) {
            List<String> all = new ArrayList<>(notes);
            all.add(note);
            return new Words(description, all);
        }

        Words and(List<String> more) {
            List<String> all = new ArrayList<>(notes);
            all.addAll(more);
            return new Words(description, all);
        }
    }

    /** True if the schema holds a part that the dialect cannot say at all. */
    boolean isRefused() {
        return isRefused;
    }

    /**
     * The object that is the whole schema.
     *
     * @throws SchemaWorkLimit.ExceededException when the result is larger than the limit
     */
    Written root(SchemaNode node) {
        Shape shape = node.shapes().getFirst();
        return object(shape, words(node, shape), true);
    }

    private static Words words(SchemaNode node, Shape shape) {
        return new Words(SchemaNode.joined(node.description(), shape.description()), node.notes()).and(shape.notes());
    }

    private Written write(SchemaNode node) {
        List<Shape> shapes = node.shapes().stream().filter(shape -> shape.type() != SchemaType.NULL).toList();
        boolean takesNull = shapes.size() < node.shapes().size();
        Words own = new Words(node.description(), node.notes());
        if (node.isAny()) {
            return any(own);
        }
        if (shapes.isEmpty()) {
            return takesNull ? onlyNull(own) : any(own.and("no value is right here"));
        }
        if (shapes.size() == 1) {
            return orNull(shape(shapes.getFirst(), words(node, shapes.getFirst())), takesNull);
        }
        List<JsonValue> written = new ArrayList<>();
        List<RestorePlan.Alternative> plans = new ArrayList<>();
        for (Shape shape : shapes) {
            Written one = shape(shape, new Words(shape.description(), shape.notes()));
            written.add(one.schema());
            plans.add(new RestorePlan.Alternative(one.schema(), one.plan()));
        }
        boolean isUnchanged = plans.stream().allMatch(one -> one.plan() instanceof RestorePlan.Unchanged);
        RestorePlan plan = isUnchanged ? new RestorePlan.Unchanged() : new RestorePlan.OfAlternatives(plans);
        return orNull(sized(described(new JsonObjectBuilder(), own).with("anyOf", written), plan), takesNull);
    }

    private Written shape(Shape shape, Words words) {
        return switch (shape.type()) {
            case NULL -> onlyNull(words);
            case BOOLEAN, INTEGER, NUMBER, STRING -> scalar(shape, words);
            case ARRAY -> array(shape, words);
            case OBJECT -> object(shape, words, false);
        };
    }

    private Written scalar(Shape shape, Words given) {
        Words words = given;
        boolean listsValues = !shape.values().isEmpty() && rules.enumTypes().contains(shape.type())
                && !(rules.has(Trait.REFUSES_EMPTY_TEXTS) && shape.values().contains(JsonValue.of("")));
        if (!shape.values().isEmpty() && !listsValues) {
            words = words.and(SchemaWords.values(shape.values()));
        }
        JsonObjectBuilder limits = new JsonObjectBuilder();
        words = limits(shape.type(), shape.limits(), limits, words);
        JsonObjectBuilder schema = described(new JsonObjectBuilder().with("type", type(shape.type())), words);
        if (listsValues) {
            schema.with("enum", shape.values());
        }
        return sized(schema.withAll(limits.json()), new RestorePlan.Unchanged());
    }

    private Written array(Shape shape, Words given) {
        Items items = shape.items();
        Map<String, JsonValue> bounds = new LinkedHashMap<>(shape.limits());
        SchemaNode rest = items.rest();
        if (rest == null && !(bounds.get("maxItems") instanceof JsonValue.Num max
                && max.value().compareTo(BigDecimal.valueOf(items.prefix().size())) <= 0)) {
            bounds.put("maxItems", JsonValue.of(items.prefix().size()));
        }
        JsonObjectBuilder limits = new JsonObjectBuilder();
        Words words = limits(shape.type(), bounds, limits, given);
        if (!items.prefix().isEmpty() && !rules.has(Trait.TAKES_TUPLES)) {
            words = words.and("in order: " + items.prefix().stream().limit(SchemaWords.MAX_NOTES)
                    .map(SchemaWords::type).collect(Collectors.joining(", then ")));
        }
        JsonObjectBuilder schema = described(new JsonObjectBuilder().with("type", type(SchemaType.ARRAY)), words);
        if (!items.prefix().isEmpty() && rules.has(Trait.TAKES_TUPLES)) {
            return tuple(items, schema.withAll(limits.json()));
        }
        List<SchemaNode> all = new ArrayList<>(items.prefix());
        if (rest != null) {
            all.add(rest);
        }
        SchemaNode each = all.isEmpty() ? SchemaNode.any("", List.of()) : all.size() == 1 ? all.getFirst()
                : SchemaNode.oneOf(all);
        Written written = write(each);
        RestorePlan plan = written.plan() instanceof RestorePlan.Unchanged
                ? written.plan()
                : new RestorePlan.OfItems(List.of(), written.plan());
        return sized(schema.with("items", written.schema()).withAll(limits.json()), plan);
    }

    private Written tuple(Items items, JsonObjectBuilder schema) {
        List<JsonValue> first = new ArrayList<>();
        List<RestorePlan> plans = new ArrayList<>();
        for (SchemaNode item : items.prefix()) {
            Written written = write(item);
            first.add(written.schema());
            plans.add(written.plan());
        }
        schema.with("prefixItems", first);
        SchemaNode rest = items.rest();
        RestorePlan restPlan = new RestorePlan.Unchanged();
        if (rest != null && !rest.isAny()) {
            Written written = write(rest);
            schema.with("items", written.schema());
            restPlan = written.plan();
        } else if (rules.anyValues() == AnyValues.EMPTY_SCHEMA) {
            schema.with("items", Map.of());
        }
        boolean isUnchanged = restPlan instanceof RestorePlan.Unchanged
                && plans.stream().allMatch(RestorePlan.Unchanged.class::isInstance);
        return sized(schema, isUnchanged ? restPlan : new RestorePlan.OfItems(plans, restPlan));
    }

    private Written object(Shape shape, Words given, boolean isRoot) {
        Fields fields = shape.fields();
        Map<String, SchemaNode> properties = new LinkedHashMap<>(fields.properties());
        fields.required().forEach(name -> properties.putIfAbsent(name,
                fields.extra() instanceof Extra.Each each ? each.node() : SchemaNode.any("", List.of())));
        // A root that lists no fields has none; elsewhere such an object is one whose fields are not known.
        boolean isEmpty = properties.isEmpty() && (fields.extra() instanceof Extra.Forbidden
                || (isRoot && fields.isStated() && fields.extra() instanceof Extra.Unstated));
        boolean isOpen = !isEmpty && switch (fields.extra()) {
            case Extra.Forbidden _ -> false;
            case Extra.Anything _, Extra.Each _ -> true;
            case Extra.Unstated _ -> properties.isEmpty();
        };
        boolean isUnsayable = (isOpen && rules.openObjects() == OpenObjects.AS_TEXT) || rules.has(Trait.NEEDS_FIELDS);
        if (properties.isEmpty() && !isRoot && isUnsayable) {
            return text("a JSON object, written as JSON text", mapWords(fields, shape, given), true);
        }
        isRefused |= isOpen && rules.openObjects() == OpenObjects.REFUSED;
        JsonObjectBuilder limits = new JsonObjectBuilder();
        Words words = limits(SchemaType.OBJECT, shape.limits(), limits, given);
        RestorePlan others = new RestorePlan.Unchanged();
        boolean isClosed = isEmpty || fields.extra() instanceof Extra.Forbidden;
        if (rules.has(Trait.CLOSES_OBJECTS) || (isClosed && rules.openObjects() == OpenObjects.STATED)) {
            limits.with("additionalProperties", false);
        } else if (isOpen && rules.openObjects() == OpenObjects.STATED) {
            if (fields.extra() instanceof Extra.Each each) {
                Written written = write(each.node());
                others = written.plan();
                limits.with("additionalProperties", written.schema());
            } else {
                limits.with("additionalProperties", true);
            }
        } else if (rules.openObjects() == OpenObjects.UNSAID && fields.extra() instanceof Extra.Each each) {
            words = words.and("other fields are each " + SchemaWords.type(each.node()));
        }
        JsonObjectBuilder schema = described(new JsonObjectBuilder().with("type", type(SchemaType.OBJECT)), words);
        return fields(properties, fields, schema, limits.json(), others);
    }

    private static Words mapWords(Fields fields, Shape shape, Words given) {
        Words words = fields.extra() instanceof Extra.Each each
                ? given.and("each value is " + SchemaWords.type(each.node()))
                : given;
        return words.and(shape.limits().entrySet().stream()
                .map(limit -> SchemaWords.limit(limit.getKey(), limit.getValue())).toList());
    }

    private Written fields(Map<String, SchemaNode> properties, Fields fields, JsonObjectBuilder schema,
            JsonValue.Obj limits, RestorePlan others) {
        FieldNames names = new FieldNames(rules.has(Trait.PLAIN_NAMES), properties.keySet());
        JsonObjectBuilder written = new JsonObjectBuilder();
        List<String> required = new ArrayList<>();
        Map<String, RestorePlan.FieldPlan> plans = new LinkedHashMap<>();
        boolean isUnchanged = others instanceof RestorePlan.Unchanged;
        for (Map.Entry<String, SchemaNode> property : properties.entrySet()) {
            String name = names.fitted(property.getKey());
            boolean isRequired = fields.required().contains(property.getKey());
            boolean addsNull = !isRequired && rules.has(Trait.REQUIRES_ALL) && !property.getValue().takesNull();
            Written value = write(addsNull ? property.getValue().orNull() : property.getValue());
            size.charge(name.length());
            written.with(name, value.schema());
            if (isRequired || rules.has(Trait.REQUIRES_ALL)) {
                required.add(name);
            }
            plans.put(name, new RestorePlan.FieldPlan(property.getKey(), addsNull, value.plan()));
            isUnchanged &= !addsNull && name.equals(property.getKey())
                    && value.plan() instanceof RestorePlan.Unchanged;
        }
        if (!properties.isEmpty() || rules.has(Trait.STATES_PARTS)) {
            schema.with("properties", written.json());
        }
        if (!required.isEmpty() || rules.has(Trait.REQUIRES_ALL)) {
            schema.withTexts("required", required);
        }
        return sized(schema.withAll(limits),
                isUnchanged ? new RestorePlan.Unchanged() : new RestorePlan.OfFields(plans, others));
    }

    private Written any(Words words) {
        return switch (rules.anyValues()) {
            case EMPTY_SCHEMA -> sized(described(new JsonObjectBuilder(), words), new RestorePlan.Unchanged());
            case ALL_TYPES -> sized(described(new JsonObjectBuilder().withTexts("type",
                    List.of("string", "number", "boolean", "object", "array", "null")), words),
                    new RestorePlan.Unchanged());
            case AS_TEXT -> text("any JSON value, written as JSON text", words, false);
            case REFUSED -> {
                isRefused = true;
                yield sized(described(new JsonObjectBuilder(), words), new RestorePlan.Unchanged());
            }
        };
    }

    private Written text(String form, Words words, boolean isObject) {
        return sized(described(new JsonObjectBuilder().with("type", type(SchemaType.STRING)), words.and(form)),
                new RestorePlan.JsonInText(isObject));
    }

    private Written onlyNull(Words words) {
        if (rules.has(Trait.OPEN_API)) {
            Words said = words.description().equals(ONLY_NULL) ? words : words.and(ONLY_NULL);
            return sized(described(new JsonObjectBuilder().with("type", type(SchemaType.STRING)), said)
                    .with("nullable", true), new RestorePlan.Unchanged());
        }
        return sized(described(new JsonObjectBuilder().with("type", "null"), words), new RestorePlan.Unchanged());
    }

    /** The same schema that takes null too. */
    private Written orNull(Written written, boolean takesNull) {
        if (!takesNull) {
            return written;
        }
        Map<String, JsonValue> keywords = new LinkedHashMap<>(written.schema().fields());
        if (rules.has(Trait.OPEN_API)) {
            keywords.put("nullable", JsonValue.of(true));
            return new Written(new JsonValue.Obj(keywords), written.plan());
        }
        JsonValue onlyNull = new JsonObjectBuilder().with("type", "null").json();
        SchemaType one = keywords.get("type") instanceof JsonValue.Str word ? SchemaType.of(word.value()) : null;
        if (one != null && one.isScalar()) {
            keywords.computeIfPresent("type", (_, type) -> JsonValue.of(List.of(type, JsonValue.of("null"))));
            keywords.computeIfPresent("enum", (_, values) -> withNull(values));
            return new Written(new JsonValue.Obj(keywords), written.plan());
        }
        size.charge(SchemaWorkLimit.NODE);
        if (keywords.get("anyOf") instanceof JsonValue.Arr several) {
            List<JsonValue> all = new ArrayList<>(several.items());
            all.add(onlyNull);
            keywords.put("anyOf", JsonValue.of(all));
            return new Written(new JsonValue.Obj(keywords), written.plan());
        }
        JsonObjectBuilder outer = new JsonObjectBuilder().withPresent("description", keywords.remove("description"));
        return new Written(outer.with("anyOf", List.of(new JsonValue.Obj(keywords), onlyNull)).json(), written.plan());
    }

    private static JsonValue withNull(JsonValue values) {
        List<JsonValue> all = new ArrayList<>(((JsonValue.Arr) values).items());
        all.add(JsonValue.ofNull());
        return JsonValue.of(all);
    }

    private Words limits(SchemaType type, Map<String, JsonValue> limits, JsonObjectBuilder taken, Words given) {
        Words words = given;
        for (Map.Entry<String, JsonValue> limit : limits.entrySet()) {
            if (rules.takes(dialect, type, limit.getKey(), limit.getValue())) {
                taken.with(limit.getKey(), limit.getValue());
            } else {
                words = words.and(SchemaWords.limit(limit.getKey(), limit.getValue()));
            }
        }
        return words;
    }

    private JsonValue type(SchemaType type) {
        return JsonValue.of(rules.has(Trait.OPEN_API) ? type.name() : type.wireName());
    }

    private static JsonObjectBuilder described(JsonObjectBuilder schema, Words words) {
        String description = SchemaWords.description(words.description(), words.notes());
        return description.isEmpty() ? schema : schema.with("description", description);
    }

    /** Counts a schema without those within it, which counted themselves. */
    private Written sized(JsonObjectBuilder builder, RestorePlan plan) {
        JsonValue.Obj schema = builder.json();
        long characters = SchemaWorkLimit.NODE;
        if (schema.fields().get("description") instanceof JsonValue.Str description) {
            characters += description.value().length();
        }
        if (schema.fields().get("enum") instanceof JsonValue.Arr values) {
            for (JsonValue value : values.items()) {
                characters += value instanceof JsonValue.Str text ? text.value().length() + 1 : 1;
            }
        }
        size.charge(characters);
        return new Written(schema, plan);
    }
}
