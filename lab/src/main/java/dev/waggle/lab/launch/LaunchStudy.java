package dev.waggle.lab.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.lab.journal.TemporaryFolder;
import dev.waggle.lab.models.MedianRange;

/**
 * Measurement of whole commands beside a hello world of the same JDK, in turns. Each launcher must have run once before:
 * its first run builds or writes a cache.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.launch.LaunchStudy ROUNDS LAUNCHER...
 * </pre>
 */
public final class LaunchStudy {

    private static final double NANOS_A_MILLI = 1e6;
    private static final int MAX_SECONDS = 120;
    /** A demonstration writes a tenth of it. */
    private static final int ENTRIES = 1_000;
    private static final int ITEMS = 200;
    private static final int VOTERS = 5;
    private static final String HELLO = "hello world";

    private final List<Path> launchers;
    private final Path folder;
    private final Map<String, List<String>> commands = new LinkedHashMap<>();

    private LaunchStudy(List<Path> launchers, Path folder) {
        this.launchers = launchers;
        this.folder = folder;
    }

    /** Measures so many rounds of those launchers, such as the one of a checkout and one of an unpacked archive. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Path> launchers = Arrays.stream(args).skip(1).map(Path::of).map(Path::toAbsolutePath).toList();
        try (TemporaryFolder data = TemporaryFolder.create()) {
            new LaunchStudy(launchers, data.path()).measure(Integer.parseInt(args[0]), System.out::println);
        }
    }

    private void measure(int rounds, Consumer<String> out) throws IOException, InterruptedException {
        addCommands();
        Map<String, List<Double>> times = new LinkedHashMap<>();
        for (int i = 0; i <= rounds; i++) { // The first ones bring the files into memory.
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                double millis = time(command.getValue());
                if (i > 0) {
                    times.computeIfAbsent(command.getKey(), _ -> new ArrayList<>()).add(millis);
                }
            }
        }
        double hello = MedianRange.of(times.getOrDefault(HELLO, List.of())).median();
        out.accept(rounds + " rounds in turns: median (least to most) in ms, and the ratio to hello world");
        times.forEach((name, each) -> {
            MedianRange range = MedianRange.of(each);
            out.accept(String.format(Locale.ROOT, "%-50s %s %6.1f", name, range, range.median() / hello));
        });
    }

    private void addCommands() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        commands.put(HELLO, List.of(java.toString(), "-cp", hello().toString(), HelloWorld.class.getName()));
        String log = log();
        String votes = Files.writeString(folder.resolve("votes.csv"), votes()).toString();
        for (Path launcher : launchers) {
            add(launcher, "--version");
            add(launcher, "lens");
            add(launcher, "log", "show", log);
            add(launcher, "demo", "--fast");
            add(launcher, "explain", log);
            add(launcher, "decide", votes);
        }
    }

    /** A folder with the class alone, because a jar would take longer. */
    private Path hello() throws IOException {
        Path classes = folder.resolve("hello");
        String file = HelloWorld.class.getName().replace('.', '/') + ".class";
        try (InputStream bytes = LaunchStudy.class.getClassLoader().getResourceAsStream(file)) {
            Path copy = Files.createDirectories(classes.resolve(file).resolveSibling("")).resolve("HelloWorld.class");
            Files.write(copy, Objects.requireNonNull(bytes, file).readAllBytes());
        }
        return classes;
    }

    private void add(Path launcher, String... arguments) {
        String words = Arrays.stream(arguments).filter(word -> !word.startsWith(folder.toString()))
                .collect(Collectors.joining(" "));
        commands.put(launcher + ": " + words,
                Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments)).toList());
    }

    /** A journal of as many demonstrations as make the entries. */
    private String log() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        for (int entries = 0; entries < ENTRIES; entries += ENTRIES / 10) {
            time(List.of(launchers.getFirst().toString(), "demo", "--fast", "--log", log.toString()));
        }
        return log.toString();
    }

    private static String votes() {
        return "item,agent,answer,confidence\n" + IntStream.range(0, ITEMS * VOTERS)
                .mapToObj(i -> "q" + i / VOTERS + ",a" + i % VOTERS + ',' + (i % 4 == 0 ? "no" : "yes") + ",0.8")
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Milliseconds of a command from its start to its end. */
    private static double time(List<String> command) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).redirectInput(Path.of("/dev/null").toFile()).start();
        if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("ended not well: " + String.join(" ", command));
        }
        return (System.nanoTime() - begin) / NANOS_A_MILLI;
    }
}
