package dev.waggle.lab.convention;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.ConsoleLog;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.Swarm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Proof of the module descriptors: a small project of its own is compiled and run with nothing but a module path. It
 * solves a question, writes a journal, calls a kernel and looks up the service of a module without a descriptor.
 */
class ModulePathTest {

    /** The libraries that the described modules require, and the libraries of those. */
    private static final Pattern LIBRARIES = Pattern.compile(
            "(hipparchus-|ejml-(core|ddense)|ojalgo|jgrapht-core|jheaps|apfloat|jackson-|json-schema-validator|itu-|"
                    + "slf4j-api|jspecify).*\\.jar");

    private static final Path CONSUMER = Path.of("src/test/resources/dev/waggle/lab/convention/consumer");

    @TempDir
    Path folder;

    @Test
    void aProjectOfItsOwnRunsOnTheModulePath() throws Exception {
        String modules = modulePath();
        Path classes = folder.resolve("classes");
        javac("--module-path", modules, "-d", classes.toString(), source("module-info.java"),
                source("consumer/Main.java"));

        String printed = java("--module-path", classes + File.pathSeparator + modules, "--add-modules",
                "dev.waggle.cli", "--module", "consumer/consumer.Main", folder.resolve("journal").toString());

        assertThat(printed.lines()).contains("Shard by tenant", "1.0", ConsoleLog.class.getName(), "solved 1 signal",
                "no module with models is installed",
                "Maybe add dev.waggle:waggle-connect-llm to the dependencies.")
                .anyMatch(line -> line.contains("parsed"))
                .anyMatch(line -> line.startsWith("module consumer beside module dev.waggle.swarm"));
        assertThat(folder.resolve("journal")).isNotEmptyDirectory();
    }

    @Test
    void whatIsNotExportedDoesNotCompile() throws Exception {
        Path main = Files.createDirectories(folder.resolve("consumer")).resolve("Main.java");
        Files.writeString(main, "package consumer; class Main { dev.waggle.swarm.runlog.RunFacts facts; }");

        assertThat(compiler("--module-path", modulePath(), "-d", folder.resolve("classes").toString(),
                source("module-info.java"), main.toString()))
                .contains("package dev.waggle.swarm.runlog is not visible");
    }

    private String modulePath() throws IOException, URISyntaxException {
        List<Path> entries = new ArrayList<>();
        for (Class<?> anchor : List.of(Signal.class, Entropy.class, Swarm.class, FileJournal.class)) {
            entries.add(place(anchor));
        }
        entries.add(jarWithServices(place(ConsoleLog.class)));
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                .filter(entry -> LIBRARIES.matcher(entry.getFileName().toString()).matches()).forEach(entries::add);
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** A jar of the command line under its module's name, from its folder of classes or from its jar. */
    private Path jarWithServices(Path place) throws IOException {
        Path jar = folder.resolve("dev.waggle.cli.jar");
        if (Files.isRegularFile(place)) {
            return Files.exists(jar) ? jar : Files.copy(place, jar);
        }
        Path manifest = Files.writeString(folder.resolve("manifest"), "Automatic-Module-Name: dev.waggle.cli\n");
        assertThat(run("jar", "--create", "--file", jar.toString(), "--manifest", manifest.toString(), "-C",
                place.toString(), ".")).isEmpty();
        return jar;
    }

    private static Path place(Class<?> anchor) throws URISyntaxException {
        return Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static String source(String name) {
        return ProjectSources.root().resolve("lab").resolve(CONSUMER).resolve(name).toString();
    }

    private static void javac(String... arguments) {
        assertThat(compiler(arguments)).isEmpty();
    }

    private static String compiler(String... arguments) {
        String[] all = Stream.concat(Stream.of("--release", "25", "-proc:none"), Stream.of(arguments))
                .toArray(String[]::new);
        return run("javac", all);
    }

    /** Runs a tool of the JDK and returns its output. */
    private static String run(String tool, String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter to = new PrintWriter(printed);
        ToolProvider.findFirst(tool).orElseThrow().run(to, to, arguments);
        return printed.toString();
    }

    private static String java(String... arguments) throws IOException, InterruptedException {
        String java = Path.of(Objects.requireNonNull(System.getProperty("java.home")), "bin", "java").toString();
        Process process = new ProcessBuilder(Stream.concat(Stream.of(java), Stream.of(arguments)).toList())
                .redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
