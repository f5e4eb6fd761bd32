package dev.waggle.cli.decide;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.text.Suggestions;

/**
 * A requested column; no other is read.
 *
 * @param noun its content, for messages
 * @param flag the flag that renames it
 * @param names its possible names; the first that is present counts
 * @param need the consequence of its absence
 */
public record RecordColumn(String noun, String flag, List<String> names, Need need) {

    public RecordColumn {
        names = List.copyOf(names);
    }

    /** Need for a column. */
    public enum Need {
        /** Every row must have a value. */
        VALUE,
        /** The column must be there, and may be blank. */
        COLUMN,
        /** It may be missing. */
        NOTHING
    }

    /**
     * Error for a table without this column.
     *
     * @param location the place for names, as the end of the remedy
     */
    UserException missing(String place, Collection<String> present, String location) {
        String columns = names.stream().map(MessageText::quote).collect(Collectors.joining(" or "));
        return new UserException(
                place + " has no column " + columns + " for the " + noun + ", it has " + MessageText.list(present),
                remedy(present, location));
    }

    private String remedy(Collection<String> present, String location) {
        Optional<String> separator = present.size() == 1
                ? separator(present.iterator().next())
                : Optional.empty();
        if (separator.isPresent()) {
            return "Separate cells by commas, not by " + separator.get() + ".";
        }
        return names.stream().map(name -> Suggestions.nearest(name, present)).flatMap(Optional::stream).findFirst()
                .map(near -> "Maybe " + flag + " " + MessageText.quote(near) + "?")
                .orElse("Name the column with " + flag + "; " + location + ".");
    }

    private static Optional<String> separator(String header) {
        if (header.contains(";")) {
            return Optional.of("semicolons");
        }
        return header.contains("\t") ? Optional.of("tabs") : Optional.empty();
    }
}
