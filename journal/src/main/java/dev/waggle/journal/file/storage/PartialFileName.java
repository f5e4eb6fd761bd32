package dev.waggle.journal.file.storage;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a file while it is written: {@code <process>-<its start>-<id>.part}, perhaps behind the name of the file that
 * it will be and a dot. The start distinguishes a process from
 * a later one with the same number, which in a container is every restart.
 */
public final class PartialFileName {

    /** End of the name of every file that is being written. */
    public static final String SUFFIX = ".part";

    private static final Pattern FORM = Pattern.compile("(?:.*\\.)?([0-9]{1,18})-([0-9]{1,18})-[0-9A-Za-z_]+\\.part");

    private PartialFileName() {}

    /** A name for a file of this process. */
    public static String name(String id) {
        return prefix() + id + SUFFIX;
    }

    /** The beginning of every name for a file of this process. */
    public static String prefix() {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + "-" + start(self) + "-";
    }

    /** True if the file of that name is a part of a process that has ended. */
    public static boolean isLeftBehind(String fileName) {
        Matcher form = FORM.matcher(fileName);
        if (!form.matches()) {
            return false;
        }
        Optional<ProcessHandle> writer = ProcessHandle.of(Long.parseLong(form.group(1)));
        return writer.isEmpty() || start(writer.get()) != Long.parseLong(form.group(2));
    }

    /** Start of this process in milliseconds since 1970; 0 if the system does not provide it. */
    public static long processStart() {
        return start(ProcessHandle.current());
    }

    /** Milliseconds since 1970; 0 if the system does not provide it. */
    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
