package dev.waggle.journal.userfile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Files that a user names are read up to a limit, and those without an end or content are refused unopened. */
@Timeout(30)
class BoundedFileTest {

    private static final int MAX = 1_000;
    private static final int UNBROKEN = 128 << 20;

    @TempDir
    private Path folder;

    @Test
    void aFileOfTheLargestSizeIsReadAndOneByteMoreIsRefused() throws IOException {
        Path file = folder.resolve("file");
        for (int size : new int[] {0, 1, MAX - 1, MAX}) {
            assertThat(BoundedFile.bytes(Files.write(file, new byte[size]), MAX)).hasSize(size);
        }
        for (int size : new int[] {MAX + 1, 100 * MAX}) {
            refuses(Files.write(file, new byte[size]), "it has more than 1000 bytes");
        }
    }

    @Test
    void aPipeThatEndsIsReadUpToTheSameLimit() throws Exception {
        assertThat(BoundedFile.bytes(pipeOf(MAX), MAX)).hasSize(MAX);
        refuses(pipeOf(MAX + 1), "it has more than 1000 bytes");
    }

    @Test
    void aPipeThatNeverEndsIsLeftAtTheLimit() throws Exception {
        refuses(pipeOf(Long.MAX_VALUE), "it has more than 1000 bytes");
    }

    @Test
    void aDeviceIsRefusedUnlessThisUserCannotMakeOne() throws Exception {
        Path device = folder.resolve("device");
        if (new ProcessBuilder("mknod", device.toString(), "c", "1", "5").start().waitFor() == 0) {
            refuses(device, "it is a device");
            refuses(Files.createSymbolicLink(folder.resolve("to-device"), device), "it is a device");
        }
    }

    @Test
    void foldersAndSocketsAreRefused() throws IOException {
        refuses(folder, "it is a directory");
        refuses(Files.createSymbolicLink(folder.resolve("link"), folder), "it is a directory");
        Path place = folder.resolve("s");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(place));
            refuses(place, "it is a socket");
        }
    }

    @Test
    void aLinkToAFileIsReadAndOneToNothingIsMissing() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");

        assertThat(BoundedFile.text(Files.createSymbolicLink(folder.resolve("a"), file), MAX)).isEqualTo("text");
        Path broken = Files.createSymbolicLink(folder.resolve("b"), folder.resolve("nothing"));
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> BoundedFile.bytes(broken, MAX))
                .satisfies(missing -> assertThat(BoundedFile.reason(missing)).isEqualTo("there is no such file"));
    }

    @Test
    void aFileWithoutPermissionIsReadByTheSuperuserOnly() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        if (Files.isReadable(file)) {
            assertThat(BoundedFile.text(file, MAX)).isEqualTo("text");
        } else {
            assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(() -> BoundedFile.text(file, MAX))
                    .satisfies(denied -> assertThat(BoundedFile.reason(denied)).isEqualTo("it may not be read"));
        }
    }

    @Test
    void bytesThatAreNoTextAreRefused() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[] {'a', (byte) 0xC3, 0x28});

        assertThatExceptionOfType(CharacterCodingException.class).isThrownBy(() -> BoundedFile.text(file, MAX));
    }

    /** Small files are never unpacked: a gzip bomb is a few bytes that are no text. */
    @Test
    void gzipIsNotUnpacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[100_000]);
        }
        Path bomb = Files.write(folder.resolve("bomb.gz"), packed.toByteArray());

        assertThat(BoundedFile.bytes(bomb, MAX)).isEqualTo(packed.toByteArray());
        assertThatExceptionOfType(CharacterCodingException.class).isThrownBy(() -> BoundedFile.text(bomb, MAX));
    }

    @Test
    void linesOfAPipeEndWhereALineDoesNot() throws Exception {
        Path pipe = pipe();
        InputStream in = BoundedFile.lines(new Repeated('x', Long.MAX_VALUE), pipe);
        byte[] block = new byte[1 << 20];

        for (int read = 0; read < UNBROKEN; read += block.length) {
            assertThat(in.readNBytes(block, 0, block.length)).isEqualTo(block.length);
        }
        assertThatThrownBy(() -> in.read(block)).isInstanceOf(FileSystemException.class)
                .hasMessageContaining("it has more than " + UNBROKEN + " bytes without a line break");
    }

    @Test
    void linesThatAreReadByteByByteEndToo() throws Exception {
        InputStream in = BoundedFile.lines(new Repeated('x', Long.MAX_VALUE), pipe());
        for (int i = 0; i < UNBROKEN; i++) {
            if (in.read() != 'x') {
                throw new AssertionError("byte " + i + " is another one");
            }
        }

        assertThatThrownBy(in::read).isInstanceOf(FileSystemException.class).hasMessageContaining("without a line");
    }

    @Test
    void linesOfAPipeThatBreakAreReadToTheEnd() throws Exception {
        InputStream lines = BoundedFile.lines(new Repeated('\n', 3L * UNBROKEN), pipe());
        byte[] block = new byte[1 << 20];
        long read = 0;
        for (int count = lines.read(block); count >= 0; count = lines.read(block)) {
            read += count;
        }
        assertThat(read).isEqualTo(3L * UNBROKEN);
    }

    @Test
    void linesOfAnOrdinaryFileHaveNoLimit() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        InputStream in = new ByteArrayInputStream(new byte[0]);

        assertThat(BoundedFile.lines(in, file)).isSameAs(in);
    }

    private static void refuses(Path file, String reason) {
        assertThatExceptionOfType(FileSystemException.class).isThrownBy(() -> BoundedFile.bytes(file, MAX))
                .satisfies(refusal -> assertThat(BoundedFile.reason(refusal)).isEqualTo(reason));
    }

    private Path pipe() throws Exception {
        Path pipe = Files.createTempDirectory(folder, "p").resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        return pipe;
    }

    /** A pipe into which a thread writes so many bytes, until its reader leaves. */
    private Path pipeOf(long bytes) throws Exception {
        Path pipe = pipe();
        Thread _ = Thread.ofPlatform().daemon().start(() -> {
            try (var out = Files.newOutputStream(pipe)) {
                var _ = new Repeated('x', bytes).transferTo(out);
            } catch (IOException left) {
                // The reader has left at its limit.
            }
        });
        return pipe;
    }

    /** One byte so many times. */
    private static final class Repeated extends InputStream {

        private final byte what;
        private long left;

        Repeated(char what, long count) {
            this.what = (byte) what;
            this.left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? what : -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(left, length);
            Arrays.fill(bytes, from, from + count, what);
            left -= count;
            return count;
        }
    }
}
