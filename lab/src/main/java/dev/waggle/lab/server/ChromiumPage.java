package dev.waggle.lab.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Page in a Chromium without a window, controlled by the DevTools protocol (chromedevtools.github.io). Owned by one
 * thread.
 */
public final class ChromiumPage implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");
    private static final long SECONDS_A_CALL = 120;
    private static final int SECONDS_TO_END = 10;

    private final Process process;
    private final HttpClient http;
    private final WebSocket socket;
    private final BlockingQueue<JsonValue.Obj> answers;
    private int calls;

    private ChromiumPage(Process process, HttpClient http, WebSocket socket, BlockingQueue<JsonValue.Obj> answers) {
        this.process = process;
        this.http = http;
        this.socket = socket;
        this.answers = answers;
    }

    /**
     * Starts the browser with an empty page.
     *
     * @param program its name, such as {@code chromium}
     * @param profile an empty folder for it
     */
    public static ChromiumPage open(String program, Path profile) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(program, "--headless=new", "--no-sandbox", "--disable-gpu",
                "--window-size=1440,900", "--remote-debugging-port=0", "--user-data-dir=" + profile, "about:blank"))
                .redirectErrorStream(true).start();
        HttpClient http = HttpClient.newHttpClient();
        String place = place(process);
        String pages = http.send(HttpRequest.newBuilder(URI.create("http://" + place + "/json/list")).build(),
                BodyHandlers.ofString()).body();
        BlockingQueue<JsonValue.Obj> answers = new LinkedBlockingQueue<>();
        WebSocket socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(text(first(JsonText.read(pages)), "webSocketDebuggerUrl")),
                        new AnswerListener(answers))
                .join();
        return new ChromiumPage(process, http, socket, answers);
    }

    private static String place(Process process) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(),
                StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.matches()) {
                return listening.group(1);
            }
        }
        throw new IOException("the browser ended before it listened");
    }

    /** Goes to an address. */
    public void go(String address) throws InterruptedException {
        var _ = call("Page.navigate", new JsonObjectBuilder().with("url", address).json());
    }

    /** Gives the page a size in CSS pixels. */
    public void resize(int width, int height) throws InterruptedException {
        var _ = call("Emulation.setDeviceMetricsOverride", new JsonObjectBuilder().with("width", width)
                .with("height", height).with("deviceScaleFactor", 1).with("mobile", false).json());
    }

    /** Lets the system prefer a color scheme: {@code light} or {@code dark}. */
    public void preferScheme(String scheme) throws InterruptedException {
        JsonValue feature = new JsonObjectBuilder().with("name", "prefers-color-scheme").with("value", scheme).json();
        var _ = call("Emulation.setEmulatedMedia",
                new JsonObjectBuilder().with("features", new JsonValue.Arr(List.of(feature))).json());
    }

    /** The number that a script gives, at once or by a promise. */
    public double number(String script) throws InterruptedException {
        if (evaluate(script) instanceof JsonValue.Num(var number)) {
            return number.doubleValue();
        }
        throw new IllegalStateException("the script gave no number: " + script);
    }

    /** The text that a script gives, at once or by a promise. */
    public String text(String script) throws InterruptedException {
        if (evaluate(script) instanceof JsonValue.Str(var text)) {
            return text;
        }
        throw new IllegalStateException("the script gave no text: " + script);
    }

    private JsonValue evaluate(String script) throws InterruptedException {
        JsonValue.Obj answer = call("Runtime.evaluate", new JsonObjectBuilder().with("expression", script)
                .with("awaitPromise", true).with("returnByValue", true).json());
        if (answer.fields().get("result") instanceof JsonValue.Obj(var result)
                && result.get("result") instanceof JsonValue.Obj(var value) && value.containsKey("value")) {
            return Objects.requireNonNull(value.get("value"));
        }
        throw new IllegalStateException("the script gave no value: " + JsonText.write(answer));
    }

    /** Processor time of the browser with all its processes. */
    Duration cpu() {
        return process.descendants().map(ProcessHandle::info).flatMap(info -> info.totalCpuDuration().stream())
                .reduce(process.info().totalCpuDuration().orElse(Duration.ZERO), Duration::plus);
    }

    private JsonValue.Obj call(String method, JsonValue.Obj parameters) throws InterruptedException {
        calls++;
        socket.sendText(JsonText.write(new JsonObjectBuilder().with("id", calls).with("method", method)
                .with("params", parameters).json()), true).join();
        JsonValue wanted = JsonValue.of((long) calls);
        for (JsonValue.Obj answer = next(); answer != null; answer = next()) {
            if (wanted.equals(answer.fields().get("id"))) {
                return answer;
            }
        }
        throw new IllegalStateException("the browser did not answer to " + method);
    }

    private JsonValue.@Nullable Obj next() throws InterruptedException {
        return answers.poll(SECONDS_A_CALL, TimeUnit.SECONDS);
    }

    private static Map<String, JsonValue> first(JsonValue list) {
        return ((JsonValue.Obj) ((JsonValue.Arr) list).items().getFirst()).fields();
    }

    private static String text(Map<String, JsonValue> fields, String name) {
        return ((JsonValue.Str) Objects.requireNonNull(fields.get(name), name)).value();
    }

    @Override
    public void close() {
        try (http) {
            socket.abort();
            process.destroy();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Joins the parts of each message. */
    private static final class AnswerListener implements WebSocket.Listener {

        private final BlockingQueue<JsonValue.Obj> answers;
        private final StringBuilder message = new StringBuilder();

        AnswerListener(BlockingQueue<JsonValue.Obj> answers) {
            this.answers = answers;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            message.append(part);
            if (isLast && JsonText.read(message.toString()) instanceof JsonValue.Obj answer) {
                answers.add(answer);
            }
            if (isLast) {
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
