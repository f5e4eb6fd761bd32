package dev.waggle.journal.userfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths that stand for an open stream of this process: {@code /dev/stdout}, {@code /dev/fd/63}. */
final class StreamPath {

    static final int INPUT = 0;
    static final int OUTPUT = 1;
    static final int ERRORS = 2;

    private static final Pattern NUMBERED = Pattern.compile(
            "/(?:dev/fd|proc/(?:self|thread-self|([0-9]+))(?:/task/[0-9]+)?/fd)/([0-9]{1,9})");
    private static final Pattern WRITABLE = Pattern.compile("(?m)^flags:\\s*[0-7]*[12367]$");

    /** Description of an open file on Linux; it has a few lines. */
    private static final int MAX_DESCRIPTION = 1 << 12;

    private StreamPath() {}

    /** The number of the open file for which an absolute path stands; empty for a path in the file system. */
    static OptionalInt descriptor(Path path) {
        OptionalInt literal = numbered(path.normalize().toString());
        if (literal.isPresent()) {
            return literal;
        }
        Path folder = path.getParent();
        Path name = path.getFileName();
        if (folder == null || name == null) {
            return OptionalInt.empty();
        }
        try {
            return numbered(folder.toRealPath().resolve(name).toString());
        } catch (IOException missing) {
            return OptionalInt.empty();
        }
    }

    /** True if the open file can be written to. On systems without {@code /proc} only the attempt tells. */
    static boolean isWritable(int descriptor) {
        Path description = Path.of("/proc/self/fdinfo/" + descriptor);
        if (!Files.isDirectory(Path.of("/proc/self/fdinfo"))) {
            return Files.exists(path(descriptor));
        }
        try (InputStream in = Files.newInputStream(description)) {
            return WRITABLE.matcher(new String(in.readNBytes(MAX_DESCRIPTION), StandardCharsets.UTF_8))
                    .find();
        } catch (IOException closed) {
            return false;
        }
    }

    static Path path(int descriptor) {
        return Path.of("/dev/fd/" + descriptor);
    }

    private static OptionalInt numbered(String path) {
        return switch (path) {
            case "/dev/stdin" -> OptionalInt.of(INPUT);
            case "/dev/stdout" -> OptionalInt.of(OUTPUT);
            case "/dev/stderr" -> OptionalInt.of(ERRORS);
            default -> ownNumber(NUMBERED.matcher(path));
        };
    }

    private static OptionalInt ownNumber(Matcher form) {
        boolean isOwn = form.matches() && (form.group(1) == null
                || form.group(1).equals(Long.toString(ProcessHandle.current().pid())));
        return isOwn ? OptionalInt.of(Integer.parseInt(form.group(2))) : OptionalInt.empty();
    }
}
