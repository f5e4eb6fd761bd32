package dev.waggle.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

import dev.waggle.journal.cassette.Cassette;
import dev.waggle.journal.cassette.CassetteFile;

/** The deliberations that ship with Waggle. */
public final class BundledExamples {

    private static final List<String> NAMES = List.of("crossing", "migration", "review", "incident");

    private BundledExamples() {}

    public static List<String> names() {
        return NAMES;
    }

    /** The cassette of that name; a file for a moment, because cassettes are read from files. */
    public static Cassette cassette(String name) throws IOException {
        Path file = Files.createTempFile("waggle-" + name, ".jsonl");
        try (InputStream words = BundledExamples.class.getResourceAsStream("/examples/" + name + ".jsonl")) {
            Objects.requireNonNull(words, () -> "the cassette " + name + " does not ship");
            Files.copy(words, file, StandardCopyOption.REPLACE_EXISTING);
            return CassetteFile.read(file);
        } finally {
            Files.delete(file);
        }
    }
}
