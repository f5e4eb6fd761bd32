package dev.waggle.journal.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The shipped schemas are those that the records make; {@code -Dwaggle.schemas.write=true} writes them anew. */
class SchemaFilesTest {

    private static final Path FOLDER = Path.of("src/main/resources/dev/waggle/journal/schema");

    private static final Map<String, ObjectNode> MADE = SchemaFiles.all();

    @Test
    void theShippedSchemasAreThoseOfTheRecords() throws IOException {
        if (Boolean.getBoolean("waggle.schemas.write")) {
            write();
        }
        for (Map.Entry<String, ObjectNode> schema : MADE.entrySet()) {
            assertThat(Files.readString(FOLDER.resolve(SchemaCatalog.file(schema.getKey()))))
                    .as("%s; if the record is right, write it anew with -Dwaggle.schemas.write=true", schema.getKey())
                    .isEqualTo(text(schema.getValue()));
        }
    }

    @Test
    void theCatalogueNamesEveryFileAndNoOther() throws IOException {
        assertThat(MADE.keySet()).containsExactlyInAnyOrderElementsOf(JsonSchemas.names());
        assertThat(files()).containsExactlyInAnyOrderElementsOf(
                JsonSchemas.names().stream().map(name -> FOLDER.resolve(SchemaCatalog.file(name))).toList());
    }

    @Test
    void everySchemaSaysWhatItIs() {
        assertThat(JsonSchemas.names()).allSatisfy(name -> {
            assertThat(JsonSchemas.title(name)).as(name).isNotBlank().isNotEqualTo(name).doesNotContain("{@", "\n");
            assertThat(JsonSchemas.of(name)).as(name).contains("\"$id\" : \"urn:waggle:schema:" + name + '"',
                    "https://json-schema.org/draft/2020-12/schema").doesNotContain("{@", " : \"\"");
        });
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static void write() throws IOException {
        for (Map.Entry<String, ObjectNode> schema : MADE.entrySet()) {
            Path file = FOLDER.resolve(SchemaCatalog.file(schema.getKey()));
            Files.createDirectories(file.getParent());
            Files.writeString(file, text(schema.getValue()));
        }
    }

    private static String text(ObjectNode schema) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return JsonMapper.builder().build().writer().with(new DefaultPrettyPrinter().withObjectIndenter(indenter))
                .writeValueAsString(schema) + '\n';
    }
}
