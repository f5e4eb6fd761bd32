package dev.waggle.lab.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of its own below {@code java.io.tmpdir}, which closing takes away with all that is in it. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    public static TemporaryFolder create() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory("waggle-lab-"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> found = Files.walk(path)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.delete(each);
            }
        }
    }
}
