package dev.waggle.journal.schema;

import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomDefinition.DefinitionType;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.waggle.signal.codec.TextPatterns;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schema of a record as its codec writes it: properties in their order, and which of them must be there. */
final class RecordSchemas {

    /** Records that are schemas of their own, so that others refer to them. */
    private final Map<Class<?>, String> named;

    RecordSchemas(Map<Class<?>, String> named) {
        this.named = named;
    }

    /** An object with the components of that record; the caller decides on further fields. */
    ObjectNode of(Class<?> type) {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12,
                OptionPreset.PLAIN_JSON).with(Option.INLINE_ALL_SCHEMAS)
                .without(Option.SCHEMA_VERSION_INDICATOR);
        config.forTypesInGeneral().withPropertySorter((_, _) -> 0)
                .withCustomDefinitionProvider((resolved, context) -> special(type, resolved));
        config.forFields().withRequiredCheck(field -> isRequired(component(field)))
                .withDescriptionResolver(
                        field -> field.isFakeContainerItemScope() ? null : description(component(field)))
                .withInstanceAttributeOverride((node, field, context) -> {
                    if (field.isFakeContainerItemScope()) {
                        RecordRules.applyToItems(component(field), node);
                    } else {
                        RecordRules.apply(component(field), node);
                    }
                });
        return new SchemaGenerator(config.build()).generateSchema(type);
    }

    /** The properties of that record alone. */
    ObjectNode properties(Class<?> type) {
        return (ObjectNode) Objects.requireNonNullElse(of(type).get("properties"),
                JsonNodeFactory.instance.objectNode());
    }

    private @Nullable CustomDefinition special(Class<?> main, ResolvedType resolved) {
        Class<?> type = resolved.getErasedType();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        String name = named.get(type);
        if (type != main && name != null) {
            node.put("$ref", SchemaCatalog.ID_PREFIX + name);
        } else if (type == JsonValue.Obj.class) {
            node.put("type", "object");
        } else if (type == Instant.class) {
            node.putArray("type").add("integer").add("string");
            node.put("minimum", Long.MIN_VALUE).put("maximum", Long.MAX_VALUE).put("pattern", TextPatterns.TIME);
        } else if (type == Duration.class) {
            node.putArray("type").add("integer").add("string");
            node.put("minimum", 0).put("maximum", Long.MAX_VALUE).put("pattern", TextPatterns.DURATION);
        } else if (type == URI.class) {
            node.put("type", "string").put("pattern", TextPatterns.ABSOLUTE_URI);
        } else if (type.isEnum()) {
            var words = node.putArray("enum");
            for (Object constant : type.getEnumConstants()) {
                words.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
            }
        } else if (type != JsonValue.class) {
            return null;
        }
        return new CustomDefinition(node, DefinitionType.INLINE, AttributeInclusion.YES);
    }

    /** True if the component cannot be absent; absence is a null, an empty list or a default. */
    private static boolean isRequired(RecordComponent component) {
        boolean mayBeEmpty = component.getType() == List.class
                && !List.of("messages", "recipients").contains(component.getName());
        boolean hasDefault = component.getDeclaringRecord() == HarnessCapabilities.class
                && List.of("usualOutputTokens", "thinks").contains(component.getName());
        return !mayBeEmpty && !hasDefault && !RecordRules.isPart(component)
                && !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static @Nullable String description(RecordComponent component) {
        String text = RecordDocs.of(component);
        if (component.getType() == JsonValue.class) {
            return text.replaceFirst("[,;] (where )?null means.*", "") + "; absent and null are two things";
        }
        return text.isEmpty() ? null : text;
    }

    private static RecordComponent component(FieldScope field) {
        return Stream.of(field.getRawMember().getDeclaringClass().getRecordComponents())
                .filter(component -> component.getName().equals(field.getRawMember().getName())).findFirst()
                .orElseThrow();
    }
}
