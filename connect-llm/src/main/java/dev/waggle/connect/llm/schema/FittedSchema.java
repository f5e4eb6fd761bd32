package dev.waggle.connect.llm.schema;

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
 * A JSON Schema in the dialect of one provider, and the way back from an answer by it. Rules that the dialect has no
 * keyword for stand in descriptions. Any JSON is taken as a schema. Malformed parts count as absent; parts that are too
 * deep, too large or endless are left open. A schema that accepts nothing says so in words. The work and the result
 * are bounded. Immutable and safe for many threads.
 *
 * <p>The fitted root is always one object. Any other root becomes its field {@value #VALUE}. Fitting a fitted schema
 * changes nothing, and equal schemas give equal bytes.
 */
public final class FittedSchema {

    /** Name of the field that holds the value of a schema whose root is not one object. */
    public static final String VALUE = "value";

    /** Depths that are tried, from the deepest, until the result is small enough. */
    private static final List<Integer> DEPTHS = List.of(32, 16, 8, 4, 2, 1, 0);

    private final SchemaDialect dialect;
    private final JsonValue.@Nullable Obj schema;
    private final boolean isStrict;
    private final RestorePlan plan;

    private FittedSchema(SchemaDialect dialect, JsonValue.@Nullable Obj schema, boolean isStrict, RestorePlan plan) {
        this.dialect = dialect;
        this.schema = schema;
        this.isStrict = isStrict;
        this.plan = plan;
    }

    /**
     * Fits a schema of draft 2020-12; older spellings that tools use are understood too.
     *
     * @param schema the schema, an object or a boolean
     */
    public static FittedSchema of(SchemaDialect dialect, JsonValue schema) {
        for (int depth : DEPTHS) {
            try {
                return fitted(dialect, schema, depth);
            } catch (SchemaWorkLimit.ExceededException tooLarge) {
                // The next depth leaves more of it open.
            }
        }
        Shape anyObject = Shape.of(SchemaType.OBJECT);
        return fitted(dialect, new SchemaNode("", List.of("its schema is too large to be shown"), false,
                List.of(anyObject)));
    }

    public SchemaDialect dialect() {
        return dialect;
    }

    /** The fitted schema; empty if the request is to have none, because the tool has no parameters. */
    public Optional<JsonValue.Obj> schema() {
        return Optional.ofNullable(schema);
    }

    /**
     * True if the provider may be asked to enforce the schema strictly: every object is closed, and all published
     * limits are kept. It is false for dialects without a strict mode. A schema for {@link SchemaDialect#OPENAI_STRICT}
     * that is not strict is written for {@link SchemaDialect#OPENAI_OPEN} instead. One for
     * {@link SchemaDialect#ANTHROPIC} that is not strict would be refused, so it belongs into the prompt.
     */
    public boolean isStrict() {
        return isStrict;
    }

    /**
     * An answer by the fitted schema as the schema before fitting has it. Null in a field that only fitting made
     * nullable is left out, renamed fields get their names back, JSON in a text becomes a value. An answer that does
     * not follow the fitted schema passes through where it does not.
     */
    public JsonValue restore(JsonValue answer) {
        return RestorePlan.restore(plan, answer);
    }

    /**
     * True if an answer by the fitted schema follows the schema before fitting as it is, so that {@link #restore} has
     * nothing to do.
     */
    public boolean keepsAnswers() {
        return RestorePlan.keepsAnswers(plan);
    }

    private static FittedSchema fitted(SchemaDialect dialect, JsonValue schema, int depth) {
        SchemaNode node = SchemaReader.read(schema, depth);
        // The field around the value takes one level.
        return fitted(dialect, needsField(dialect, node) && depth > 0 ? SchemaReader.read(schema, depth - 1) : node);
    }

    private static FittedSchema fitted(SchemaDialect dialect, SchemaNode given) {
        SchemaNode node = given.isAny() || given.isNever() ? anyObject(given) : given;
        if (dialect == SchemaDialect.GEMINI_TOOL && isWithoutFields(node)) {
            return new FittedSchema(dialect, null, false, new RestorePlan.Unchanged());
        }
        boolean isInField = needsField(dialect, node);
        SchemaNode root = isInField ? inField(node) : node;
        if (dialect != SchemaDialect.OPENAI_STRICT) {
            return written(dialect, new SchemaWriter(dialect).root(root), isInField);
        }
        try {
            SchemaWriter writer = new SchemaWriter(dialect);
            FittedSchema strict = written(dialect, writer.root(root), isInField);
            if (!writer.isRefused() && strict.isStrict) {
                return strict;
            }
        } catch (SchemaWorkLimit.ExceededException tooLarge) {
            // Not strict it may be smaller.
        }
        FittedSchema open = written(SchemaDialect.OPENAI_OPEN, new SchemaWriter(SchemaDialect.OPENAI_OPEN).root(root),
                isInField);
        return new FittedSchema(dialect, open.schema, false, open.plan);
    }

    private static FittedSchema written(SchemaDialect dialect, SchemaWriter.Written written, boolean isInField) {
        RestorePlan plan = isInField ? new RestorePlan.InField(VALUE, valuePlan(written.plan())) : written.plan();
        return new FittedSchema(dialect, written.schema(), StrictLimits.allow(dialect, written.schema()), plan);
    }

    /** The plan of the value in the plan of the object around it. */
    private static RestorePlan valuePlan(RestorePlan plan) {
        RestorePlan.FieldPlan value = plan instanceof RestorePlan.OfFields fields ? fields.fields().get(VALUE) : null;
        return value == null ? plan : value.value();
    }

    private static SchemaNode anyObject(SchemaNode node) {
        List<String> notes = node.isNever() ? List.of("no value is right here") : node.notes();
        return new SchemaNode(node.description(), notes, false, List.of(Shape.of(SchemaType.OBJECT)));
    }

    /** True for an object that can have no field, or for which none is known. */
    private static boolean isWithoutFields(SchemaNode node) {
        if (!isObject(node)) {
            return false;
        }
        Fields fields = node.shapes().getFirst().fields();
        return fields.properties().isEmpty() && fields.required().isEmpty()
                && (fields.extra() instanceof Extra.Unstated || fields.extra() instanceof Extra.Forbidden);
    }

    private static boolean isObject(SchemaNode node) {
        return node.shapes().size() == 1 && node.shapes().getFirst().type() == SchemaType.OBJECT;
    }

    /** True if the value has to stand in a field, because the dialect takes it as no root. */
    private static boolean needsField(SchemaDialect dialect, SchemaNode node) {
        if (node.isAny() || node.isNever()) {
            return DialectRules.of(dialect).openObjects() == DialectRules.OpenObjects.AS_TEXT;
        }
        if (!isObject(node)) {
            return true;
        }
        Fields fields = node.shapes().getFirst().fields();
        boolean isOpen = fields.properties().isEmpty() && fields.required().isEmpty()
                && !(fields.extra() instanceof Extra.Forbidden)
                && !(fields.extra() instanceof Extra.Unstated && fields.isStated());
        return isOpen && DialectRules.of(dialect).openObjects() == DialectRules.OpenObjects.AS_TEXT;
    }

    private static SchemaNode inField(SchemaNode node) {
        Fields fields = new Fields(Map.of(VALUE, node), Set.of(VALUE), new Extra.Forbidden(), true);
        return new SchemaNode("", List.of(), false, List.of(new Shape(SchemaType.OBJECT, "", List.of(), List.of(),
                Map.of(), fields, Items.ANY)));
    }
}
