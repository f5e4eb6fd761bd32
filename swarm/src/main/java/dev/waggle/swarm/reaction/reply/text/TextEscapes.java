package dev.waggle.swarm.reaction.reply.text;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Escapes of texts: those of JSON one by one, and whole texts that were escaped once too often. */
final class TextEscapes {

    /** Marks whose backslash is of a page language, and is left out. */
    private static final String MARKS = "'`_*#~-+!.$&%@<>,:;=?\"/\\ ";

    private static final Map<String, Character> ENTITIES = Map.of("quot", '"', "apos", '\'', "amp", '&', "lt", '<',
            "gt", '>', "nbsp", '\u00A0');

    /** Longest entity, without its ends. */
    private static final int MAX_ENTITY = 8;

    private static final int HEX = 16;
    private static final int UNICODE_DIGITS = 4;
    private static final int BYTE_DIGITS = 2;

    private TextEscapes() {}

    /**
     * Appends the character of the escape that begins at that backslash.
     *
     * @return the index behind it
     */
    static int decode(String text, int backslash, StringBuilder out) {
        int next = backslash + 1;
        if (next >= text.length()) {
            return next;
        }
        char unit = text.charAt(next);
        switch (unit) {
            case 'n' -> out.append('\n');
            case 't' -> out.append('\t');
            case 'r' -> out.append('\r');
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'u' -> {
                return digits(text, next, UNICODE_DIGITS, out);
            }
            case 'x' -> {
                return digits(text, next, BYTE_DIGITS, out);
            }
            case '\n', '\r' -> out.append('\n');
            default -> {
                if (MARKS.indexOf(unit) < 0) {
                    out.append('\\');
                }
                out.append(unit);
            }
        }
        return next + 1;
    }

    /** True if JSON has the escape at that backslash. */
    static boolean isJson(String text, int backslash) {
        char unit = backslash + 1 < text.length() ? text.charAt(backslash + 1) : 0;
        return unit == 'u' ? digits(text, backslash + 1, UNICODE_DIGITS, new StringBuilder()) > backslash + 2
                : unit > 0 && "\"\\/bfnrt".indexOf(unit) >= 0;
    }

    private static int digits(String text, int letter, int count, StringBuilder out) {
        int end = letter + 1 + count;
        int value = 0;
        for (int i = letter + 1; i < end; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), HEX) : -1;
            if (digit < 0) {
                out.append('\\').append(text.charAt(letter));
                return letter + 1;
            }
            value = value * HEX + digit;
        }
        out.append((char) value);
        return end;
    }

    /** The text from there with one level of escapes less, and the places of its characters in the original. */
    static DecodedText withoutEscapes(String text, int from, WorkCounter work) {
        StringBuilder out = new StringBuilder();
        int[] places = new int[text.length() - from + 1];
        int at = from;
        while (at < text.length() && !work.isSpent()) {
            work.add(1);
            int before = out.length();
            int next = at + 1;
            if (text.charAt(at) == '\\') {
                next = decode(text, at, out);
            } else {
                out.append(text.charAt(at));
            }
            for (int i = before; i < out.length(); i++) {
                places[i] = at;
            }
            at = next;
        }
        places[Math.min(out.length(), places.length - 1)] = at;
        return new DecodedText(out.toString(), places);
    }

    /** The text from there with characters in place of the entities of a page. */
    static DecodedText withoutEntities(String text, int from, WorkCounter work) {
        StringBuilder out = new StringBuilder();
        int[] places = new int[text.length() - from + 1];
        int at = from;
        while (at < text.length() && !work.isSpent()) {
            work.add(1);
            places[out.length()] = at;
            int end = text.charAt(at) == '&' ? entityEnd(text, at) : -1;
            Character unit = end < 0 ? null : entity(text.substring(at + 1, end));
            out.append(unit == null ? text.charAt(at) : unit);
            at = unit == null ? at + 1 : end + 1;
        }
        places[out.length()] = at;
        return new DecodedText(out.toString(), places);
    }

    private static int entityEnd(String text, int at) {
        int end = Math.min(text.length(), at + 2 + MAX_ENTITY);
        for (int i = at + 1; i < end; i++) {
            if (text.charAt(i) == ';') {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable Character entity(String name) {
        if (!name.startsWith("#")) {
            return ENTITIES.get(name);
        }
        boolean isHex = name.startsWith("#x") || name.startsWith("#X");
        String digits = name.substring(isHex ? 2 : 1);
        try {
            int code = Integer.parseInt(digits, isHex ? HEX : 10);
            return code > 0 && code <= Character.MAX_VALUE ? (char) code : null;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /** A decoded text, and the index in the original of each of its characters and of its end. */
    static final class DecodedText {

        private final String text;
        private final int[] places;

        private DecodedText(String text, int[] places) {
            this.text = text;
            this.places = places;
        }

        String text() {
            return text;
        }

        /** Index in the original of that character. */
        int place(int index) {
            return places[Math.min(index, text.length())];
        }
    }
}
