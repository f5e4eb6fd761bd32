package dev.waggle.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.cli.replay.BundledExamples;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;

/**
 * A short run of what is used most. The launcher lets Java record it, so that later runs start sooner. All recorded
 * classes are loaded at a start. So each group of commands has a record of its own.
 *
 * <pre>
 *   java -XX:AOTCacheOutput=FILE -cp waggle-cli.jar dev.waggle.cli.StartTraining GROUP FOLDER
 * </pre>
 */
final class StartTraining {

    private static final String SERVING = "waggle: serving ";
    private static final int ITEMS = 20;
    private static final int VOTERS = 5;

    private final PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
    private final Path folder;

    private StartTraining(Path folder) {
        this.folder = folder;
    }

    /** Groups of commands, by what they load. */
    private enum CommandGroup {
        /** A question, and everything that plays one again. */
        SOLVE,
        /** Votes from a file. */
        DECIDE,
        /** The reasons of a run. */
        EXPLAIN,
        /** Views of a log. */
        LOG,
        /** All others, which show something. */
        LOOK,
        /** Commands that serve. */
        SERVE
    }

    /** Runs; the arguments are the group, and a folder for data, which is new or empty. */
    public static void main(String[] args) throws IOException {
        StartTraining training = new StartTraining(Files.createDirectories(Path.of(args[1])));
        switch (CommandGroup.valueOf(args[0].toUpperCase(Locale.ROOT))) {
            case SOLVE -> training.solve();
            case DECIDE -> training.run("decide", training.file("votes.csv", votes()));
            case EXPLAIN -> training.forEachExample("explain");
            case LOG -> training.log();
            case LOOK -> training.look();
            case SERVE -> training.serve();
        }
    }

    private void solve() throws IOException {
        String log = folder.resolve("log").toString();
        run("demo", "--fast", "--log", log);
        run("replay", log);
    }

    private void log() throws IOException {
        forEachExample("log", "show");
        run("signals", "generate", "hello:world", "--data", folder.toString());
        run("signals", "list", "--data", folder.toString());
        run("log", "show", folder.toString());
    }

    private void look() {
        run("lens");
        run("lens", "entropy");
        run("decide", "--help");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /** Runs a command with each of the examples as the last argument. */
    private void forEachExample(String... words) throws IOException {
        for (String name : BundledExamples.names()) {
            String[] command = Arrays.copyOf(words, words.length + 1);
            command[words.length] = file(name + ".jsonl", example(name));
            run(command);
        }
    }

    private static String example(String name) throws IOException {
        try (InputStream shipped = StartTraining.class.getResourceAsStream("/examples/" + name + ".jsonl")) {
            return new String(Objects.requireNonNull(shipped, "no example").readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String votes() {
        return "item,agent,answer,confidence\n" + IntStream.range(0, ITEMS * VOTERS)
                .mapToObj(i -> "q" + i / VOTERS + ",a" + i % VOTERS + ',' + (i % 4 == 0 ? "no" : "yes") + ",0.8")
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private void run(String... args) {
        run(new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN, false), args);
    }

    private static void run(TerminalScreen screen, String... args) {
        int code = Main.run(args, screen, InputStream.nullInputStream(), ProcessTelemetry.NONE);
        if (code != 0) {
            throw new IllegalStateException("code " + code + " of " + List.copyOf(Arrays.asList(args)));
        }
    }

    /** Starts a server, and asks it whether it is ready. */
    private void serve() throws IOException {
        try (PipedReader lines = new PipedReader(); BufferedReader told = new BufferedReader(lines)) {
            TerminalScreen screen = new TerminalScreen(new PrintWriter(new PipedWriter(lines), true), nowhere,
                    TextStyle.PLAIN, false);
            Thread _ = Thread.ofPlatform().daemon().name("waggle serve")
                    .start(() -> run(screen, "serve", "--data", folder.toString(), "--port", "0"));
            String line = told.readLine();
            while (line != null && !line.startsWith(SERVING)) {
                line = told.readLine();
            }
            ask(URI.create(String.valueOf(line).replaceFirst(".* at ", "")).getPort());
        }
        System.exit(0); // Ends the server.
    }

    private static void ask(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /v1/health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] _ = socket.getInputStream().readAllBytes();
        }
    }
}
