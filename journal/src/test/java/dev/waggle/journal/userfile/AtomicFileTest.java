package dev.waggle.journal.userfile;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Output never destroys: absent and ordinary files alone are written, whole or not at all. */
class AtomicFileTest {

    @TempDir
    private Path folder;

    @Test
    void aFileAppearsWholeAtTheEnd() throws IOException {
        Path file = folder.resolve("a");
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.USUAL)) {
            whole.stream().write(bytes("new"));
            assertThat(file).doesNotExist();
            whole.commit();
        }
        assertThat(file).hasContent("new");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void anAbandonedFileLeavesTheOldOne() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old");
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.USUAL)) {
            whole.stream().write(bytes("half"));
        }
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void namesMayHaveEveryLength() {
        for (String name : List.of("r", "ab", "é", "r".repeat(251), "r".repeat(255), "é".repeat(127))) {
            write(folder.resolve(name), "x");
            assertThat(folder.resolve(name)).hasContent("x");
        }
        refuses(folder.resolve("r".repeat(256)), "cannot be written");
    }

    @Test
    void foldersDevicesSocketsAndLinksToThemAreRefused() throws Exception {
        refuses(folder, "is a directory");
        refuses(Path.of("/"), "is a directory");
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        refuses(link, "is a directory");
        Path device = folder.resolve("device");
        boolean isRoot = isDone("mknod", device.toString(), "c", "1", "3");
        if (!isRoot) {
            return;
        }
        refuses(device, "a device, which is never replaced");
        refuses(Files.createSymbolicLink(folder.resolve("to-device"), device), "a device");
        assertThat(FileKind.of(device)).isEqualTo(FileKind.DEVICE);
    }

    @Test
    void aSocketIsRefused() throws IOException {
        Path place = folder.resolve("s");
        try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(place));
            refuses(place, "a socket");
        }
    }

    @Test
    void aLinkToAFileStaysAndTheFileBehindItIsReplaced() throws IOException {
        Path file = Files.writeString(folder.resolve("real"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
        write(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
        assertThat(OutputTarget.of(link).isReplacing()).isTrue();
    }

    @Test
    void linksToNothingAndCirclesAreRefused() throws IOException {
        refuses(Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere")),
                "is a link to a file that does not exist");
        Files.createSymbolicLink(folder.resolve("one"), Path.of("two"));
        refuses(Files.createSymbolicLink(folder.resolve("two"), Path.of("one")), "is a link in a circle");
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void aPipeIsWrittenToAndStaysAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(isDone("mkfifo", pipe.toString())).isTrue();
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> read = readers.submit(() -> Files.readString(pipe));
            write(pipe, "through");
            assertThat(read.get()).isEqualTo("through");
        }
        assertThat(FileKind.of(pipe)).isEqualTo(FileKind.PIPE);
        assertThat(names()).containsExactly("pipe");
    }

    @Test
    void theStandardStreamsAreKnownByAllTheirNames() throws IOException {
        for (String name : List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/./stdout",
                "/proc/" + ProcessHandle.current().pid() + "/fd/1")) {
            assertThat(OutputTarget.of(Path.of(name)).kind()).as(name).isEqualTo(OutputTarget.Kind.STANDARD_OUTPUT);
        }
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/stderr"));
        assertThat(OutputTarget.of(link).kind()).isEqualTo(OutputTarget.Kind.STANDARD_ERROR);
        Path streams = Files.createSymbolicLink(folder.resolve("streams"), Path.of("/dev/fd"));
        assertThat(OutputTarget.of(streams.resolve("1")).kind()).isEqualTo(OutputTarget.Kind.STANDARD_OUTPUT);
        refuses(Path.of("/dev/stdin"), "is no stream that is open for output");
        refuses(Path.of("/dev/fd/987654"), "is no stream that is open for output");
    }

    @Test
    void anOpenFileIsNoStreamForOutputUnlessItWasOpenedForIt() throws IOException {
        Path numbers = Path.of("/proc/self/fd");
        assertThat(numbers).isDirectory();
        Path file = Files.writeString(folder.resolve("precious"), "kept");
        try (InputStream _ = Files.newInputStream(file); Stream<Path> open = Files.list(numbers)) {
            List<Path> readers = open.filter(number -> isSame(number, file)).toList();
            assertThat(readers).hasSize(1);
            refuses(readers.getFirst(), "is no stream that is open for output");
        }
        try (FileOutputStream _ = new FileOutputStream(file.toFile(), true); Stream<Path> open = Files.list(numbers)) {
            for (Path number : open.filter(one -> isSame(one, file)).toList()) {
                write(number, "+");
            }
        }
        assertThat(file).hasContent("kept+");
    }

    @Test
    void aFileThatCameMeanwhileIsNotReplaced() throws IOException {
        Path file = folder.resolve("a");
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.USUAL)) {
            whole.stream().write(bytes("mine"));
            Files.writeString(file, "theirs");
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(whole::commit)
                    .withMessageContaining("another program made a file of that name meanwhile");
        }
        assertThat(file).hasContent("theirs");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void aFileThatBecameAPipeIsNotReplaced() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "old");
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.USUAL)) {
            Files.delete(file);
            assertThat(isDone("mkfifo", file.toString())).isTrue();
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(whole::commit)
                    .withMessageContaining("it is a pipe now");
        }
        assertThat(FileKind.of(file)).isEqualTo(FileKind.PIPE);
    }

    @Test
    void privateFilesBelongToTheirOwnerAloneAndOthersKeepTheirPermissions() throws IOException {
        Path open = Files.writeString(folder.resolve("open"), "old");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-r--"));
        write(open, "new");
        assertThat(permissions(open)).isEqualTo("rw-rw-r--");

        for (Path file : List.of(open, folder.resolve("secret"))) {
            try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.OWNER)) {
                whole.commit();
            }
            assertThat(permissions(file)).isEqualTo("rw-------");
        }
    }

    @Test
    void aFullDiskIsOneErrorAndNothingIsChanged() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old");
        OutputTarget target = OutputTarget.of(file);
        try (AtomicFile whole = AtomicFile.open(target, FileAccess.USUAL, FullDisk::new)) {
            var text = new PrintWriter(whole.stream(), false, StandardCharsets.UTF_8);
            text.print("x".repeat(200_000));
            text.flush();
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(whole::commit)
                    .withMessageContaining("No space left on device");
        }
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void draftsOfEndedProcessesAreDeletedByTheNextWriterOfTheSameFile() throws IOException {
        Path file = folder.resolve("a");
        Path mine = DraftName.create(file);
        Path dead = Files.writeString(ended(mine), "half");
        Path other = Files.writeString(ended(DraftName.create(folder.resolve("b"))), "half");
        Path recent = Files.writeString(Path.of(dead.toString().replace("-0.part", "-7.part")), "half");
        Files.setLastModifiedTime(dead, FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));

        write(file, "new");

        assertThat(dead).doesNotExist();
        assertThat(List.of(mine, other, recent)).allMatch(Files::exists);
        assertThat(file).hasContent("new");
    }

    /** A draft that a process with that name would have left: no process has the number 0. */
    private static Path ended(Path draft) {
        String name = draft.getFileName().toString();
        return draft.resolveSibling(name.replaceFirst("\\.[0-9]+-[0-9]+-", ".0-1-"));
    }

    @Test
    void anotherNameOfTheSameFileIsFound() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "x");
        Path hard = Files.createLink(folder.resolve("hard"), file);
        Path soft = Files.createSymbolicLink(folder.resolve("soft"), file);
        assertThat(OutputTarget.of(hard).isSameAs(file)).isTrue();
        assertThat(OutputTarget.of(soft).isSameAs(hard)).isTrue();
        assertThat(OutputTarget.of(folder.resolve("b")).isSameAs(file)).isFalse();
        assertThat(OutputTarget.of(file).isSameAs(folder.resolve("b"))).isFalse();
    }

    private static void write(Path file, String text) {
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.USUAL)) {
            whole.stream().write(bytes(text));
            whole.commit();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void refuses(Path file, String reason) {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> OutputTarget.of(file))
                .withMessageContaining(reason).withMessageContaining("\n");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException closed) {
            return false;
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isDone(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private static final class FullDisk extends FileOutputStream {

        FullDisk(Path file) throws IOException {
            super(file.toFile());
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            throw new IOException("No space left on device");
        }
    }
}
