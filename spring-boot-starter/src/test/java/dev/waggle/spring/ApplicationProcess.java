package dev.waggle.spring;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An application in a process of its own, without the command line on its class path. The command has a logger of its
 * own, which an application does not have.
 */
public final class ApplicationProcess {

    private static final Pattern STARTED = Pattern.compile("Started [\\w.]+ in ([0-9.]+) seconds");
    private static final long LONGEST_SECONDS = 120;

    private ApplicationProcess() {}

    /**
     * Runs an application until it has started, and returns its lines so far. It is killed if that takes two minutes.
     *
     * @param isUsed true for the entries of the class path that it has
     */
    public static List<String> start(Class<?> main, Predicate<String> isUsed, String... arguments) {
        return run(main, isUsed, line -> STARTED.matcher(line).find(), arguments);
    }

    /**
     * Runs an application until a line of it, kills it, and returns its lines so far.
     *
     * @param isLast true for the line at which it is killed
     */
    public static List<String> run(Class<?> main, Predicate<String> isUsed, Predicate<String> isLast,
            String... arguments) {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.matches(".*(/cli/|waggle-cli).*")).filter(isUsed)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp", path, main.getName()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            // One that hangs is killed, so that its lines end.
            var _ = process.onExit().orTimeout(LONGEST_SECONDS, TimeUnit.SECONDS)
                    .exceptionally(_ -> process.destroyForcibly());
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                List<String> lines = new ArrayList<>();
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    lines.add(line);
                    if (isLast.test(line)) {
                        return lines;
                    }
                }
                throw new AssertionError("it ended before: " + lines);
            } finally {
                process.destroyForcibly();
                boolean _ = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    /** The seconds that the start took, as Spring Boot logs them. */
    public static double seconds(List<String> lines) {
        Matcher started = STARTED.matcher(lines.getLast());
        if (!started.find()) {
            throw new AssertionError("no start in " + lines);
        }
        return Double.parseDouble(started.group(1));
    }
}
