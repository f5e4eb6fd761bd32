package dev.waggle.cli.decide;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import dev.waggle.cli.terminal.UserException;

/**
 * A file that is replaced atomically. It is written under another name in the same folder and renamed when it is
 * {@linkplain #commit() committed}. An older file of its name stays until then.
 */
public final class AtomicFile implements AutoCloseable {

    private final Path target;
    private final Path draft;
    private final PrintWriter writer;

    private AtomicFile(Path target, Path draft, PrintWriter writer) {
        this.target = target;
        this.draft = draft;
        this.writer = writer;
    }

    /** Refuses a path at which no file can be written, before any work is done. */
    public static Path checked(String name) {
        try {
            Path path = Path.of(name).toAbsolutePath();
            if (Files.isDirectory(path)) {
                throw new UserException("--out " + name + " is a directory", "Name a file in it.");
            }
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw new UserException("--out " + name + " is not a regular file",
                        "Omit --out and redirect instead.");
            }
            Path real = Files.exists(path) ? path.toRealPath() : path;
            Path folder = folder(real);
            if (!Files.isDirectory(folder)) {
                throw new UserException("--out " + name + ": there is no folder " + folder, "Create it first.");
            }
            if (!Files.isWritable(folder)) {
                throw new UserException("--out " + name + ": no permission to write in " + folder,
                        "Choose another folder.");
            }
            return real;
        } catch (InvalidPathException | IOException wrong) {
            throw new UserException(
                    "--out " + MessageText.quote(name) + " cannot be written (" + wrong.getMessage() + ")",
                    "Choose another path.");
        }
    }

    /** Starts a file that will stand at that path. */
    public static AtomicFile at(Path target) {
        Path draft = folder(target).resolve("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        draft.toFile().deleteOnExit();
        try {
            Files.deleteIfExists(draft);
            return new AtomicFile(target, draft,
                    new PrintWriter(Files.newBufferedWriter(draft, StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw unwritable(target, String.valueOf(failure.getMessage()));
        }
    }

    public PrintWriter writer() {
        return writer;
    }

    /** Gives the file its name. */
    public void commit() {
        writer.close();
        if (writer.checkError()) {
            throw unwritable(target, "the disk may be full");
        }
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw unwritable(target, String.valueOf(failure.getMessage()));
        }
    }

    /** Leaves nothing behind that was not committed. */
    @Override
    public void close() {
        writer.close();
        try {
            Files.deleteIfExists(draft);
        } catch (IOException failure) {
            throw unwritable(target, "its draft " + draft + " is left behind: " + failure.getMessage());
        }
    }

    private static Path folder(Path file) {
        Path folder = file.getParent();
        if (folder == null) {
            throw new UserException("--out " + file + " is a directory", "Name a file in it.");
        }
        return folder;
    }

    private static UserException unwritable(Path target, String reason) {
        return new UserException("could not write " + target + " (" + reason + ")",
                "Nothing was changed; free disk space or choose another path.");
    }
}
