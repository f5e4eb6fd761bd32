package dev.waggle.journal.schema;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.SchemaException;
import com.networknt.schema.resource.InputStreamSource;
import com.networknt.schema.resource.SchemaLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loader of the schemas to which a schema may refer. It knows the given texts only. The library's own loader would read
 * the class path, and files through addresses of jars.
 */
final class ClosedSchemaLoader extends SchemaLoader {

    private final Function<String, @Nullable String> texts;

    /** @param texts the text of a schema by its id; {@code null} for an unknown one */
    ClosedSchemaLoader(Function<String, @Nullable String> texts) {
        super(List.of(), List.of());
        this.texts = texts;
    }

    @Override
    public InputStreamSource getSchemaResource(AbsoluteIri id) {
        String text = texts.apply(id.toString());
        if (text == null) {
            throw new SchemaException("it refers to " + id + ", outside of itself");
        }
        return () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
