package dev.waggle.lab.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A JVM of its own with the class path of this one, so that its processor time is that of a server alone. */
final class MeasuredProcess implements AutoCloseable {

    /** Beginning of the answer to a command that was done. */
    static final String OK = "ok ";

    /** Options of {@code ./waggle}. */
    static final List<String> FLAGS = List.of("-XX:+UseParallelGC");

    private static final int SECONDS_TO_END = 20;

    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    private MeasuredProcess(Process process) {
        this.process = process;
        this.in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts that main class, which answers commands. */
    static MeasuredProcess start(Class<?> main, String... arguments) {
        return start(FLAGS, main, arguments);
    }

    /** The same with other options of the JVM. */
    static MeasuredProcess start(List<String> flags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(Objects.requireNonNull(System.getProperty("java.home")), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", Objects.requireNonNull(System.getProperty("java.class.path")), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new MeasuredProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start " + main.getSimpleName(), failed);
        }
    }

    /** Gives a command, and returns the answer. */
    synchronized String ask(String command) {
        try {
            in.write(command + "\n");
            in.flush();
            String answer = out.readLine();
            if (answer == null || !answer.startsWith(OK)) {
                throw new IllegalStateException("the server answered to " + command + ": " + answer);
            }
            return answer.substring(OK.length());
        } catch (IOException failed) {
            throw new UncheckedIOException("the server ended at " + command, failed);
        }
    }

    /** Gives a command whose answer is a number. */
    long number(String command) {
        return Long.parseLong(ask(command));
    }

    /** Processor time so far, in nanoseconds. */
    long cpu() {
        return number("cpu");
    }

    /** The port that it listens at. */
    int port() {
        return (int) number("port");
    }

    /** Processor time so far as the system knows it, in steps of some milliseconds; 0 where it does not tell. */
    Duration systemCpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end, which it reaches by itself; false after that time. */
    boolean awaitEnd(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** Sends it SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Ends its input, by which it ends; kills it when it does not. */
    @Override
    public void close() {
        try (in; out) {
            in.close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
