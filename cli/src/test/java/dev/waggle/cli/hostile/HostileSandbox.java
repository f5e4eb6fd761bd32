package dev.waggle.cli.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import dev.waggle.cli.CommandRun;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A folder with a file of every kind. Pipes have a partner: one is fed zeros without end, one text without end, and one
 * is drained. Devices are nodes of its own, where the user may make them.
 */
final class HostileSandbox implements AutoCloseable {

    private static final String EPISODE = """
            {"id":"e1","task":{"question":"Which?","options":["x","y"],"gold":"A"},"agents":[{"id":"a"},{"id":"b"}],\
            "events":[{"seq":1,"round":1,"agent":"a","type":"answer","answer":"A","text":"so"},\
            {"seq":2,"round":1,"agent":"b","type":"answer","answer":"A","text":"too"}]}
            """;

    private final Path root;
    private final RandomAccessFile zeros;
    private final RandomAccessFile texts;
    private final RandomAccessFile drained;
    private final ServerSocketChannel socket;

    private HostileSandbox(Path root, RandomAccessFile zeros, RandomAccessFile texts, RandomAccessFile drained,
            ServerSocketChannel socket) {
        this.root = root;
        this.zeros = zeros;
        this.texts = texts;
        this.drained = drained;
        this.socket = socket;
    }

    static HostileSandbox create(Path root) throws IOException, InterruptedException {
        Files.createDirectories(root);
        text(root, "votes.csv", "item,agent,answer,confidence\n1,a,X,0.5\n1,b,X,1\n2,a,Y,0.1\n");
        Files.write(root.resolve("votes.csv.gz"), gzip("item,agent,answer\n1,a,X\n1,b,X\n"));
        text(root, "play.txt", "task: Which?\nseat: a\nseat: b\n\n@a\npropose 0.9 x: X\n\n@b\npropose 0.9 y: Y\n");
        text(root, "episodes.jsonl", EPISODE);
        text(root, "swarm.yaml", "limits: {maxRounds: 1}\nmodels: [lab:m]\n");
        text(root, "models.json",
                "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \"http://127.0.0.1:1/v1\","
                        + " \"keyFile\": \"" + root.resolve("key") + "\"}}}");
        text(root, "key", "sk-hostile-0123456789");
        text(root, "tools.json", "{\"mcpServers\": {}}");
        text(root, "values.jsonl", "{\"id\":\"a\",\"type\":\"b\",\"source\":{\"type\":\"system\"},\"createdAt\":1}\n");
        text(root, "empty", "");
        text(root, "deep.json", "[".repeat(200_000));
        text(root, "deep.yaml", "a: " + "[".repeat(50_000));
        text(root, "long-line", "x".repeat(2 << 20));
        text(root, "precious.txt", "precious");
        text(root, "escapes.csv", "item,agent,answer\n\u001b[31m1,a,\u009b2J\u202eX\n");
        Files.write(root.resolve("noise"), noise());
        Files.write(root.resolve("bomb.gz"), gzip("\0".repeat(20 << 20)));
        Files.write(root.resolve("cut.gz"), Arrays.copyOf(gzip("item,agent,answer\n".repeat(99)), 40));
        Files.createDirectory(root.resolve("folder"));
        Files.createDirectory(root.resolve("locked-folder"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("---------")));
        Files.setPosixFilePermissions(text(root, "unreadable", "x"), PosixFilePermissions.fromString("---------"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("precious.txt"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(root.resolve("circle"), Path.of("circle"));
        Files.createLink(root.resolve("hard-link"), root.resolve("precious.txt"));
        text(root, "übung.txt", "x");
        text(root, "r".repeat(255), "x");
        text(root, "a\nb\u001b[31m", "x");
        require("mkfifo", root.resolve("zeros").toString(), root.resolve("texts").toString(),
                root.resolve("drained").toString());
        var _ = new ProcessBuilder("mknod", root.resolve("zero-device").toString(), "c", "1", "5")
                .redirectErrorStream(true).start().waitFor();
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        socket.bind(UnixDomainSocketAddress.of(root.resolve("socket")));
        require(CommandRun.of("solve", "--play", root.resolve("play.txt").toString(), "--log",
                root.resolve("journal").toString(), "--record", root.resolve("cassette.jsonl").toString(),
                "--exit-zero"));
        require(CommandRun.of("signals", "generate", "a:b", "--data", root.resolve("data").toString()));
        HostileSandbox sandbox = new HostileSandbox(root, pipe(root, "zeros"), pipe(root, "texts"),
                pipe(root, "drained"), socket);
        sandbox.feed(sandbox.zeros, new byte[1 << 12]);
        sandbox.feed(sandbox.texts, "x".repeat(1 << 12).getBytes(StandardCharsets.UTF_8));
        sandbox.drain();
        return sandbox;
    }

    Path root() {
        return root;
    }

    /** Names that a command may read. */
    List<String> sources() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.map(Path::toString).filter(name -> !name.endsWith("drained")).sorted().toList();
        }
    }

    /** Names that a command may write. A pipe that is fed would be read by nobody. */
    List<String> targets() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.map(Path::toString).filter(name -> !name.endsWith("zeros") && !name.endsWith("texts")).sorted()
                    .toList();
        }
    }

    /** Every file with its kind, permissions and content. */
    Map<String, String> snapshot() throws IOException {
        Map<String, String> found = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                found.put(folder.toString(), "folder " + mode(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String content = attributes.isRegularFile() && Files.isReadable(file)
                        ? Arrays.hashCode(Files.readAllBytes(file)) + " " + attributes.size()
                        : attributes.isSymbolicLink() ? Files.readSymbolicLink(file).toString() : "";
                found.put(file.toString(), mode(file) + " " + content);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                found.put(file.toString(), "unreadable");
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    @Override
    public void close() throws IOException {
        Files.setPosixFilePermissions(root.resolve("locked-folder"), PosixFilePermissions.fromString("rwx------"));
        try (zeros; texts; drained; socket) {
            drained.write('.');
        }
    }

    private static Object mode(Path file) throws IOException {
        return Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    /** Opened for both directions, so that neither this nor the command waits for a partner. */
    private static RandomAccessFile pipe(Path root, String name) throws IOException {
        return new RandomAccessFile(root.resolve(name).toFile(), "rw");
    }

    private void feed(RandomAccessFile pipe, byte[] bytes) {
        Thread.ofPlatform().daemon().name("feeder").start(() -> {
            try {
                while (true) {
                    pipe.write(bytes);
                }
            } catch (IOException closed) {
                // The sandbox is closed.
            }
        });
    }

    private void drain() {
        Thread.ofPlatform().daemon().name("drain").start(() -> {
            byte[] buffer = new byte[1 << 12];
            try (InputStream in = Files.newInputStream(root.resolve("drained"))) {
                int read = 0;
                while (read >= 0) {
                    read = in.read(buffer);
                }
            } catch (IOException closed) {
                // The sandbox is closed.
            }
        });
    }

    private static Path text(Path root, String name, String text) throws IOException {
        return Files.writeString(root.resolve(name), text);
    }

    private static byte[] noise() {
        byte[] bytes = new byte[1000];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void require(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }

    private static void require(CommandRun run) {
        assertThat(run.code()).as(run.toString()).isZero();
    }
}
