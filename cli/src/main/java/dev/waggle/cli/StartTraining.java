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

import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.logging.Slf4jWarning;

/**
 * A short run of what is used most, a demonstration and a server. The launcher lets Java record it, so that later runs
 * start sooner.
 *
 * <pre>
 *   java -XX:AOTCacheOutput=FILE -cp waggle-cli.jar dev.waggle.cli.StartTraining FOLDER
 * </pre>
 */
final class StartTraining {

    private static final String SERVING = "waggle: serving ";

    private StartTraining() {}

    /** Runs; the argument is a folder for the data of the server, which is new or empty. */
    public static void main(String[] args) {
        Slf4jWarning.suppress();
        PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
        int code = Main.run(new String[] {"demo", "--fast"}, new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN,
                false), InputStream.nullInputStream(), ProcessTelemetry.NONE);
        try {
            serve(Files.createDirectories(Path.of(args[0])), nowhere);
        } catch (IOException | RuntimeException untrained) {
            // The start of a server is not recorded, the rest is.
        }
        System.exit(code); // Ends the server.
    }

    /** Starts a server, and asks it whether it is ready. */
    private static void serve(Path data, PrintWriter nowhere) throws IOException {
        try (PipedReader lines = new PipedReader(); BufferedReader told = new BufferedReader(lines)) {
            TerminalScreen screen = new TerminalScreen(new PrintWriter(new PipedWriter(lines), true), nowhere,
                    TextStyle.PLAIN, false);
            Thread _ = Thread.ofPlatform().daemon().name("waggle serve").start(() -> Main.run(new String[] {"serve",
                "--data", data.toString(), "--port", "0"}, screen, InputStream.nullInputStream(),
                    ProcessTelemetry.NONE));
            String line = told.readLine();
            while (line != null && !line.startsWith(SERVING)) {
                line = told.readLine();
            }
            ask(URI.create(String.valueOf(line).replaceFirst(".* at ", "")).getPort());
        }
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
