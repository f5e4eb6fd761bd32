package dev.waggle.journal.schema;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.regex.RegularExpression;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;

/**
 * Untrusted JSON Schema of another program, for example of a tool. Drafts 4 to 2020-12 by its {@code $schema}, 2020-12
 * by default. It can refer to nothing outside itself: nothing is read from the class path, the disk or the network. A
 * check takes a bounded number of steps, of its patterns too, and its references cannot go in a circle. Exceeding a limit
 * is a violation. Safe for many threads, whose checks follow one another.
 */
public final class ForeignSchema {

    /** Maximum number of values that a schema holds: twenty times the largest of the tools in use. */
    public static final int MAX_VALUES = 20_000;

    /**
     * Maximum number of characters that the patterns of a schema examine in one text. Plain patterns examine each a
     * few times; a pattern that backtracks without end is stopped within some milliseconds.
     */
    static final int MAX_STEPS = 1_000_000;

    /** Maximum number of characters that the patterns of a schema examine in one check: some tenths of a second. */
    static final int MAX_ALL_STEPS = 20 * MAX_STEPS;

    /**
     * Maximum number of schemas and keywords that a check evaluates. References may multiply them: thirty definitions
     * that each name the one before twice are a billion.
     */
    static final int MAX_EVALUATIONS = 500_000;

    private static final int MAX_REASON = 300;

    private static final Set<String> LATE_REFERENCES = Set.of("$dynamicRef", "$recursiveRef");

    private final Schema schema;
    private final AtomicInteger steps;

    private ForeignSchema(Schema schema, AtomicInteger steps) {
        this.schema = schema;
        this.steps = steps;
    }

    /**
     * Reads a schema.
     *
     * @throws IllegalArgumentException when it is no schema, refers to something outside of it, or is too large
     */
    public static ForeignSchema of(JsonValue.Obj schema) {
        if (!JsonTree.isInDepth(schema)) {
            throw new IllegalArgumentException(
                    "no JSON Schema: it is nested more than " + JsonText.MAX_DEPTH + " deep");
        }
        long values = JsonTree.size(schema);
        if (values > MAX_VALUES) {
            throw new IllegalArgumentException(
                    "no JSON Schema to work with: it holds " + values + " values, more than " + MAX_VALUES);
        }
        requireOwnAnchors(schema);
        try {
            AtomicInteger steps = new AtomicInteger();
            Schema read = registry(steps).getSchema(JsonTree.of(schema));
            read.initializeValidators();
            return new ForeignSchema(read, steps);
        } catch (SchemaException | IllegalArgumentException bad) {
            throw new IllegalArgumentException("no JSON Schema: " + brief(bad), bad);
        } catch (StackOverflowError circle) {
            throw new IllegalArgumentException("no JSON Schema: its references go in a circle", circle);
        }
    }

    /** Violations of the schema by path; empty when it accepts the value. */
    public synchronized List<SchemaViolation> check(JsonValue value) {
        if (!JsonTree.isInDepth(value)) {
            return List.of(new SchemaViolation("", "must be nested at most " + JsonText.MAX_DEPTH + " deep"));
        }
        steps.set(0);
        try {
            return schema.validate(JsonTree.of(value), ForeignSchema::limit).stream().map(ViolationMapper::of)
                    .distinct().sorted().toList();
        } catch (TooManyStepsException endless) {
            return List.of(new SchemaViolation("", "cannot be checked: " + endless.getMessage()));
        } catch (ValidationLimitExceededException endless) {
            return List.of(new SchemaViolation("",
                    "cannot be checked: it takes more than " + MAX_EVALUATIONS + " steps"));
        } catch (StackOverflowError circle) {
            return List.of(new SchemaViolation("", "cannot be checked: the references of its schema go in a circle"));
        } catch (SchemaException | IllegalArgumentException bad) {
            return List.of(new SchemaViolation("", "cannot be checked: " + brief(bad)));
        }
    }

    /** Requires that references which the library resolves at a check only name a place in the schema. */
    private static void requireOwnAnchors(JsonValue value) {
        switch (value) {
            case JsonValue.Arr arr -> arr.items().forEach(ForeignSchema::requireOwnAnchors);
            case JsonValue.Obj obj -> obj.fields().forEach((name, field) -> {
                if (LATE_REFERENCES.contains(name) && field instanceof JsonValue.Str(var target)
                        && !target.startsWith("#")) {
                    throw new IllegalArgumentException(
                            "no JSON Schema: it refers to " + brief(target) + ", outside of itself");
                }
                requireOwnAnchors(field);
            });
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
                // Holds no references.
            }
        }
    }

    /** The reason of the library, which may quote a part of the schema. */
    private static String brief(RuntimeException failure) {
        return brief(String.valueOf(failure.getMessage()));
    }

    private static String brief(String text) {
        String reason = VisibleText.of(text);
        return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + "...";
    }

    /** Separate registry for each schema, because the id of one schema must not replace another. */
    private static SchemaRegistry registry(AtomicInteger steps) {
        Slf4jWarning.suppress();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .regularExpressionFactory(regex -> bounded(regex, steps)).build();
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                builder -> builder.nodeReader(new JsonTree()).schemaLoader(new ClosedSchemaLoader(_ -> null))
                        .schemaRegistryConfig(config));
    }

    private static void limit(ExecutionContext execution, SchemaContext context) {
        execution.executionConfig(config -> config.maxEvaluationSteps(MAX_EVALUATIONS));
    }

    private static RegularExpression bounded(String regex, AtomicInteger all) {
        try {
            Pattern pattern = Pattern.compile(regex);
            return text -> pattern.matcher(new CountedText(text, 0, text.length(), new AtomicInteger(), all)).find();
        } catch (PatternSyntaxException bad) {
            throw new IllegalArgumentException("\"" + regex + "\" is no pattern", bad);
        }
    }

    /** A text that can be looked at so many times and not more. */
    private record CountedText(String text, int from, int to, AtomicInteger steps, AtomicInteger all)
            implements CharSequence {

        @Override
        public int length() {
            return to - from;
        }

        @Override
        public char charAt(int index) {
            if (steps.incrementAndGet() > MAX_STEPS || all.incrementAndGet() > MAX_ALL_STEPS) {
                throw new TooManyStepsException();
            }
            return text.charAt(from + index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text, from + start, from + end, steps, all);
        }

        @Override
        public String toString() {
            return text.substring(from, to);
        }
    }

    private static final class TooManyStepsException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooManyStepsException() {
            super("the patterns of its schema take more than " + MAX_STEPS + " steps", null, false, false);
        }
    }
}
