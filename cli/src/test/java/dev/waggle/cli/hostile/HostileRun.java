package dev.waggle.cli.hostile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.hostile.HostileCommand.OutputState;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/** One run of a hostile command with all checks. */
final class HostileRun {

    private static final long MAX_SECONDS = 10;

    /** Time after which a command that would run on is stopped. */
    private static final long STOP_MILLIS = 250;

    /** Characters that a full output takes. */
    private static final int FULL = 40;

    private final HostileCommand command;
    private final HostileSandbox sandbox;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> faults = new ArrayList<>();
    private boolean hasSucceeded;

    private HostileRun(HostileCommand command, HostileSandbox sandbox) {
        this.command = command;
        this.sandbox = sandbox;
    }

    /** The broken promises of a command; none when it behaves. */
    static List<String> faults(HostileCommand command, HostileSandbox sandbox)
            throws IOException, InterruptedException {
        HostileRun run = new HostileRun(command, sandbox);
        Map<String, String> before = sandbox.snapshot();
        run.perform();
        run.checkFiles(before, sandbox.snapshot());
        return run.faults;
    }

    private void perform() throws InterruptedException {
        AtomicReference<@Nullable Integer> code = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().daemon().name("hostile").start(() -> {
            try {
                TerminalScreen screen = new TerminalScreen(new PrintWriter(stream()), new PrintWriter(err),
                        TextStyle.PLAIN, false);
                code.set(CommandRun.on(screen, new ByteArrayInputStream(
                        command.input().getBytes(StandardCharsets.UTF_8)), command.arguments()));
            } catch (Throwable escaped) {
                thrown.set(escaped);
            } finally {
                ended.countDown();
            }
        });
        boolean stopped = command.isEndless() && !ended.await(STOP_MILLIS, TimeUnit.MILLISECONDS);
        if (stopped) {
            thread.interrupt();
        }
        if (!ended.await(MAX_SECONDS, TimeUnit.SECONDS)) {
            faults.add("it did not end in " + MAX_SECONDS + " s: " + List.of(thread.getStackTrace()).stream().limit(12)
                    .toList());
            thread.interrupt();
            return;
        }
        Throwable escaped = thrown.get();
        if (escaped != null) {
            faults.add("threw " + escaped + " at " + List.of(escaped.getStackTrace()).stream().limit(4).toList());
            return;
        }
        Integer exit = code.get();
        hasSucceeded = exit != null && (exit == 0 || exit > 2);
        check(exit == null ? -1 : exit, stopped);
    }

    private void check(int code, boolean stopped) {
        if (stopped) {
            return; // A command that was stopped owes no result.
        }
        if (code < 0 || code > 4) {
            faults.add("exit code " + code);
        }
        String all = out + "\n" + err;
        if (all.contains("fault of Waggle") || all.contains("Exception:")) {
            faults.add("a fault of ours: " + shown(all));
        }
        boolean isTemplate = command.has("--format"); // Its plain text is the user's own and shown as it is.
        if (!isTemplate && all.codePoints()
                .anyMatch(c -> (c != '\n' && c != '\t' && Character.isISOControl(c)) || c == 0x202e)) {
            faults.add("a control character: " + shown(all));
        }
        if (command.output() == OutputState.OPEN) {
            checkErrors(code);
            checkJson(code);
        } else if (code == 0 && !out.toString().isEmpty() && command.output() == OutputState.FULL
                && out.toString().length() >= FULL) {
            faults.add("a full output, and exit code 0: " + shown(out.toString()));
        }
    }

    private void checkErrors(int code) {
        boolean isJson = List.of(command.arguments()).contains("--json");
        List<String> lines = err.toString().lines().toList();
        if (code == 2 && !isJson && lines.stream().noneMatch(line -> line.startsWith("waggle: "))) {
            faults.add("no error is shown: " + shown(out + "\n" + err));
        }
        if (lines.stream().anyMatch(line -> line.length() > 5000)) {
            faults.add("a line of an error is longer than 5000 characters");
        }
        if (lines.stream().anyMatch(line -> line.startsWith("\tat ") || line.startsWith("Caused by"))) {
            faults.add("a stack trace: " + shown(err.toString()));
        }
        if (code == 2 && lines.size() > 12) {
            faults.add("an error of " + lines.size() + " lines: " + shown(err.toString()));
        }
    }

    private void checkJson(int code) {
        if (!command.has("--json") || command.has("--") || command.has("--help") || command.has("-h")) {
            return;
        }
        String text = out.toString();
        if (text.isBlank()) {
            if (code == 2) {
                faults.add("--json and no error on the standard output: " + shown(err.toString()));
            }
            return;
        }
        if (code == 2 || !isJson(text)) {
            text.lines().filter(line -> !isJson(line)).findFirst()
                    .ifPresent(line -> faults.add("not JSON: " + shown(line)));
        }
    }

    private static boolean isJson(String text) {
        try {
            JsonText.read(text);
            return true;
        } catch (IllegalArgumentException bad) {
            return false;
        }
    }

    private void checkFiles(Map<String, String> before, Map<String, String> after) {
        TreeSet<String> changed = new TreeSet<>(before.keySet());
        changed.addAll(after.keySet());
        changed.removeIf(file -> before.getOrDefault(file, "").equals(after.getOrDefault(file, "")));
        for (String file : changed) {
            if (command.writes().stream().noneMatch(named -> isNamed(file, named) || isFolderFor(file, named))) {
                faults.add("touched " + file + ": " + before.get(file) + " became " + after.get(file));
            } else if (before.containsKey(file) && !command.has("--force") && !isAppended(file)) {
                faults.add("changed without --force: " + file);
            }
        }
    }

    /** Folders of journals and of data are appended to. */
    private boolean isAppended(String file) {
        return command.path().equals(List.of("log", "import"))
                || file.contains("/journal") || file.contains("/data") || file.contains("/folder")
                || before(file, "--log") || before(file, "--data") || before(file, "--learn");
    }

    private boolean before(String file, String option) {
        return command.parts().stream().anyMatch(part -> part.getFirst().equals(option) && part.size() > 1
                && isNamed(file, part.get(1)));
    }

    /** A folder above a new one that a command made, which succeeded, or could not print the id of what it stored. */
    private boolean isFolderFor(String file, String named) {
        boolean mayHaveStored = hasSucceeded || command.output() != HostileCommand.OutputState.OPEN;
        return mayHaveStored && named.startsWith(file + "/") && Files.isDirectory(Path.of(named));
    }

    private boolean isNamed(String file, String named) {
        String root = sandbox.root().toString();
        if (!named.startsWith(root)) {
            return false;
        }
        try {
            String place = Path.of(named).normalize().toString();
            String real = Files.exists(Path.of(named))
                    ? Path.of(named).toRealPath().toString()
                    : place;
            return !place.equals(root) && (file.equals(place) || file.startsWith(place + "/") || file.equals(real)
                    || file.equals(place + ".part")
                    || (file.equals(root + "/hard-link") && real.endsWith("precious.txt")));
        } catch (IOException | InvalidPathException none) {
            return false;
        }
    }

    private Writer stream() {
        return switch (command.output()) {
            case OPEN -> out;
            case CLOSED -> new LimitedWriter(out, 0);
            case FULL -> new LimitedWriter(out, FULL);
        };
    }

    private static String shown(String text) {
        String visible = VisibleText.of(text);
        return visible.length() > 600 ? visible.substring(0, 600) + "..." : visible;
    }

    /** Output that fails behind some characters. */
    private static final class LimitedWriter extends Writer {

        private final Writer to;
        private int left;

        LimitedWriter(Writer to, int left) {
            this.to = to;
            this.left = left;
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            int fits = Math.min(left, length);
            to.write(text, from, fits);
            left -= fits;
            if (fits < length) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
