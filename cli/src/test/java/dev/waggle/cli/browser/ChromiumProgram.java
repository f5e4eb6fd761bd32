package dev.waggle.cli.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The Chromium of this machine.
 *
 * @param browser the program of the browser
 * @param driver the program that remote-controls it
 */
record ChromiumProgram(Path browser, Path driver) {

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> DRIVERS = List.of("chromedriver", "chromium.chromedriver");
    private static final List<String> FOLDERS = List.of("/usr/bin", "/usr/lib/chromium", "/usr/local/bin");

    /** The installed one; empty without the browser or without its driver. */
    static Optional<ChromiumProgram> installed() {
        return find(BROWSERS).flatMap(browser -> find(DRIVERS).map(driver -> new ChromiumProgram(browser, driver)));
    }

    private static Optional<Path> find(List<String> names) {
        List<Path> folders = Stream.concat(FOLDERS.stream(), pathFolders()).map(Path::of).toList();
        return names.stream().flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file)).findFirst();
    }

    private static Stream<String> pathFolders() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.of(path.split(File.pathSeparator, -1)).filter(folder -> !folder.isEmpty());
    }
}
