package dev.waggle.cli.replay;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.journal.cassette.Cassette;

/** The deliberations that ship with Waggle. */
public final class Shipped {

    private static final List<String> NAMES = List.of("migration", "review", "crossing", "incident");

    private Shipped() {
    }

    public static List<String> names() {
        return NAMES;
    }

    /** The cassette of that name, from the jar or the class folder that this class came from. */
    public static Cassette cassette(String name) throws IOException {
        URL place = Objects.requireNonNull(Shipped.class.getResource("/examples/" + name + ".jsonl"),
                () -> "the cassette " + name + " does not ship");
        try {
            URI uri = place.toURI();
            if (!"jar".equals(uri.getScheme())) {
                return Cassette.read(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return Cassette.read(jar.getPath("/examples/" + name + ".jsonl"));
            }
        } catch (URISyntaxException everyResourceIsOne) {
            throw new IllegalStateException(everyResourceIsOne);
        }
    }
}
