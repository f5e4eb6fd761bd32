package dev.waggle.journal.schema;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.regex.RegularExpression;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.signal.json.JsonValue;

/**
 * Untrusted JSON Schema of another program, for example of a tool. Drafts 4 to 2020-12 by its {@code $schema}, 2020-12
 * by default. It can refer to nothing outside itself. Its patterns cannot take more than a bounded number of steps, and
 * its references cannot go in a circle; exceeding a limit is a violation. Immutable and safe for many threads.
 */
public final class ForeignSchema {

    /** Maximum number of values that a schema holds: twenty times the largest of the tools in use. */
    public static final int MAX_VALUES = 20_000;

    /**
     * Maximum number of characters that the patterns of a schema examine in one text. Plain patterns examine each a
     * few times; a pattern that backtracks without end is stopped within some milliseconds.
     */
    static final int MAX_STEPS = 1_000_000;

    private final Schema schema;

    private ForeignSchema(Schema schema) {
        this.schema = schema;
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
        try {
            Schema read = registry().getSchema(JsonTree.of(schema));
            read.initializeValidators();
            return new ForeignSchema(read);
        } catch (SchemaException | IllegalArgumentException bad) {
            throw new IllegalArgumentException("no JSON Schema: " + bad.getMessage(), bad);
        } catch (StackOverflowError circle) {
            throw new IllegalArgumentException("no JSON Schema: its references go in a circle", circle);
        }
    }

    /** Violations of the schema by path; empty when it accepts the value. */
    public List<SchemaViolation> check(JsonValue value) {
        if (!JsonTree.isInDepth(value)) {
            return List.of(new SchemaViolation("", "must be nested at most " + JsonText.MAX_DEPTH + " deep"));
        }
        try {
            return schema.validate(JsonTree.of(value)).stream().map(ViolationMapper::of).distinct().sorted().toList();
        } catch (TooManyStepsException endless) {
            return List.of(new SchemaViolation("", "cannot be checked: " + endless.getMessage()));
        } catch (StackOverflowError circle) {
            return List.of(new SchemaViolation("", "cannot be checked: the references of its schema go in a circle"));
        } catch (SchemaException | IllegalArgumentException bad) {
            return List.of(new SchemaViolation("", "cannot be checked: " + bad.getMessage()));
        }
    }

    /** Separate registry for each schema, because the id of one schema must not replace another. */
    private static SchemaRegistry registry() {
        Slf4jWarning.suppress();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .regularExpressionFactory(ForeignSchema::bounded).build();
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                builder -> builder.nodeReader(new JsonTree()).schemaRegistryConfig(config));
    }

    private static RegularExpression bounded(String regex) {
        try {
            Pattern pattern = Pattern.compile(regex);
            return text -> pattern.matcher(new CountedText(text, 0, text.length(), new AtomicInteger())).find();
        } catch (PatternSyntaxException bad) {
            throw new IllegalArgumentException("\"" + regex + "\" is no pattern", bad);
        }
    }

    /** A text that can be looked at so many times and not more. */
    private record CountedText(String text, int from, int to, AtomicInteger steps) implements CharSequence {

        @Override
        public int length() {
            return to - from;
        }

        @Override
        public char charAt(int index) {
            if (steps.incrementAndGet() > MAX_STEPS) {
                throw new TooManyStepsException();
            }
            return text.charAt(from + index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text, from + start, from + end, steps);
        }

        @Override
        public String toString() {
            return text.substring(from, to);
        }
    }

    private static final class TooManyStepsException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooManyStepsException() {
            super("a pattern of its schema takes more than " + MAX_STEPS + " steps", null, false, false);
        }
    }
}
