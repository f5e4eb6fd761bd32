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
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a file while it is written: {@code .waggle-<hash of its name>-<process>-<its start>-<number>.part}. It has the
 * same length for every target. The start distinguishes a process from a later one with the same number.
 */
final class DraftName {

    private static final Pattern FORM = Pattern
            .compile("\\.waggle-[0-9a-f]{16}-([0-9]{1,18})-([0-9]{1,18})-[0-9]{1,4}\\.part");

    private static final int HASH_BYTES = 8;

    /** Drafts of one process for one target at the same time. */
    private static final int MAX_NUMBER = 1000;

    private DraftName() {}

    /** Creates an empty draft in the folder of the target. */
    static Path create(Path target, FileAttribute<?>... attributes) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        String start = prefix(target) + self.pid() + "-" + start(self) + "-";
        FileAlreadyExistsException taken = new FileAlreadyExistsException(target.toString());
        for (int number = 0; number < MAX_NUMBER; number++) {
            try {
                return Files.createFile(target.resolveSibling(start + number + ".part"), attributes);
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
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, prefix(target) + "*.part")) {
            for (Path draft : drafts) {
                if (isLeftBehind(draft)) {
                    Files.deleteIfExists(draft);
                }
            }
        }
    }

    private static boolean isLeftBehind(Path draft) throws IOException {
        Matcher form = FORM.matcher(draft.getFileName().toString());
        if (!form.matches() || !Files.isRegularFile(draft, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(draft)) {
            return false;
        }
        Optional<ProcessHandle> writer = ProcessHandle.of(Long.parseLong(form.group(1)));
        boolean ended = writer.isEmpty() || start(writer.get()) != Long.parseLong(form.group(2));
        return ended && Files.getLastModifiedTime(draft).toMillis() < start(ProcessHandle.current());
    }

    private static String prefix(Path target) {
        byte[] name = String.valueOf(target.getFileName()).getBytes(StandardCharsets.UTF_8);
        return ".waggle-" + HexFormat.of().formatHex(sha256().digest(name), 0, HASH_BYTES) + "-";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** Milliseconds since 1970; 0 if the system does not provide it. */
    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
