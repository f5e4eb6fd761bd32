package dev.waggle.journal.userfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Check of a file with secrets, which its owner alone may read. */
public final class PrivateFile {

    private static final Set<PosixFilePermission> PRIVATE = Set.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private PrivateFile() {}

    /**
     * Refuses a file that other users may read or change.
     *
     * @param content what the file holds, for the message
     * @throws IllegalArgumentException when other users have any right to it; its second line names the remedy
     * @throws IOException when the rights cannot be read
     */
    public static void require(Path file, String content) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return; // Other systems have access lists, and give a home folder to its user only.
        }
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        permissions.addAll(view.readAttributes().permissions());
        if (!PRIVATE.containsAll(permissions)) {
            throw new IllegalArgumentException("the " + content + ' ' + file + " is open to other users ("
                    + PosixFilePermissions.toString(permissions) + ")\nClose it: chmod 600 " + file + ".");
        }
    }
}
