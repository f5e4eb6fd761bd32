package dev.waggle.cli.decide;

import java.util.Collection;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.TextTable;
import dev.waggle.signal.text.PlainLocale;

/** Parts of error messages about a file. */
public final class MessageText {

    private static final int MAX_VALUE = 60;
    private static final int MAX_LIST = 20;

    private MessageText() {}

    /** The value between quotes, cut when it is long, safe to show. */
    public static String quote(String value) {
        return "\"" + TextTable.clip(value, MAX_VALUE) + "\"";
    }

    /** The number with its noun in the singular or plural: "1 item", "2,665 items". */
    public static String count(long number, String noun) {
        return String.format(PlainLocale.NONE, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    /** The first names of a list, with commas. */
    public static String list(Collection<String> names) {
        String first = names.stream().limit(MAX_LIST).map(name -> TextTable.clip(name, MAX_VALUE))
                .collect(Collectors.joining(", "));
        return names.size() <= MAX_LIST ? first : first + " and " + (names.size() - MAX_LIST) + " more";
    }
}
