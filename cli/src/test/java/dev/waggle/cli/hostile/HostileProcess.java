package dev.waggle.cli.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import dev.waggle.cli.Main;
import dev.waggle.signal.text.VisibleText;

/** A command as a process of its own, with its streams in files. */
final class HostileProcess implements AutoCloseable {

    /** Longest time from a signal, or from the start, to the end: ten seconds, and more for a busy machine. */
    static final long MAX_SECONDS = 30;

    /** Bound against a machine that hangs; no promise. */
    private static final int MAX_POLLS = 15_000;

    private static final int POLL_MILLIS = 2;
    private static final int MAX_ERROR_LINES = 12;

    private final Process process;
    private final Path out;
    private final Path err;

    private HostileProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** The command line of Java for a command. */
    static List<String> java(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx256m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(arguments);
        return command;
    }

    /**
     * Starts a command with the usual handling of signals, whatever this process ignores.
     *
     * @param folder the folder of its streams, which is also the one in which it runs
     * @param environment the variables that it has besides those of this process
     * @param without the variables of this process that it does not have
     */
    static HostileProcess start(Path folder, Map<String, String> environment, List<String> without,
            List<String> command) throws IOException {
        List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT,HUP,TERM,PIPE"));
        all.addAll(command);
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(all).directory(folder.toFile()).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        without.forEach(builder.environment().keySet()::remove);
        builder.environment().putAll(environment);
        return new HostileProcess(builder.start(), out, err);
    }

    Process process() {
        return process;
    }

    /** Waits until something is true, or the command is over. */
    void await(BooleanSupplier condition) throws InterruptedException {
        int polls = 0;
        while (polls < MAX_POLLS && !condition.getAsBoolean()
                && !process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            polls++;
        }
    }

    /** Sends a signal; false if the command was over. */
    boolean send(String signal) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
    }

    /** Its exit code; -1 if it does not end in time. */
    int code() throws InterruptedException {
        return process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /** The broken promises in what it has printed. */
    List<String> faults(List<String> banners) throws IOException {
        List<String> faults = new ArrayList<>();
        List<String> lines = err().lines().filter(line -> banners.stream().noneMatch(line::startsWith)).toList();
        String all = out() + '\n' + String.join("\n", lines);
        if (all.contains("\tat ") || all.contains("Exception") || all.contains("Caused by")
                || all.contains("fault of Waggle")) {
            faults.add("a fault of ours: " + shown(all));
        }
        if (all.codePoints().anyMatch(c -> c != '\n' && c != '\t' && Character.isISOControl(c))) {
            faults.add("a control character: " + shown(all));
        }
        if (lines.size() > MAX_ERROR_LINES) {
            faults.add(lines.size() + " lines of errors: " + shown(all));
        }
        return Collections.unmodifiableList(faults);
    }

    static String shown(String text) {
        String visible = VisibleText.of(text);
        return visible.length() > 600 ? visible.substring(0, 600) + "..." : visible;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
