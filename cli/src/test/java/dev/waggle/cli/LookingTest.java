package dev.waggle.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looking needs no right to write: every command that only reads creates, changes and locks nothing, in a folder of any
 * kind. A new command has to be listed here, as one that looks or as one that does not.
 */
class LookingTest {

    private static final String DATA = "{data}";

    /** Commands that write, or that read no folder of signals. */
    private static final Set<String> OTHERS = Set.of("demo", "decide", "eval", "outcome", "solve", "resume", "init",
            "models",
            "mcp", "completion", "man",
            "schema", "help", "answer", "log compact", "log import", "log redact", "log delete",
            "log repair", "signals generate",
            "signals subscribe", "signals unsubscribe", "signals requeue", "signals cancel",
            "recordings add", "recordings mark", "recordings delete",
            "checkpoints delete", "memory add", "memory forget", "memory import", "token create", "token revoke",
            "webhook create", "webhook renew", "webhook delete", "serve");

    /** Commands that list what is there, and find nothing in a folder of another kind. */
    private static final Set<String> LISTS = Set.of("recordings list", "checkpoints list", "token list",
            "webhook list");

    private static final Map<String, List<String>> LOOKS = looks();

    @TempDir
    private static Path home;

    private static Path data;
    private static String recording = "";

    @TempDir
    private Path folder;

    @BeforeAll
    static void fill() {
        data = home.resolve("data");
        String place = data.toString();
        ok(CommandRun.of("signals", "subscribe", "ada", "build:*", "--loud", "--create", "--data", place));
        ok(CommandRun.of("signals", "generate", "build:done", "{\"commit\": 1}", "--data", place));
        ok(CommandRun.fed("propose 0.7 x: X\n", "solve", "Q?", "--seat", "ada", "--data", place));
        ok(CommandRun.of("signals", "generate", "build:failed", "--data", place));
        ok(CommandRun.of("outcome", run(place), "X", "--data", place));
        recording = ok(CommandRun.of("recordings", "add", place, "--data", place)).strip();
        var _ = FileCheckpointStore.open(data, World.system()).save("c1", JsonValue.of(1));
    }

    /** The only run of the folder. */
    private static String run(String place) {
        String opened = ok(CommandRun.of("log", "show", place, "--type", "run:opened", "--json"));
        Matcher run = Pattern.compile("\"run\":\"([^\"]+)\"").matcher(opened);
        assertThat(run.find()).isTrue();
        return run.group(1);
    }

    private static Map<String, List<String>> looks() {
        Map<String, List<String>> looks = new LinkedHashMap<>();
        looks.put("signals list", List.of("--data", DATA));
        looks.put("signals tail", List.of("--data", DATA));
        looks.put("signals subscriptions", List.of("--data", DATA));
        looks.put("signals inbox", List.of("ada", "--data", DATA));
        looks.put("signals dead", List.of("--data", DATA));
        looks.put("signals delayed", List.of("--data", DATA));
        looks.put("log show", List.of(DATA));
        looks.put("log tail", List.of(DATA));
        looks.put("log threads", List.of(DATA));
        looks.put("log tree", List.of(DATA));
        looks.put("log play", List.of(DATA, "--at", "1"));
        looks.put("log verify", List.of(DATA));
        looks.put("log export", List.of(DATA, "-", "--format", "jsonl"));
        looks.put("explain", List.of(DATA));
        looks.put("lens", List.of(DATA + "/signals"));
        looks.put("replay", List.of("--data", DATA));
        looks.put("reputation", List.of("--data", DATA));
        looks.put("memory list", List.of("--data", DATA));
        looks.put("memory search", List.of("x", "--data", DATA));
        looks.put("memory show", List.of(MemoryText.id(null, "X"), "--data", DATA));
        looks.put("memory export", List.of("-", "--data", DATA));
        looks.put("memory stats", List.of("--data", DATA));
        looks.put("token list", List.of("--data", DATA));
        looks.put("webhook list", List.of("--data", DATA));
        looks.put("recordings list", List.of("--data", DATA));
        looks.put("checkpoints list", List.of("--data", DATA));
        looks.put("checkpoints show", List.of("c1", "--data", DATA));
        return looks;
    }

    @Test
    void everyCommandIsListedAsOneThatLooksOrNot() {
        assertThat(ListArgumentsTest.leaves(CommandTree.root())
                .map(command -> command.getCommandSpec().qualifiedName().substring("waggle ".length())))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(LOOKS.keySet().stream(), OTHERS.stream()).toList());
    }

    @Test
    void looksWithoutTheRightToWrite() throws IOException {
        Map<String, String> shown = looked(data);
        setWritable(data, false);
        try {
            assertThat(looked(data)).isEqualTo(shown);
        } finally {
            setWritable(data, true);
        }
    }

    @Test
    void looksWhereNoLockCanBeMade() throws IOException {
        Map<String, String> shown = looked(data);
        Path copy = copy(data, folder.resolve("data"));
        for (Path lock : tree(copy).keySet().stream().map(copy::resolve)
                .filter(path -> path.endsWith(".lock")).toList()) {
            Files.delete(lock);
            Files.createDirectory(lock);
        }
        assertThat(CommandRun.of("signals", "generate", "a", "--data", copy.toString()).code()).isEqualTo(2);

        Map<String, String> locked = looked(copy);

        assertThat(locked.keySet()).isEqualTo(shown.keySet());
        locked.forEach((name, out) -> assertThat(out.replace(copy.toString(), data.toString())).as(name)
                .isEqualTo(shown.get(name)));
    }

    @Test
    void looksBesideAWriter() {
        Map<String, String> shown = looked(data);
        try (SignalService writer = SignalService.open(data, SignalServiceConfig.defaults(), World.system());
                FileJournal recorder = FileJournal.open(data.resolve("recordings").resolve(recording))) {
            assertThat(writer.inboxes().isKnown("ada")).isTrue();
            assertThat(recorder.lastSequence()).isPositive();
            assertThat(looked(data)).isEqualTo(shown);
        }
    }

    @Test
    void sayInOneLineThatAFolderIsEmptyForeignMissingOrAFile() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        Files.writeString(foreign.resolve("notes.txt"), "buy milk\n");
        Files.createDirectory(foreign.resolve("src"));
        Path file = Files.writeString(folder.resolve("file"), "buy milk\n", StandardCharsets.UTF_8);
        SortedMap<String, String> before = tree(folder);

        for (Path place : List.of(empty, foreign, file, folder.resolve("missing"), file.resolve("below"))) {
            LOOKS.forEach((name, args) -> {
                CommandRun run = look(name, args, place);
                if (run.code() == 0) {
                    assertThat(LISTS).as("%s of %s: %s", name, place, run).contains(name);
                } else {
                    assertThat(run.code()).as("%s of %s: %s", name, place, run).isEqualTo(2);
                    assertThat(run.err()).as("%s of %s", name, place).startsWith("waggle: ").hasLineCount(1);
                    assertThat(run.out()).as("%s of %s", name, place).isEmpty();
                }
            });
        }
        assertThat(tree(folder)).isEqualTo(before);
    }

    @Test
    void aRefusedCommandLeavesNothingBehind() {
        String none = folder.resolve("none").toString();
        String missing = folder.resolve("missing.jsonl").toString();
        for (List<String> args : List.of(List.of("signals", "subscribe", "ada", "build:*", "--data", none),
                List.of("signals", "subscribe", "ada", " ", "--create", "--data", none),
                List.of("signals", "subscribe", " ", "build:*", "--create", "--data", none),
                List.of("signals", "subscribe", "a\u0007b", "build:*", "--create", "--data", none),
                List.of("signals", "subscribe", "x".repeat(600), "build:*", "--create", "--data", none),
                List.of("signals", "subscribe", "ada", "a", "--create", "--loud", "--silent", "--data", none),
                List.of("signals", "subscribe", "ada", "a", "--create", "--wait", "-1", "--data", none),
                List.of("signals", "subscribe", "ada", "a", "--create", "--nonsense", "--data", none),
                List.of("signals", "unsubscribe", "ada", "a", "--data", none),
                List.of("signals", "requeue", "ada", "--data", none),
                List.of("signals", "requeue", "ada", "x", "--data", none),
                List.of("signals", "generate", " ", "--data", none),
                List.of("signals", "generate", "a\u0007b", "--data", none),
                List.of("signals", "generate", "a", "{", "--data", none),
                List.of("signals", "generate", "a", "--source", "elf", "--data", none),
                List.of("signals", "generate", "a", "--wait", "x", "--data", none),
                List.of("signals", "inbox", "ada", "--take", "--data", none),
                List.of("solve", "Q?", "--data", none), List.of("solve", "Q?", "--log", none),
                List.of("solve", "Q?", "--seat", "a", "--seat", "a", "--data", none),
                List.of("solve", "Q?", "--seat", "a", "--max-rounds", "0", "--log", none),
                List.of("solve", "Q?", "--seat", "a", "--veto", "b", "--log", none),
                List.of("solve", "Q?", "--seat", "a", "--wait", "-1", "--log", none),
                List.of("solve", "--play", missing, "--log", none), List.of("demo", "nothing", "--log", none),
                List.of("resume", "run", "--data", none), List.of("resume", "--log", none),
                List.of("recordings", "add", missing, "--data", none),
                List.of("recordings", "mark", "rec_x", "m", "--data", none),
                List.of("recordings", "delete", "rec_x", "--data", none),
                List.of("checkpoints", "delete", "c", "--data", none), List.of("log", "compact", none),
                List.of("log", "import", missing, none), List.of("log", "import", "-", none, "--format", "x"),
                List.of("log", "export", none, missing))) {
            CommandRun run = CommandRun.of(args.toArray(String[]::new));

            assertThat(run.code()).as("%s: %s", args, run).isEqualTo(2);
            assertThat(folder).as("%s", args).isEmptyDirectory();
        }
    }

    /** The output of each command; checks that none of them changes anything. */
    private static Map<String, String> looked(Path place) {
        Map<String, String> shown = new LinkedHashMap<>();
        SortedMap<String, String> before = tree(place);
        LOOKS.forEach((name, args) -> {
            CommandRun run = look(name, args, place);
            assertThat(run.code()).as("%s: %s", name, run).isZero();
            assertThat(tree(place)).as(name).isEqualTo(before);
            shown.put(name, run.out());
        });
        return shown;
    }

    private static CommandRun look(String name, List<String> args, Path place) {
        return CommandRun.of(Stream.concat(Stream.of(name.split(" ", -1)), args.stream())
                .map(word -> word.replace(DATA, place.toString())).toArray(String[]::new));
    }

    private static String ok(CommandRun run) {
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out();
    }

    /** Every path below that one, with its kind, length, time and content. */
    private static SortedMap<String, String> tree(Path place) {
        try (Stream<Path> paths = Files.walk(place)) {
            SortedMap<String, String> all = new TreeMap<>();
            for (Path path : paths.toList()) {
                String content = Files.isDirectory(path)
                        ? "folder"
                        : new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
                all.put(place.relativize(path).toString(), Files.getLastModifiedTime(path) + " " + content);
            }
            return all;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
        return to;
    }

    private static void setWritable(Path place, boolean isWritable) throws IOException {
        try (Stream<Path> paths = Files.walk(place)) {
            for (Path path : paths.toList()) {
                Set<PosixFilePermission> may = PosixFilePermissions
                        .fromString(Files.isDirectory(path) ? "r-xr-xr-x" : "r--r--r--");
                Set<PosixFilePermission> all = new HashSet<>(may);
                if (isWritable) {
                    all.add(PosixFilePermission.OWNER_WRITE);
                }
                var _ = Files.setPosixFilePermissions(path, all);
            }
        }
    }
}
