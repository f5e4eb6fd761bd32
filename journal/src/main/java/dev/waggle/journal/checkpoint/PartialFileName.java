package dev.waggle.journal.checkpoint;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a file while it is written: {@code <process>-<its start>-<id>.part}. The start distinguishes a process from
 * a later one with the same number, which in a container is every restart.
 */
final class PartialFileName {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})-[0-9A-Za-z_]+\\.part");

    private PartialFileName() {}

    /** A name for a file of this process. */
    static String name(String id) {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + "-" + start(self) + "-" + id + ".part";
    }

    /** True if the file of that name is a part of a process that has ended. */
    static boolean isLeftBehind(String fileName) {
        Matcher form = FORM.matcher(fileName);
        if (!form.matches()) {
            return false;
        }
        Optional<ProcessHandle> writer = ProcessHandle.of(Long.parseLong(form.group(1)));
        return writer.isEmpty() || start(writer.get()) != Long.parseLong(form.group(2));
    }

    /** Milliseconds since 1970; 0 if the system does not provide it. */
    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
