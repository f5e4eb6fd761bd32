package dev.waggle.journal.userfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalInt;

import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Place that a user names for output, looked at and not yet opened. Nothing but an absent file or an ordinary one is
 * ever created or replaced.
 *
 * <pre>
 *   absent                       created; not if somebody else creates it first
 *   an ordinary file             replaced at the end, whole or not at all
 *   a link to an ordinary file   the file behind it is replaced, the link stays
 *   a link to nothing, a loop    refused
 *   /dev/stdout, /dev/fd/N       written to
 *   a named pipe                 written to
 *   a folder, device or socket   refused
 * </pre>
 */
public final class OutputTarget {

    /** Links that are followed, as on Linux. */
    private static final int MAX_LINKS = 40;

    private final Path named;
    private final Path place;
    private final Kind kind;

    private OutputTarget(Path named, Path place, Kind kind) {
        this.named = named;
        this.place = place;
        this.kind = kind;
    }

    /** Kind of a place. */
    public enum Kind {
        /** No file has that name. */
        ABSENT,
        /** An ordinary file, perhaps behind a link. */
        FILE,
        /** A pipe, or another open stream. */
        PIPE,
        /** The standard output. */
        STANDARD_OUTPUT,
        /** The standard error output. */
        STANDARD_ERROR
    }

    /**
     * Looks at a place.
     *
     * @throws UncheckedIOException when no output can go there; the second line of the message is the remedy
     */
    public static OutputTarget of(Path named) {
        try {
            return found(named, named.toAbsolutePath());
        } catch (IOException unreadable) {
            String reason = unreadable instanceof FileSystemException failed && failed.getReason() != null
                    ? failed.getReason()
                    : unreadable.getClass().getSimpleName();
            throw refused(named, "cannot be written: " + reason, "Choose another path.", unreadable);
        }
    }

    /** The path as the user wrote it. */
    public Path named() {
        return named;
    }

    /** The absolute path that is written, behind all links. */
    public Path place() {
        return place;
    }

    public Kind kind() {
        return kind;
    }

    /** True if the output becomes a file, so that it appears whole or not at all. */
    public boolean isFile() {
        return kind == Kind.ABSENT || kind == Kind.FILE;
    }

    /** True if writing there would replace an existing file. */
    public boolean isReplacing() {
        return kind == Kind.FILE;
    }

    /** True if that path leads to the same file, also by another name of it. */
    public boolean isSameAs(Path other) {
        try {
            return kind != Kind.ABSENT && Files.exists(place) && Files.exists(other) && Files.isSameFile(place, other);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static OutputTarget found(Path named, Path absolute) throws IOException {
        Path place = absolute;
        for (int links = 0; links <= MAX_LINKS; links++) {
            OptionalInt stream = StreamPath.descriptor(place);
            if (stream.isPresent()) {
                return ofStream(named, stream.getAsInt());
            }
            FileKind kind;
            try {
                kind = FileKind.of(place, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException missing) {
                return absent(named, place, links > 0);
            }
            switch (kind) {
                case ORDINARY -> {
                    return existing(named, place.toRealPath());
                }
                case PIPE -> {
                    return new OutputTarget(named, place, Kind.PIPE);
                }
                case FOLDER -> throw refused(named, "is a directory", "Name a file in it.", null);
                case DEVICE, SOCKET -> throw refused(named,
                        "is not a regular file but " + kind.words() + ", which is never replaced",
                        "Name a file, or - for the standard output.", null);
                case LINK -> place = place.resolveSibling(Files.readSymbolicLink(place));
            }
        }
        throw refused(named, "is a link in a circle", "Delete the link, or name another file.", null);
    }

    private static OutputTarget ofStream(Path named, int descriptor) {
        if (descriptor == StreamPath.INPUT || !StreamPath.isWritable(descriptor)) {
            throw refused(named, "is no stream that is open for output", "Name a file, or - for the standard output.",
                    null);
        }
        return new OutputTarget(named, StreamPath.path(descriptor), switch (descriptor) {
            case StreamPath.OUTPUT -> Kind.STANDARD_OUTPUT;
            case StreamPath.ERRORS -> Kind.STANDARD_ERROR;
            default -> Kind.PIPE;
        });
    }

    private static OutputTarget absent(Path named, Path place, boolean behindLink) throws IOException {
        if (behindLink) {
            throw refused(named, "is a link to a file that does not exist", "Name that file itself.", null);
        }
        Path folder = folder(named, place);
        if (!Files.isDirectory(folder)) {
            throw refused(named, "cannot be written: there is no folder " + VisibleText.of(folder.toString()),
                    "Create it first, or name another file.", null);
        }
        return writable(named, folder.toRealPath().resolve(place.getFileName()), Kind.ABSENT);
    }

    private static OutputTarget existing(Path named, Path place) {
        if (!Files.isWritable(place)) {
            throw refused(named, "cannot be written: it is protected", "Choose another path.", null);
        }
        return writable(named, place, Kind.FILE);
    }

    private static OutputTarget writable(Path named, Path place, Kind kind) {
        Path folder = folder(named, place);
        if (!Files.isWritable(folder)) {
            throw refused(named, "cannot be written: no permission to write in " + VisibleText.of(folder.toString()),
                    "Choose another folder.", new AccessDeniedException(folder.toString()));
        }
        return new OutputTarget(named, place, kind);
    }

    private static Path folder(Path named, Path place) {
        Path folder = place.getParent();
        if (folder == null) {
            throw refused(named, "is a directory", "Name a file in it.", null);
        }
        return folder;
    }

    private static UncheckedIOException refused(Path named, String reason, String remedy,
            @Nullable IOException cause) {
        return new UncheckedIOException(VisibleText.of(named.toString()) + " " + reason + "\n" + remedy,
                cause == null ? new FileSystemException(named.toString(), null, reason) : cause);
    }
}
