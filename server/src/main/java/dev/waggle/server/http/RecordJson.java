package dev.waggle.server.http;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.journal.schema.SchemaViolation;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.Suggestions;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON of the records of the API, and their schemas. A component that is {@code @Nullable}, a list
 * or a map may be absent. Enumerations are lower-case words. A value is checked by the schema before it is
 * read, so that the document and the server refuse the same.
 */
public final class RecordJson {

    /** Maximum number of violations in a message. */
    private static final int MAX_NAMED = 5;

    private static final Map<Class<?>, ForeignSchema> CHECKERS = new ConcurrentHashMap<>();
    private static final JsonMapper MAPPER = mapper();

    private RecordJson() {}

    /** The generator of schemas, which the first schema loads. */
    private static final class SchemaSource {

        private static final SchemaGenerator GENERATOR = generator();

        private SchemaSource() {}
    }

    /** The JSON of a record. */
    public static JsonValue.Obj write(Record value) {
        return (JsonValue.Obj) JsonText.read(MAPPER.writeValueAsString(value));
    }

    /**
     * The record of a JSON value.
     *
     * @throws IllegalArgumentException when the schema of the record or the record itself refuses it
     */
    public static <T extends Record> T read(Class<T> type, JsonValue value) {
        List<SchemaViolation> violations = CHECKERS.computeIfAbsent(type, known -> ForeignSchema.of(schema(known)))
                .check(value);
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException(violations.stream().limit(MAX_NAMED)
                    .map(SchemaViolation::toString).collect(Collectors.joining(", ")) + remedy(type, value));
        }
        try {
            return MAPPER.readValue(JsonText.write(value), type);
        } catch (JacksonException refused) {
            throw new IllegalArgumentException(reason(refused), refused);
        }
    }

    /** The schema of a record, a closed object. */
    public static JsonValue.Obj schema(Class<?> type) {
        ObjectNode node = SchemaSource.GENERATOR.generateSchema(type);
        return (JsonValue.Obj) JsonText.read(node.toString());
    }

    /** A second line that names the known fields, when a field of the record itself is unknown. */
    private static String remedy(Class<? extends Record> type, JsonValue value) {
        List<String> known = Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
        Optional<String> unknown = value instanceof JsonValue.Obj(var fields)
                ? fields.keySet().stream().filter(name -> !known.contains(name)).findFirst()
                : Optional.empty();
        return unknown.map(name -> Suggestions.nearest(name, known).map(near -> "\nMaybe " + near + '.')
                .orElse("\nMaybe one of " + String.join(", ", known) + '.')).orElse("");
    }

    private static String reason(JacksonException refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalArgumentException own && own.getMessage() != null) {
                return own.getMessage();
            }
        }
        return "the body cannot be read: " + refused.getOriginalMessage();
    }

    private static JsonMapper mapper() {
        SimpleModule values = new SimpleModule();
        values.addSerializer(JsonValue.class, new ValueSerializer<>() {
            @Override
            public void serialize(JsonValue value, JsonGenerator out, SerializationContext context) {
                out.writeRawValue(JsonText.write(value));
            }
        });
        values.addDeserializer(JsonValue.class, new ValueDeserializer<>() {
            @Override
            public JsonValue deserialize(JsonParser in, DeserializationContext context) {
                return JsonText.read(context.readTree(in).toString());
            }
        });
        values.addDeserializer(JsonValue.Obj.class, new ValueDeserializer<>() {
            @Override
            public JsonValue.Obj deserialize(JsonParser in, DeserializationContext context) {
                return (JsonValue.Obj) JsonText.read(context.readTree(in).toString());
            }
        });
        return JsonMapper.builder().addModule(values)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .changeDefaultPropertyInclusion(
                        old -> old.withValueInclusion(JsonInclude.Include.NON_NULL))
                .build();
    }

    private static SchemaGenerator generator() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12,
                OptionPreset.PLAIN_JSON)
                .with(Option.INLINE_ALL_SCHEMAS, Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT)
                .without(Option.SCHEMA_VERSION_INDICATOR);
        config.forTypesInGeneral().withPropertySorter((_, _) -> 0)
                .withCustomDefinitionProvider((resolved, _) -> special(resolved));
        config.forFields().withRequiredCheck(field -> isRequired(component(field)))
                .withDescriptionResolver(field -> field.isFakeContainerItemScope() ? null : about(component(field)))
                .withInstanceAttributeOverride((node, field, _) -> {
                    if (!field.isFakeContainerItemScope()) {
                        bound(component(field), node);
                    }
                });
        return new SchemaGenerator(config.build());
    }

    private static @Nullable CustomDefinition special(ResolvedType resolved) {
        Class<?> type = resolved.getErasedType();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (isMapOfNumbers(resolved)) {
            node.put("type", "object").putObject("additionalProperties").put("type", "number");
            return new CustomDefinition(node, CustomDefinition.DefinitionType.INLINE,
                    CustomDefinition.AttributeInclusion.YES);
        }
        if (type == JsonValue.Obj.class || Map.class.isAssignableFrom(type)) {
            node.put("type", "object").put("additionalProperties", true); // Other objects are closed.
        } else if (type == Instant.class) {
            node.put("type", "string").put("format", "date-time");
        } else if (type.isEnum()) {
            var words = node.putArray("enum");
            for (Object constant : type.getEnumConstants()) {
                words.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
            }
        } else if (type != JsonValue.class) {
            return null;
        }
        boolean isOpen = type == JsonValue.class || type == JsonValue.Obj.class || type == Map.class;
        if (isOpen) {
            node.put("additionalProperties", true); // Values of callers are open, although records are closed.
        }
        return new CustomDefinition(node, CustomDefinition.DefinitionType.INLINE,
                CustomDefinition.AttributeInclusion.YES);
    }

    private static boolean isMapOfNumbers(ResolvedType resolved) {
        return resolved.isInstanceOf(Map.class)
                && resolved.typeParametersFor(Map.class).getLast().isInstanceOf(Double.class);
    }

    private static boolean isRequired(RecordComponent component) {
        return component.getType() != List.class && !Map.class.isAssignableFrom(component.getType())
                && !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static @Nullable String about(RecordComponent component) {
        ApiDoc doc = component.getAnnotation(ApiDoc.class);
        return doc == null ? null : doc.value();
    }

    private static void bound(RecordComponent component, ObjectNode node) {
        ApiRange range = component.getAnnotation(ApiRange.class);
        if (range != null) {
            node.put("minimum", range.min()).put("maximum", range.max());
        }
    }

    private static RecordComponent component(FieldScope field) {
        return Stream.of(field.getRawMember().getDeclaringClass().getRecordComponents())
                .filter(component -> component.getName().equals(field.getRawMember().getName())).findFirst()
                .orElseThrow();
    }
}
