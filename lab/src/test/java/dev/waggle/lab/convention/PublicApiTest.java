package dev.waggle.lab.convention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.Swarm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Comparison of the public API with the files in {@code api}, so that each addition, change or removal is a line of a
 * diff. The build writes the files anew with {@code -Dwaggle.api=write}.
 */
class PublicApiTest {

    private static final Path FOLDER = ProjectSources.root().resolve("api");

    @ParameterizedTest
    @CsvSource({"signal", "math", "swarm", "journal"})
    void theFilesHoldEveryExportedTypeAndSignature(String module) throws Exception {
        ModuleApi api = api(module);

        check(module + ".txt", api.signatures());
        check(module + "-own-modules.txt", api.qualifiedTypes());
    }

    /** Later work that needs more raises a limit in a commit that says why. */
    @ParameterizedTest
    @CsvSource({"signal, 159", "swarm, 210", "journal, 61"})
    void aModuleExportsNoMoreTypesThanItsLimit(String module, int limit) throws Exception {
        assertThat(api(module).unqualifiedTypes()).hasSizeBetween(1, limit);
    }

    private static ModuleApi api(String module) throws Exception {
        return ModuleApi.of(switch (module) {
            case "signal" -> Signal.class;
            case "math" -> Entropy.class;
            case "swarm" -> Swarm.class;
            default -> FileJournal.class;
        });
    }

    private static void check(String name, List<String> lines) throws IOException {
        Path file = FOLDER.resolve(name);
        if (System.getProperty("waggle.api", "").equals("write")) {
            Files.createDirectories(FOLDER);
            Files.deleteIfExists(file);
            if (!lines.isEmpty()) {
                Files.write(file, lines);
            }
        }
        assertThat(Files.exists(file) ? Files.readAllLines(file) : List.<String>of())
                .as("%s; a change of the public API is written with -Dwaggle.api=write", file.getFileName())
                .containsExactlyElementsOf(lines);
    }
}
