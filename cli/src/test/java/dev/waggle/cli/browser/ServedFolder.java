package dev.waggle.cli.browser;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** The command {@code waggle serve} on a data folder, in this process. A restart keeps its folder and its port. */
final class ServedFolder implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:(\\d+)(?:/\\?login=\\S+)?)");
    private static final int MAX_SECONDS = 60;

    private final List<String> options;
    private final HttpClient client = HttpClient.newHttpClient();
    private String port = "0";
    /** Cookie of the session of this bed; empty before its first request. */
    private String session = "";
    private Running running;

    private ServedFolder(List<String> options) throws InterruptedException {
        this.options = options;
        running = start();
    }

    /** Serves that folder. */
    static ServedFolder of(Path data, String... options) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of("--data", data.toString()));
        all.addAll(Arrays.asList(options));
        return new ServedFolder(all);
    }

    /** A running command. */
    private record Running(Thread thread, CommandOutput out, String login) {}

    /** The address of a page, for a browser with a session. */
    String at(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    /** The address that begins a session of a browser; good for one use. */
    String login() throws IOException, InterruptedException {
        return at(((JsonValue.Str) Objects.requireNonNull(post("/v1/login-tickets", "").fields().get("path")))
                .value());
    }

    /** The first such address, which the command prints. */
    String printedLogin() {
        return running.login();
    }

    /** Waits until the command has printed that. */
    Matcher printed(Pattern pattern) throws InterruptedException {
        return running.out().await(pattern);
    }

    void restart() throws InterruptedException {
        stop();
        session = "";
        running = start();
    }

    /** Begins a session in a window, and shows a page. */
    void show(BrowserWindow window, String path) throws IOException, InterruptedException {
        window.open(login());
        window.open(at(path));
    }

    JsonValue.Obj post(String path, String json) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(at(path))).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    JsonValue.Obj get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(at(path))));
    }

    @Override
    public void close() {
        try (client) {
            stop();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the server ended", stopped);
        }
    }

    private JsonValue.Obj send(HttpRequest.Builder request) throws IOException, InterruptedException {
        beginSession();
        HttpResponse<String> response = client.send(request.header("Origin", at("")).header("Cookie", session).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return (JsonValue.Obj) JsonText.read(response.body());
    }

    private void beginSession() throws IOException, InterruptedException {
        if (session.isEmpty()) {
            HttpResponse<Void> answer = client.send(HttpRequest.newBuilder(URI.create(printedLogin())).build(),
                    HttpResponse.BodyHandlers.discarding());
            assertThat(answer.statusCode()).isBetween(200, 399);
            session = answer.headers().firstValue("Set-Cookie").orElse("none=").split(";", 2)[0];
        }
    }

    private Running start() throws InterruptedException {
        CommandOutput out = new CommandOutput();
        StringWriter err = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(err), TextStyle.PLAIN, false);
        List<String> command = new ArrayList<>(List.of("serve", "--port", port));
        command.addAll(options);
        Thread thread = Thread.ofPlatform().name("waggle serve").start(() -> {
            int code = CommandRun.on(screen, command.toArray(String[]::new));
            screen.out().println("ended with " + code + ": " + err);
            out.complete();
        });
        try {
            Matcher found = out.await(ADDRESS);
            port = found.group(2);
            return new Running(thread, out, found.group(1));
        } catch (AssertionError failed) {
            thread.interrupt();
            throw failed;
        }
    }

    private void stop() throws InterruptedException {
        running.thread().interrupt();
        assertThat(running.thread().join(Duration.ofSeconds(MAX_SECONDS))).as("end of the server").isTrue();
    }
}
