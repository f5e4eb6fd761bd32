package dev.waggle.server.access;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;

import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.journal.userfile.PrivateFile;

/** File with one random secret, which its owner alone can read. */
public final class SecretFile {

    /** Largest file: the secret with a line break. */
    private static final int MAX_BYTES = 200;

    private SecretFile() {}

    /**
     * The 32 bytes of the secret in that file; a missing file is created with a new one.
     *
     * @throws IllegalArgumentException when other users may read the file, or it holds no such secret
     * @throws UncheckedIOException when it cannot be read or created
     */
    public static byte[] readOrCreate(Path file) {
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                create(file);
            }
            PrivateFile.require(file, "secret file");
            String text = BoundedFile.text(file, MAX_BYTES).strip();
            if (!text.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("the secret file " + file + " must hold 64 hexadecimal digits"
                        + "\nMaybe delete it; what was signed with the old secret is not valid any more.");
            }
            return HexFormat.of().parseHex(text);
        } catch (IOException failed) {
            throw new UncheckedIOException("the secret file " + file + " cannot be used: "
                    + BoundedFile.reason(failed), failed);
        }
    }

    private static void create(Path file) throws IOException {
        JournalDisk.real().createDurably(Objects.requireNonNull(file.toAbsolutePath().getParent(), "parent"));
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.OWNER)) {
            OutputStream out = whole.stream();
            out.write((RandomSecret.next() + '\n').getBytes(StandardCharsets.UTF_8));
            whole.commit();
        }
    }
}
