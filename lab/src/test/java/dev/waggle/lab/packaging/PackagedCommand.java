package dev.waggle.lab.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Copy of the launcher in a folder of its own, which runs the jars of the distribution.
 *
 * @param home the folder with the launcher
 */
record PackagedCommand(Path home) {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());

    /** Libraries of the distribution. */
    static final Path LIBRARIES = ROOT.resolve("cli/target/dist/lib");

    /** Makes the copy; its folder is new. */
    static PackagedCommand in(Path home) throws IOException {
        Files.createDirectories(home);
        Files.copy(ROOT.resolve("waggle"), home.resolve("waggle"), StandardCopyOption.COPY_ATTRIBUTES);
        Path launch = Files.createDirectories(home.resolve("cli/target/launch"));
        Files.createSymbolicLink(launch.resolve("lib"), LIBRARIES.toRealPath());
        Files.createFile(launch.resolve("stamp"));
        return new PackagedCommand(home);
    }

    /** A process of the launcher, not started, without variables of the build but for its JDK. */
    ProcessBuilder process(String... arguments) {
        List<String> command = new ArrayList<>(List.of(home.resolve("waggle").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().keySet()
                .removeIf(name -> name.startsWith("WAGGLE_") || name.startsWith("OTEL_"));
        process.environment().put("WAGGLE_JAVA_HOME", System.getProperty("java.home"));
        return process;
    }
}
