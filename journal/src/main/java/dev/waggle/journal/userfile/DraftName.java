package dev.waggle.journal.userfile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

import dev.waggle.journal.file.storage.PartialFileName;

/**
 * Name of a file while it is written: {@code .waggle-<hash of its name>.<process>-<its start>-<number>.part}, a
 * {@link PartialFileName}. Its length does not depend on the target.
 */
final class DraftName {

    private static final int HASH_BYTES = 8;

    /** Drafts of one process for one target at the same time. */
    private static final int MAX_NUMBER = 1000;

    private DraftName() {}

    /** Creates an empty draft in the folder of the target. */
    static Path create(Path target, FileAttribute<?>... attributes) throws IOException {
        String start = prefix(target) + PartialFileName.prefix();
        FileAlreadyExistsException taken = new FileAlreadyExistsException(target.toString());
        for (int number = 0; number < MAX_NUMBER; number++) {
            try {
                return Files.createFile(target.resolveSibling(start + number + PartialFileName.SUFFIX), attributes);
            } catch (FileAlreadyExistsException another) {
                taken = another;
            }
        }
        throw taken;
    }

    /**
     * Deletes drafts for that target whose process has ended. A draft that was changed since this process began may
     * belong to a process that is not visible here, as in another container, and stays.
     */
    static void deleteRemains(Path target) throws IOException {
        Path folder = Objects.requireNonNull(target.getParent(), "a target is in a folder");
        if (!Files.isReadable(folder)) {
            return;
        }
        try (DirectoryStream<
                Path> drafts = Files.newDirectoryStream(folder, prefix(target) + "*" + PartialFileName.SUFFIX)) {
            for (Path draft : drafts) {
                if (isLeftBehind(draft)) {
                    Files.deleteIfExists(draft);
                }
            }
        }
    }

    private static boolean isLeftBehind(Path draft) throws IOException {
        if (!PartialFileName.isLeftBehind(draft.getFileName().toString())
                || !Files.isRegularFile(draft, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(draft)) {
            return false;
        }
        return Files.getLastModifiedTime(draft).toMillis() < PartialFileName.processStart();
    }

    private static String prefix(Path target) {
        byte[] name = String.valueOf(target.getFileName()).getBytes(StandardCharsets.UTF_8);
        return ".waggle-" + HexFormat.of().formatHex(sha256().digest(name), 0, HASH_BYTES) + ".";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
