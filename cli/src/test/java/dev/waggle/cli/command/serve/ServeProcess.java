package dev.waggle.cli.command.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.Main;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The command {@code waggle serve} in a process of its own, ready.
 *
 * @param url its address
 * @param data its data folder
 */
record ServeProcess(Process process, BufferedReader out, String url, Path data) implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("waggle: serving (.*) at (http://127\\.0\\.0\\.1:\\d+)/.*");
    private static final int MAX_SECONDS = 30;

    /** Exit code of a program that ends with SIGTERM. */
    private static final int TERMINATED = 143;

    /** Starts it and waits for its address. */
    static ServeProcess start(Path folder, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx256m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(), "serve", "--port", "0"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectError(folder.resolve("serve.err").toFile()).start();
        try {
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            Matcher line = ADDRESS.matcher(String.valueOf(out.readLine()));
            assertThat(line.matches()).as("address of the server; its errors are in serve.err").isTrue();
            return new ServeProcess(process, out, line.group(2), Path.of(line.group(1)));
        } catch (IOException | RuntimeException | Error failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    /** Ends it with SIGTERM. */
    void end() throws InterruptedException {
        process.toHandle().destroy(); // Unlike Process.destroy, it leaves the streams open.
        assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).as("end of the server").isTrue();
        assertThat(process.exitValue()).isEqualTo(TERMINATED);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}
