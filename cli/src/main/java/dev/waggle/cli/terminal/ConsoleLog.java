package dev.waggle.cli.terminal;

import java.io.PrintStream;
import java.lang.System.Logger;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

import dev.waggle.cli.terminal.WarningQueue.WarningListener;
import org.jspecify.annotations.Nullable;

/**
 * System logger for people at a terminal: warnings and errors of libraries, one safe line each on the error stream,
 * without a stack trace. The platform finds it as a service.
 */
public final class ConsoleLog extends System.LoggerFinder {

    private final PrintStream to;
    private volatile WarningListener listener = WarningListener.NONE;

    /** Writes to the standard error. */
    public ConsoleLog() {
        this(System.err);
    }

    ConsoleLog(PrintStream to) {
        this.to = to;
    }

    @Override
    public Logger getLogger(String name, Module module) {
        return new Line(name, this);
    }

    /** Passes all lines to that listener, too, from now on. */
    public void passTo(WarningListener next) {
        listener = next;
    }

    private record Line(String name, ConsoleLog log) implements Logger {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.compareTo(Level.WARNING) >= 0 && level != Level.OFF;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text,
                @Nullable Throwable cause) {
            if (!isLoggable(level)) {
                return;
            }
            String message = translated(bundle, String.valueOf(text));
            String reason = cause == null ? "" : String.valueOf(cause.getMessage());
            String line = reason.isEmpty() || message.contains(reason) ? message : message + ": " + reason;
            log.to.println("waggle: " + TextStyle.printable(line));
            log.listener.accept(level, name, message, cause);
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String format,
                @Nullable Object @Nullable... values) {
            if (isLoggable(level)) {
                String message = translated(bundle, String.valueOf(format));
                log(level, null, values == null || values.length == 0
                        ? message
                        : new MessageFormat(message, Locale.ROOT).format(values), (Throwable) null);
            }
        }

        private static String translated(@Nullable ResourceBundle bundle, String key) {
            try {
                return bundle == null ? key : bundle.getString(key);
            } catch (MissingResourceException none) {
                return key;
            }
        }
    }
}
