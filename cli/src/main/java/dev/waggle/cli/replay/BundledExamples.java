package dev.waggle.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
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

    /** The cassette of that name. */
    public static Cassette cassette(String name) throws IOException {
        String file = name + ".jsonl";
        try (InputStream words = BundledExamples.class.getResourceAsStream("/examples/" + file)) {
            Objects.requireNonNull(words, () -> "the cassette " + name + " does not ship");
            return CassetteFile.read(Path.of(file), words.readAllBytes());
        }
    }
}
