package dev.waggle.server.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;

/** Script that Node runs, with the lines that it prints. Closing ends it. */
final class NodeScript implements AutoCloseable {

    private static final int MAX_SECONDS = 90;
    private static final String END = "";

    private final Process process;
    private final Path errors;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private NodeScript(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        Thread _ = Thread.ofVirtual().name("node-output").start(this::read);
    }

    static NodeScript start(String script, String... arguments) throws IOException {
        NodeFolder folder = NodeFolder.open();
        Path errors = Files.createTempFile("waggle-node", ".log");
        Process process = new ProcessBuilder(folder.command(script, List.of(arguments)))
                .directory(folder.scripts().toFile()).redirectError(errors.toFile()).start();
        return new NodeScript(process, errors);
    }

    /** The next line, with a bound. */
    String line() throws IOException, InterruptedException {
        String line = lines.poll(MAX_SECONDS, TimeUnit.SECONDS);
        if (line == null || line.equals(END)) {
            throw new AssertionError("the script printed nothing more: " + errors());
        }
        return line;
    }

    /** All steps of a client, by their names, when it has ended by itself. */
    Map<String, JsonObjectReader> steps() throws IOException, InterruptedException {
        Map<String, JsonObjectReader> steps = new LinkedHashMap<>();
        for (String line = lines.poll(MAX_SECONDS, TimeUnit.SECONDS); !END.equals(line);
                line = lines.poll(MAX_SECONDS, TimeUnit.SECONDS)) {
            if (line == null) {
                throw new AssertionError("the script hangs after " + steps.keySet() + ": " + errors());
            }
            JsonObjectReader step = JsonObjectReader.root("step", JsonText.read(line));
            steps.put(step.text("step"), step);
        }
        if (!steps.containsKey("notes")) {
            throw new AssertionError("the script broke after " + steps.keySet() + ": " + errors());
        }
        return steps;
    }

    String errors() throws IOException {
        return Files.readString(errors, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.destroyForcibly();
        Files.deleteIfExists(errors);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        } finally {
            lines.add(END);
        }
    }
}
