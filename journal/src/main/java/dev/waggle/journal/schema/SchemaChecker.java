package dev.waggle.journal.schema;

import java.util.List;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** One schema, ready to check values. Immutable and safe for many threads. */
final class SchemaChecker {

    /** Maximum number of values of a document for which all violations are collected; of larger ones the first is. */
    private static final long MAX_COLLECTED = 100_000;

    private final Schema schema;

    private SchemaChecker(Schema schema) {
        this.schema = schema;
    }

    /** The checker of one of our schemas. */
    static SchemaChecker of(String name) {
        return new SchemaChecker(LibraryHolder.REGISTRY.getSchema(SchemaLocation.of(SchemaCatalog.ID_PREFIX + name)));
    }

    /**
     * The checker of a schema of the caller's own, which may refer to ours and to nothing outside.
     *
     * @throws IllegalArgumentException when it is no schema
     */
    static SchemaChecker of(JsonValue.Obj schema) {
        try {
            Schema read = LibraryHolder.REGISTRY.getSchema(JsonTree.of(schema));
            read.initializeValidators();
            return new SchemaChecker(read);
        } catch (SchemaException | IllegalArgumentException bad) {
            throw new IllegalArgumentException("no JSON Schema: " + bad.getMessage(), bad);
        }
    }

    /** Everything that the schema refuses, by path; empty when it accepts the value. */
    List<SchemaViolation> check(JsonValue value) {
        if (!JsonTree.isInDepth(value)) {
            return List.of(new SchemaViolation("", "must be nested at most " + JsonText.MAX_DEPTH + " deep"));
        }
        boolean firstOnly = JsonTree.size(value) > MAX_COLLECTED;
        return schema.validate(JsonTree.of(value), firstOnly(firstOnly))
                .stream().map(ViolationMapper::of).distinct().sorted().toList();
    }

    /** True if the schema accepts the value; stops at the first violation. */
    boolean accepts(JsonValue value) {
        return JsonTree.isInDepth(value) && schema.validate(JsonTree.of(value), firstOnly(true)).isEmpty();
    }

    private static com.networknt.schema.ExecutionContextCustomizer firstOnly(boolean firstOnly) {
        return (execution, context) -> execution.executionConfig(config -> config.failFast(firstOnly));
    }

    /** The checking library, loaded when the first value is checked: about a megabyte of classes. */
    private static final class LibraryHolder {

        static {
            Slf4jWarning.suppress();
        }

        static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                builder -> builder.nodeReader(new JsonTree())
                        .schemaLoader(new ClosedSchemaLoader(LibraryHolder::text)));

        private static @Nullable String text(String id) {
            return id.startsWith(SchemaCatalog.ID_PREFIX)
                    ? SchemaCatalog.text(id.substring(SchemaCatalog.ID_PREFIX.length()))
                    : null;
        }
    }
}
