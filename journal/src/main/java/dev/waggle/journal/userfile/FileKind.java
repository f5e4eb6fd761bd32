package dev.waggle.journal.userfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Kind of a file as the file system tells it. */
enum FileKind {

    ORDINARY("an ordinary file"), FOLDER("a directory"), LINK("a link"), PIPE("a pipe"), DEVICE("a device"), SOCKET(
            "a socket");

    /** Bits of the file type in the mode of POSIX. */
    private static final int TYPE_MASK = 0170000;
    private static final int TYPE_PIPE = 0010000;
    private static final int TYPE_SOCKET = 0140000;

    private final String words;

    FileKind(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Looks at a file without opening it. */
    static FileKind of(Path file, LinkOption... options) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, options);
        if (found.isRegularFile()) {
            return ORDINARY;
        }
        if (found.isDirectory()) {
            return FOLDER;
        }
        if (found.isSymbolicLink()) {
            return LINK;
        }
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return DEVICE;
        }
        return switch ((int) Files.getAttribute(file, "unix:mode", options) & TYPE_MASK) {
            case TYPE_PIPE -> PIPE;
            case TYPE_SOCKET -> SOCKET;
            default -> DEVICE;
        };
    }
}
