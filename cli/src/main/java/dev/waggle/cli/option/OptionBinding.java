package dev.waggle.cli.option;

import java.util.function.BiFunction;

import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;

/**
 * A flag that sets a component of a configuration record. A validation error names the flag and not the component,
 * which is a key of files and programs.
 *
 * @param name as it is written, with dashes
 * @param component its name in the record
 * @param example a value that it may have
 */
record OptionBinding(String name, String component, String example) {

    /** The base with that value; the base if the flag was not given. */
    <T, V> T applyTo(T base, @Nullable V value, BiFunction<T, V, T> change) {
        if (value == null) {
            return base;
        }
        try {
            return change.apply(base, value);
        } catch (IllegalArgumentException refused) {
            throw prefixed(UserException.of(refused));
        }
    }

    private UserException prefixed(UserException refused) {
        String problem = String.valueOf(refused.getMessage());
        String message = problem.startsWith(component + ' ')
                ? name + problem.substring(component.length())
                : name + ": " + problem;
        return new UserException(message, refused.remedy().equals(UserException.SEE_HELP)
                ? "Use for example " + name + ' ' + example + '.'
                : refused.remedy());
    }
}
