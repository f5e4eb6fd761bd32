package dev.waggle.cli.browser;

import java.io.StringWriter;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Output of a running command, which other threads wait for. */
final class CommandOutput extends StringWriter {

    private static final Duration MAX_WAIT = Duration.ofSeconds(60);

    private boolean isComplete;

    @Override
    public synchronized void flush() {
        notifyAll();
    }

    /** Says that nothing follows. */
    synchronized void complete() {
        isComplete = true;
        notifyAll();
    }

    /** Waits until the output holds that. */
    synchronized Matcher await(Pattern pattern) throws InterruptedException {
        long end = System.nanoTime() + MAX_WAIT.toNanos();
        for (long left = MAX_WAIT.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            Matcher found = pattern.matcher(toString());
            if (found.find()) {
                return found;
            }
            if (isComplete) {
                break;
            }
            wait(left);
        }
        throw new AssertionError("no " + pattern + " in " + this);
    }
}
