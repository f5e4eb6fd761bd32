package dev.waggle.journal.checkpoint;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.checkpoint.Checkpoint;

/**
 * Name of a checkpoint file: {@code at-<id in lower case>.json}. If the id has capitals it is {@code at-<id in lower
 * case>+<which characters are capitals, as hexadecimal bits, the first character lowest>.json}. So no two ids share a
 * file on systems that ignore case, and no id is a name that some system reserves, like {@code con}. At most 172
 * characters.
 */
final class CheckpointFileName {

    private static final String BEGINNING = "at-";
    private static final String END = ".json";
    private static final Pattern FORM = Pattern.compile("at-([a-z0-9_.-]{1,128})(?:\\+([0-9a-f]{1,32}))?\\.json");

    private CheckpointFileName() {}

    /** The name of the file of that id. */
    static String of(String id) {
        BigInteger capitals = BigInteger.ZERO;
        for (int i = 0; i < id.length(); i++) {
            if (isCapital(id.charAt(i))) {
                capitals = capitals.setBit(i);
            }
        }
        String marks = capitals.signum() == 0 ? "" : "+" + capitals.toString(16);
        return BEGINNING + id.toLowerCase(Locale.ROOT) + marks + END;
    }

    /** The id with a file of that name; empty for any other file. */
    static Optional<String> idOf(String fileName) {
        Matcher form = FORM.matcher(fileName);
        if (!form.matches()) {
            return Optional.empty();
        }
        StringBuilder id = new StringBuilder(form.group(1));
        BigInteger capitals = form.group(2) == null ? BigInteger.ZERO : new BigInteger(form.group(2), 16);
        for (int i = 0; i < id.length(); i++) {
            if (capitals.testBit(i)) {
                id.setCharAt(i, Character.toUpperCase(id.charAt(i)));
            }
        }
        // A name that no id has, for example with a mark on a digit, belongs to a foreign file.
        return Optional.of(id.toString()).filter(CheckpointFileName::isId).filter(it -> of(it).equals(fileName));
    }

    private static boolean isId(String id) {
        try {
            return !Checkpoint.requireId(id).isEmpty();
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private static boolean isCapital(char letter) {
        return letter >= 'A' && letter <= 'Z';
    }
}
