package dev.waggle.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command in a process of its own, killed (kill -9) at a random moment after it began to write.
 *
 * @param code the exit code, not 0 when it was killed before its end
 * @param out standard output until then
 */
public record KilledCommand(int code, String out) {

    /** Maximum wait for the first bytes of a command. */
    private static final int MAX_POLLS = 10_000;

    /**
     * Runs a command and kills it.
     *
     * @param written a folder in which it writes
     * @param delayMillis delay from its first change there to the kill
     */
    public static KilledCommand of(Path written, int delayMillis, String... arguments) throws Exception {
        Path out = Files.createTempFile("killed", ".out");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx128m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        long before = bytes(written);
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            int polls = 0;
            while (polls < MAX_POLLS && bytes(written) == before && !process.waitFor(1, TimeUnit.MILLISECONDS)) {
                polls++;
            }
            var _ = process.waitFor(delayMillis, TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            return new KilledCommand(process.waitFor(), Files.readString(out, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly().waitFor();
            Files.delete(out);
        }
    }

    /** Bytes of the files in a folder and below it, but for locks and marks; each file counts as one more. */
    private static long bytes(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.endsWith(".lock") && !file.endsWith("events.mark")
                    && !file.toFile().isDirectory()).mapToLong(file -> 1 + file.toFile().length()).sum();
        } catch (IOException | UncheckedIOException changing) {
            return 0;
        }
    }
}
