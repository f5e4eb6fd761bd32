package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The laws of fitting, on schemas and instances of many seeds. */
class FittingLawTest {

    private static final int SEEDS = 500;

    /** Fewer seeds where the validator reads every schema. */
    private static final int CHECKED_SEEDS = 250;

    /** Rules that a fitted schema may say in words only. */
    private static final Set<String> VALUE_RULES = Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
            "multipleOf", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems",
            "minProperties", "maxProperties");

    @ParameterizedTest
    @EnumSource
    void fittingAFittedSchemaChangesNothing(SchemaDialect dialect) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (JsonValue.Obj schema : schemas(seed)) {
                FittedSchema once = FittedSchema.of(dialect, schema);
                once.schema().ifPresent(fitted -> {
                    FittedSchema twice = FittedSchema.of(dialect, fitted);
                    assertThat(JsonText.write(twice.schema().orElseThrow()))
                            .as("fitted twice: " + JsonText.write(schema)).isEqualTo(JsonText.write(fitted));
                    assertThat(twice.isStrict()).isEqualTo(once.isStrict());
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFittedSchemaKeepsTheRulesOfItsDialect(SchemaDialect dialect) {
        int strict = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (JsonValue.Obj schema : schemas(seed)) {
                FittedSchema fitted = FittedSchema.of(dialect, schema);
                strict += fitted.isStrict() ? 1 : 0;
                SchemaDialect written = dialect == SchemaDialect.OPENAI_STRICT && !fitted.isStrict()
                        ? SchemaDialect.OPENAI_OPEN
                        : dialect;
                fitted.schema().ifPresent(result -> assertThat(DialectChecker.check(written, result))
                        .as(JsonText.write(schema) + "\nfitted: " + JsonText.write(result)).isEmpty());
            }
        }
        boolean hasStrictMode = dialect == SchemaDialect.OPENAI_STRICT || dialect == SchemaDialect.ANTHROPIC;
        assertThat(strict > 0).isEqualTo(hasStrictMode);
    }

    @ParameterizedTest
    @EnumSource
    void anEqualSchemaIsFittedToEqualBytes(SchemaDialect dialect) {
        for (long seed = 1; seed <= SEEDS / 5; seed++) {
            String first = FittedSchema.of(dialect, new RandomSchema(seed).hostile()).schema().map(JsonText::write)
                    .orElse("");
            String second = FittedSchema.of(dialect, new RandomSchema(seed).hostile()).schema().map(JsonText::write)
                    .orElse("");
            assertThat(first).as("seed " + seed).isEqualTo(second);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerByTheFittedSchemaIsRestoredToOneByTheOriginal(SchemaDialect dialect) {
        int checked = 0;
        for (long seed = 1; seed <= CHECKED_SEEDS; seed++) {
            JsonValue.Obj schema = new RandomSchema(seed).schema();
            FittedSchema fitted = FittedSchema.of(dialect, schema);
            if (fitted.schema().isEmpty() || isImpossible(fitted)) {
                continue;
            }
            JsonValue.Obj standard = (JsonValue.Obj) DialectChecker.standard(fitted.schema().get());
            ForeignSchema fittedCheck = ForeignSchema.of(standard);
            ForeignSchema originalCheck = ForeignSchema.of(relaxed(dialect, schema));
            for (int i = 0; i < 3; i++) {
                JsonValue answer = new RandomInstance(31 * seed + i, standard).value();
                if (!fittedCheck.check(answer).isEmpty()) {
                    continue;
                }
                checked++;
                JsonValue restored = fitted.restore(answer);
                assertThat(originalCheck.check(restored))
                        .as("seed " + seed + "\nschema " + JsonText.write(schema) + "\nfitted "
                                + JsonText.write(fitted.schema().get()) + "\nanswer " + JsonText.write(answer)
                                + "\nrestored " + JsonText.write(restored))
                        .isEmpty();
            }
        }
        assertThat(checked).isGreaterThan(CHECKED_SEEDS);
    }

    @ParameterizedTest
    @EnumSource
    void everyInstanceOfTheOriginalHasAnAnswerByTheFittedSchema(SchemaDialect dialect) {
        int checked = 0;
        for (long seed = 1; seed <= CHECKED_SEEDS; seed++) {
            JsonValue.Obj schema = new RandomSchema(seed).schema();
            FittedSchema fitted = FittedSchema.of(dialect, schema);
            if (fitted.schema().isEmpty() || isImpossible(fitted)) {
                continue;
            }
            ForeignSchema originalCheck = ForeignSchema.of(schema);
            JsonValue.Obj standard = (JsonValue.Obj) DialectChecker.standard(fitted.schema().get());
            ForeignSchema fittedCheck = ForeignSchema.of(standard);
            for (int i = 0; i < 3; i++) {
                JsonValue instance = new RandomInstance(17 * seed + i, schema).value();
                if (!originalCheck.check(instance).isEmpty()) {
                    continue;
                }
                checked++;
                JsonValue answer = FittedAnswer.of(fitted.schema().get(), instance);
                assertThat(fittedCheck.check(answer))
                        .as("seed " + seed + "\nschema " + JsonText.write(schema) + "\nfitted "
                                + JsonText.write(fitted.schema().get()) + "\ninstance " + JsonText.write(instance)
                                + "\nanswer " + JsonText.write(answer))
                        .isEmpty();
                assertThat(originalCheck.check(fitted.restore(answer)))
                        .as("seed " + seed + "\nschema " + JsonText.write(schema) + "\nanswer "
                                + JsonText.write(answer) + "\nrestored " + JsonText.write(fitted.restore(answer)))
                        .isEmpty();
            }
        }
        assertThat(checked).isGreaterThan(CHECKED_SEEDS / 2);
    }

    /** True for a schema that accepts nothing somewhere, of which a fitted one can only say so. */
    private static boolean isImpossible(FittedSchema fitted) {
        String text = JsonText.write(fitted.schema().orElseThrow());
        return text.contains("no value is right here") || text.contains("at most 0 items")
                || text.contains("always null");
    }

    private static List<JsonValue.Obj> schemas(long seed) {
        return List.of(new RandomSchema(seed).schema(), new RandomSchema(seed).hostile());
    }

    /** The original without the rules that the dialect says in words; alternatives need not exclude each other. */
    private static JsonValue.Obj relaxed(SchemaDialect dialect, JsonValue.Obj schema) {
        Map<String, JsonValue> keywords = new LinkedHashMap<>();
        boolean keepsLimits = dialect == SchemaDialect.OPENAI_OPEN || dialect == SchemaDialect.ANTHROPIC_TOOL;
        boolean keepsTuples = keepsLimits || dialect == SchemaDialect.GEMINI_RESPONSE;
        boolean losesValues = dialect == SchemaDialect.GEMINI_TOOL || dialect == SchemaDialect.GEMINI_RESPONSE;
        schema.fields().forEach((name, value) -> {
            boolean isLostRule = VALUE_RULES.contains(name) && !keepsLimits;
            boolean isOtherValue = name.equals("const") && !(value instanceof JsonValue.Str);
            boolean isLostValue = losesValues && (name.equals("enum") || isOtherValue);
            if (!isLostRule && !isLostValue) {
                keywords.put(name.equals("oneOf") ? "anyOf" : name, relaxedPart(dialect, name, value));
            }
        });
        if (!keepsTuples && keywords.remove("prefixItems") instanceof JsonValue.Arr first) {
            List<JsonValue> all = new ArrayList<>(first.items());
            if (keywords.get("items") instanceof JsonValue.Obj rest) {
                all.add(rest);
            }
            keywords.put("items", JsonValue.of(Map.of("anyOf", JsonValue.of(all))));
        }
        return new JsonValue.Obj(keywords);
    }

    private static JsonValue relaxedPart(SchemaDialect dialect, String name, JsonValue value) {
        return switch (value) {
            case JsonValue.Obj object when name.equals("properties") || name.equals("$defs") -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                object.fields().forEach((field, schema) -> fields.put(field, relaxedPart(dialect, "", schema)));
                yield new JsonValue.Obj(fields);
            }
            case JsonValue.Obj object when !name.equals("const") -> relaxed(dialect, object);
            case JsonValue.Arr array when Set.of("anyOf", "oneOf", "allOf", "prefixItems").contains(name) -> JsonValue
                    .of(array.items().stream().map(item -> relaxedPart(dialect, "", item)).toList());
            default -> value;
        };
    }
}
