package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The files of the whole project, for any working folder of the tests. */
public final class ProjectFiles {

    private ProjectFiles() {}

    /** The file at that path below the folder of the project. */
    public static Path at(String path) {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no project around the tests");
        }
        return folder.resolve(path);
    }
}
