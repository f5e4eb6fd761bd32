package dev.waggle.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.waggle.cli.BrokenOutput;
import dev.waggle.cli.CommandRun;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** One policy for every file that a command makes. */
class OutputPolicyTest {

    @TempDir
    private Path folder;

    private Path votes = Path.of("");
    private Path journal = Path.of("");
    private Path play = Path.of("");

    /** The commands that make a file, with OUT in its place. */
    enum Maker {
        DECIDE("decide VOTES --csv --out OUT"), INIT("init OUT"), EXPORT("log export JOURNAL OUT --format jsonl"),
        CASSETTE("log export JOURNAL OUT"), RECORD("solve --play PLAY --record OUT");

        private final String line;

        Maker(String line) {
            this.line = line;
        }

        boolean isSecret() {
            return this != DECIDE && this != INIT;
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        Path inputs = Files.createDirectory(folder.resolve("inputs"));
        votes = Files.writeString(inputs.resolve("v.csv"), "item,agent,answer\n1,a,X\n1,b,X\n");
        play = Files.writeString(inputs.resolve("play.txt"),
                "task: Which?\nseat: a\nseat: b\n\n@a\npropose 0.9 x: X\n\n@b\npropose 0.9 y: Y\n");
        journal = inputs.resolve("journal");
        assertThat(CommandRun.of("solve", "--play", play.toString(), "--log", journal.toString()).code()).isIn(0, 3);
    }

    @ParameterizedTest
    @EnumSource
    void writesAnAbsentFile(Maker maker) throws IOException {
        Path out = folder.resolve("out");

        assertThat(made(maker, out.toString()).code()).isIn(0, 3);

        assertThat(out).isNotEmptyFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)).equals("rw-------"))
                .isEqualTo(maker.isSecret());
        assertNothingElse("out");
    }

    @ParameterizedTest
    @EnumSource
    void replacesAnExistingFileOnlyByForce(Maker maker) throws IOException {
        Path out = Files.writeString(folder.resolve("out"), "precious");

        CommandRun refused = made(maker, out.toString());

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).isEqualTo("waggle: there is a file " + out
                + " already, and it is not overwritten - Name another file, or add --force.\n");
        assertThat(out).hasContent("precious");
        assertThat(made(maker, out.toString(), "--force").code()).isIn(0, 3);
        assertThat(Files.readString(out)).isNotEqualTo("precious");
        assertNothingElse("out");
    }

    @ParameterizedTest
    @EnumSource
    void replacesNeitherDevicesNorSocketsNorFolders(Maker maker) throws Exception {
        Path device = folder.resolve("device");
        Path socket = folder.resolve("socket");
        Path inner = Files.createDirectory(folder.resolve("inner"));
        boolean isRoot = new ProcessBuilder("mknod", device.toString(), "c", "1", "3").start().waitFor() == 0;
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket));
            for (Path place : isRoot ? List.of(device, socket, inner) : List.of(socket, inner)) {
                Object before = Files.getAttribute(place, "unix:mode");
                refuses(maker, place.toString(), place.equals(inner) ? "is a directory" : "which is never replaced");
                assertThat(Files.getAttribute(place, "unix:mode")).isEqualTo(before);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsLinks(Maker maker) throws IOException {
        Path real = Files.writeString(folder.resolve("real"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));
        Path circle = Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));

        refuses(maker, link.toString(), "already");
        refuses(maker, dangling.toString(), "is a link to a file that does not exist");
        refuses(maker, circle.toString(), "is a link in a circle");
        assertThat(made(maker, link.toString(), "--force").code()).isIn(0, 3);

        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).isNotEqualTo("precious");
        assertNothingElse("real", "link", "dangling", "circle");
    }

    @ParameterizedTest
    @EnumSource
    void neverReplacesItsInput(Maker maker) throws IOException {
        if (maker == Maker.INIT) {
            return;
        }
        Path input = switch (maker) {
            case DECIDE -> votes;
            case RECORD -> play;
            case INIT, EXPORT, CASSETTE -> journal.resolve("events.jsonl");
        };
        byte[] before = Files.readAllBytes(input);
        refuses(maker, input.toString(), "this command");
        if (maker == Maker.DECIDE || maker == Maker.RECORD) {
            refuses(maker, Files.createLink(folder.resolve("hard"), input).toString(), "never overwritten");
        }
        refuses(maker, Files.createSymbolicLink(folder.resolve("soft"), input).toString(), "this command");
        assertThat(input).hasBinaryContent(before);
    }

    @Test
    void aFolderThatTheSolveMakesIsNoPlaceForItsRecording() throws IOException {
        String both = folder.resolve("both").toString();
        for (String[] folders : new String[][] {{"--log", both}, {"--data", both}, {"--log", both + "/inner"}}) {
            refuses(Maker.RECORD, both, "is used by this command", folders);
        }
        assertNothingElse();
    }

    @ParameterizedTest
    @EnumSource
    void writesToPipesAndStreamsOrRefusesThem(Maker maker) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        if (maker == Maker.RECORD) {
            refuses(maker, pipe.toString(), "is a stream, and a recording is kept in a file");
            refuses(maker, "-", "is a stream");
            refuses(maker, "/dev/stdout", "is a stream");
        } else {
            try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
                    RandomAccessFile _ = new RandomAccessFile(pipe.toFile(), "rw")) {
                Future<Integer> first = readers.submit(() -> Files.newInputStream(pipe).read());
                assertThat(made(maker, pipe.toString()).code()).isIn(0, 3);
                assertThat(first.get()).isPositive();
            }
            String screen = made(maker, "-").out();
            assertThat(screen).isNotEmpty();
            assertThat(made(maker, "/dev/stdout").out()).isEqualTo(screen);
            assertThat(made(maker, "/proc/self/fd/1").out()).isEqualTo(screen);
        }
        assertThat(Files.readAttributes(pipe, "isOther", LinkOption.NOFOLLOW_LINKS)).containsEntry("isOther", true);
        assertNothingElse("pipe");
    }

    @ParameterizedTest
    @EnumSource
    void takesNamesOfEveryLength(Maker maker) throws IOException {
        for (String name : List.of("r", "ä".repeat(127), "r".repeat(255))) {
            assertThat(made(maker, folder.resolve(name).toString()).code()).isIn(0, 3);
            Files.delete(folder.resolve(name));
        }
        refuses(maker, folder.resolve("r".repeat(300)).toString(), "cannot be written");
        refuses(maker, "", "names no file or folder");
        refuses(maker, "  ", "names no file or folder");
        refuses(maker, folder.resolve("a\nb").toString(), "is no name for a file");
        refuses(maker, folder.resolve("no/out").toString(), "there is no folder");
        assertNothingElse();
    }

    @ParameterizedTest
    @EnumSource
    void aClosedOutputIsOneErrorWithItsCode(Maker maker) {
        if (maker == Maker.RECORD) {
            return;
        }
        StringWriter errors = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(new BrokenOutput()), new PrintWriter(errors),
                TextStyle.PLAIN, false);

        assertThat(CommandRun.on(screen, arguments(maker, "-"))).isEqualTo(2);

        assertThat(errors.toString().lines().filter(line -> line.contains("output"))).hasSize(1);
    }

    @Test
    void emptyNamesOfFoldersAndFilesAreRefused() {
        for (String option : List.of("--log", "--data", "--record", "--cassette", "--config", "--models-file",
                "--tools", "--replay", "--learn")) {
            CommandRun run = CommandRun.of("solve", "Q?", "--seat", "a", option, "");
            assertThat(run.code()).as(option).isEqualTo(2);
            assertThat(run.err()).contains(option + " \"\" names no file or folder").hasLineCount(1);
        }
        assertThat(CommandRun.of("signals", "inbox", "a", "--data", " ").err()).contains("names no file or folder");
        assertThat(CommandRun.of("log", "show", "").err()).contains("JOURNAL \"\" names no file or folder");
    }

    @Test
    void anExportedCassetteHasASummaryAsJson() {
        CommandRun run = CommandRun.of("log", "export", journal.toString(), folder.resolve("c.jsonl").toString(),
                "--json");

        assertThat(run.code()).isZero();
        assertThat(JsonText.read(run.out())).isInstanceOf(JsonValue.Obj.class);
        assertThat(run.out()).contains("\"format\":\"cassette\"", "\"run\":\"solve_", "c.jsonl\"");
    }

    @Test
    void aDashIsNoFolder() {
        for (String option : List.of("--log", "--data", "--learn")) {
            CommandRun run = CommandRun.of("solve", "Q?", "--seat", "a", option, "-");
            assertThat(run.code()).as(option).isEqualTo(2);
            assertThat(run.err()).contains(option + " \"-\" names no folder").hasLineCount(1);
        }
        assertThat(CommandRun.of("recordings", "add", journal.toString(), "--data", "-").err())
                .contains("--data \"-\" names no folder");
        assertThat(CommandRun.of("log", "import", "-", "-").err()).contains("FOLDER \"-\" names no folder");
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    void anImportWithoutSignalsLeavesNoFolderBehind() throws IOException {
        Path zeros = Files.write(folder.resolve("zeros"), new byte[5_000]);
        Path empty = Files.createFile(folder.resolve("empty"));
        Path target = folder.resolve("no/such/folder");

        CommandRun refused = CommandRun.of("log", "import", "--json", zeros.toString(), target.toString());
        CommandRun nothing = CommandRun.of("log", "import", empty.toString(), target.toString());

        assertThat(refused.out()).contains("\"imported\":0", "\"refused\":1");
        assertThat(nothing.out()).startsWith("0 signals imported");
        assertThat(folder.resolve("no")).doesNotExist();
    }

    private void refuses(Maker maker, String out, String reason, String... options) {
        CommandRun refused = made(maker, out, options);
        assertThat(refused.code()).as(refused.toString()).isEqualTo(2);
        assertThat(refused.err()).contains(reason).hasLineCount(1);
    }

    private void refuses(Maker maker, String out, String reason) {
        for (String[] more : new String[][] {{}, {"--force"}}) {
            if (reason.equals("already") && more.length > 0) {
                continue;
            }
            CommandRun run = made(maker, out, more);
            assertThat(run.code()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("waggle: ").contains(reason).hasLineCount(1);
            assertThat(run.out()).isEmpty();
        }
    }

    private CommandRun made(Maker maker, String out, String... more) {
        return CommandRun.of(Stream.concat(Stream.of(arguments(maker, out)), Stream.of(more)).toArray(String[]::new));
    }

    private String[] arguments(Maker maker, String out) {
        return Stream.of(maker.line.split(" ", -1)).map(word -> switch (word) {
            case "VOTES" -> votes.toString();
            case "JOURNAL" -> journal.toString();
            case "PLAY" -> play.toString();
            case "OUT" -> out;
            default -> word;
        }).toArray(String[]::new);
    }

    private void assertNothingElse(String... expected) throws IOException {
        List<String> all = new ArrayList<>(List.of(expected));
        all.add("inputs");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(all);
        }
    }
}
