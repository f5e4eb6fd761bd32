package dev.waggle.cli.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Commands as processes that are stopped by a signal, or by the end of their reader, at seeded moments. Each ends
 * within ten seconds with the exit code of the signal or its own, without a stack trace. What stands under a named
 * output is whole, and its journal is sound and can be opened at once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileSignalsTest {

    private static final long SEED = Long.getLong("waggle.hostile.seed", 20_261_127L);

    /** Signals by name, with the exit code of a process that they end. */
    private static final Map<String, Integer> SIGNALS = Map.of("HUP", 129, "INT", 130, "TERM", 143);

    private static final int ROWS = 2_000;

    /** Votes whose table is larger than the buffer of a pipe. */
    private static final int VOTES = 12_000;
    private static final int MAX_DELAY_MILLIS = 200;
    private static final int LONG_ROUNDS = 4;

    /** One of each kind: an output of its own, a view, paid calls, a reader without end, and a server. */
    private static final List<Victim> IN_BUILD = List.of(Victim.DECIDE, Victim.DEMO, Victim.SOLVE, Victim.FOLLOW,
            Victim.SERVE_HTTP);

    private Path folder = Path.of("");

    private final CountDownLatch released = new CountDownLatch(1);
    private final FakeModels server = FakeModels.answering(this::answer);
    private Path journal = Path.of("");
    private Path votes = Path.of("");
    private Path events = Path.of("");
    private Path models = Path.of("");

    /** The commands that are stopped. */
    private enum Victim {
        DECIDE, DECIDE_ENDLESS_INPUT, DEMO, SOLVE, FOLLOW, SERVE, SERVE_HTTP, EXPORT, IMPORT;

        /** True if the command runs until it is stopped. */
        boolean isEndless() {
            return switch (this) {
                case DECIDE_ENDLESS_INPUT, DEMO, SOLVE, FOLLOW, SERVE, SERVE_HTTP -> true;
                case DECIDE, EXPORT, IMPORT -> false;
            };
        }
    }

    @BeforeAll
    void filesOfEveryVictim(@TempDir Path shared) throws IOException {
        folder = shared;
        votes = Files.writeString(folder.resolve("votes.csv"), "item,agent,answer\n" + IntStream.range(0, VOTES)
                .mapToObj(row -> row / 3 + "," + row % 3 + ",X\n").collect(Collectors.joining()));
        events = Files.writeString(folder.resolve("events.jsonl"), IntStream.range(0, ROWS)
                .mapToObj(row -> "{\"id\":\"s" + row + "\",\"type\":\"b:c\",\"source\":{\"type\":\"system\"},"
                        + "\"createdAt\":1}\n")
                .collect(Collectors.joining()));
        Path key = Files.writeString(folder.resolve("key"), "sk-hostile-0123456789\n");
        models = Files.writeString(folder.resolve("models.json"),
                "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \""
                        + server.baseUrl(WireFormatName.OPENAI) + "\", \"keyFile\": \"" + key + "\"}}}");
        journal = folder.resolve("journal");
        require(CommandRun.of("log", "import", events.toString(), journal.toString()), 0);
    }

    @AfterAll
    void close() {
        released.countDown();
        server.close();
    }

    /** The first call is answered, the others wait for the end of the test. */
    private FakeAnswer answer(FakeRequest request) {
        if (server.requests().size() > 1) {
            try {
                var _ = released.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
        return ScriptedDeliberators.answer(request);
    }

    @Test
    void eachCommandEndsAtASignal() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> signals = List.of("TERM", "INT", "HUP");
        int turn = 0;
        for (Victim victim : IN_BUILD) {
            stop(victim, signals.get(turn % signals.size()), random, "s" + victim);
            turn++;
        }
    }

    @Test
    @Tag("long")
    void eachCommandEndsAtEverySignalAtAnyMoment() throws Exception {
        for (int round = 0; round < LONG_ROUNDS; round++) {
            SplittableRandom random = new SplittableRandom(SEED + 1 + round);
            for (Victim victim : Victim.values()) {
                for (String signal : SIGNALS.keySet()) {
                    stop(victim, signal, random, victim + "-" + signal + "-" + round);
                }
            }
        }
    }

    @Test
    void aBrokenPipeIsNoStackTraceAndNoHang() throws Exception {
        closeOutput(List.of("decide", votes.toString(), "--csv"), "decide");
        closeOutput(List.of("log", "export", journal.toString(), "-", "--format", "jsonl"), "export");
    }

    /** In a terminal; the settings of the line and the colours are as before. */
    @Test
    void theTerminalIsLeftAsItWas() throws Exception {
        Path here = Files.createDirectory(folder.resolve("tty"));
        Path began = here.resolve("journal");
        String command = HostileProcess.java(List.of("demo", "--pace", "30", "--log", began.toString())).stream()
                .map(HostileSignalsTest::quoted).collect(Collectors.joining(" "));
        Path script = Files.writeString(here.resolve("run.sh"), "stty -g > before\nexec 3>&1\n" + command
                + " &\necho $! > pid\nwait $!\necho $? > code\nstty -g > after\n");
        try (HostileProcess process = HostileProcess.start(here, Map.of("TERM", "xterm-256color"),
                List.of("NO_COLOR"), List.of("script", "-qec", "bash -m " + quoted(script.toString()), "/dev/null"))) {
            process.await(() -> began.resolve("events.jsonl").toFile().length() > 0);
            String pid = Files.readString(here.resolve("pid")).strip();
            assertThat(new ProcessBuilder("kill", "-TERM", pid).start().waitFor()).isZero();
            assertThat(process.code()).isZero();

            assertThat(here.resolve("after")).hasSameTextualContentAs(here.resolve("before"));
            assertThat(here.resolve("code")).hasContent("143");
            String shown = process.out();
            assertThat(shown).doesNotContain("\u001b[?25l", "\u001b[?1049h", "\tat ", "Exception");
            assertThat(shown.lastIndexOf("\u001b[0m")).as(HostileProcess.shown(shown))
                    .isEqualTo(shown.lastIndexOf("\u001b["));
        }
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void stop(Victim victim, String signal, SplittableRandom random, String name) throws Exception {
        Path here = Files.createDirectory(folder.resolve(name));
        int delay = random.nextInt(MAX_DELAY_MILLIS);
        boolean early = random.nextInt(8) == 0; // Perhaps before the first line of Waggle.
        String as = name + ", seed " + SEED + ", " + delay + " ms" + (early ? " from the start" : "");
        int requests = server.requests().size();
        try (HostileProcess process = HostileProcess.start(here, Map.of(), List.of(),
                HostileProcess.java(arguments(victim, here)))) {
            process.await(() -> early || hasBegun(victim, here, requests));
            var _ = process.process().waitFor(delay, TimeUnit.MILLISECONDS);
            boolean isFollowing = victim == Victim.FOLLOW && !early;
            if (isFollowing) {
                assertThat(process.send("PIPE")).as(as).isTrue(); // It stops nothing: Java ignores it.
                assertThat(process.process().waitFor(100, TimeUnit.MILLISECONDS)).as(as).isFalse();
            }
            boolean sent = process.send(signal);
            int code = process.code();

            if (code == 1 && process.err().startsWith("Runtime.exit(")) {
                return; // The virtual machine was still starting, so no line of Waggle had run.
            }
            int stopped = Objects.requireNonNull(SIGNALS.get(signal));
            assertThat(code).as(as + ": " + process.err()).isIn(stopped, victim.isEndless() ? stopped : 0);
            assertThat(sent || !victim.isEndless()).as(as).isTrue();
            assertThat(process.faults(List.of())).as(as).isEmpty();
        }
        checkOutputs(victim, here, as);
    }

    private List<String> arguments(Victim victim, Path here) {
        String log = here.resolve("journal").toString();
        String out = here.resolve("out").toString();
        return switch (victim) {
            case DECIDE -> List.of("decide", votes.toString(), "--csv", "--out", out);
            case DECIDE_ENDLESS_INPUT -> List.of("decide", "-", "--csv", "--out", out);
            case DEMO -> List.of("demo", "--pace", "30", "--log", log);
            case SOLVE -> List.of("solve", "Which?", "--model", "lab:fake-fast", "--models-file", models.toString(),
                    "--log", log, "--record", out, "--json");
            case FOLLOW -> List.of("log", "tail", journal.toString(), "--follow");
            case SERVE -> List.of("mcp", "--data", log);
            case SERVE_HTTP -> List.of("mcp", "--http", "0", "--data", log);
            case EXPORT -> List.of("log", "export", journal.toString(), out, "--format", "jsonl");
            case IMPORT -> List.of("log", "import", events.toString(), log);
        };
    }

    private boolean hasBegun(Victim victim, Path here, int requests) {
        return switch (victim) {
            case DECIDE, EXPORT, DECIDE_ENDLESS_INPUT -> true;
            case SOLVE -> server.requests().size() > requests + 1;
            case FOLLOW -> here.resolve("stdout").toFile().length() > 0;
            case SERVE_HTTP -> here.resolve("stderr").toFile().length() > 0;
            case DEMO, SERVE, IMPORT -> here.resolve("journal").toFile().exists();
        };
    }

    private void checkOutputs(Victim victim, Path here, String as) throws IOException {
        Path out = here.resolve("out");
        Path log = here.resolve("journal");
        if (Files.exists(out)) {
            switch (victim) {
                case DECIDE, DECIDE_ENDLESS_INPUT -> assertThat(Files.readAllLines(out)).as(as)
                        .hasSize(VOTES / 3 + 1);
                case EXPORT -> assertThat(Files.readAllLines(out)).as(as).hasSize(ROWS);
                case DEMO, SOLVE, FOLLOW, SERVE, SERVE_HTTP, IMPORT -> assertThat(
                        CommandRun.of("solve", "--cassette", out.toString(), "--json").code()).as(as).isNotEqualTo(1);
            }
        }
        switch (victim) {
            case IMPORT -> require(CommandRun.of("log", "import", events.toString(), log.toString()), 0);
            case SERVE, SERVE_HTTP -> require(CommandRun.of("signals", "generate", "after:all", "--data",
                    log.toString()), 0);
            case EXPORT -> require(CommandRun.of("log", "export", journal.toString(), out.toString(), "--format",
                    "jsonl", "--force"), 0);
            case DECIDE, DECIDE_ENDLESS_INPUT, DEMO, SOLVE, FOLLOW -> {
            }
        }
        if (Files.exists(log)) {
            CommandRun verified = CommandRun.of("log", "verify", log.toString(), "--json");
            assertThat(verified.out()).as(as + verified).contains("\"sound\":true");
        }
        assertThat(strangers(here)).as(as).isEmpty();
    }

    /** Files that nobody named, but for those of the harness and unfinished outputs. */
    private static List<String> strangers(Path here) throws IOException {
        List<String> known = List.of("out", "journal", "stdout", "stderr");
        try (Stream<Path> files = Files.list(here)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !known.contains(name) && !name.endsWith(".part")).toList();
        }
    }

    private void closeOutput(List<String> arguments, String name) throws Exception {
        Path err = folder.resolve(name + ".err");
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=PIPE"));
        command.addAll(HostileProcess.java(arguments));
        Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        try {
            try (InputStream out = process.getInputStream()) {
                assertThat(out.read()).isPositive();
            }
            assertThat(process.waitFor(HostileProcess.MAX_SECONDS, TimeUnit.SECONDS)).as(name).isTrue();
            assertThat(process.exitValue()).as(name).isZero();
            assertThat(Files.readString(err, StandardCharsets.UTF_8)).as(name).isEmpty();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static void require(CommandRun run, int code) {
        assertThat(run.code()).as(run.toString()).isEqualTo(code);
    }
}
