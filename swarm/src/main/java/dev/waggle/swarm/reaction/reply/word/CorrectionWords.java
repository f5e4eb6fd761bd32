package dev.waggle.swarm.reaction.reply.word;

import java.util.regex.Pattern;

/** Words between two replies by which the last one counts. */
public final class CorrectionWords {

    /** At most this many characters before a reply are searched. */
    private static final int MAX_LENGTH = 2_000;

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

    private static final Pattern WORDS = Pattern.compile(
            "\\b(?:final(?:ly)?|corrected|correction|revised|revision|instead|endgültige?r?|korrigiert\\p{L}*+"
                    + "|stattdessen|définitive?|corrigée?|corregid[ao]|definitiv[ao])(?!\\p{L})"
                    + "|最终|最終|修正|更正|改为|改為",
            FLAGS);
    private static final Pattern DENIED = Pattern.compile("\\b(?:not|no|never|isn't|nicht|pas)\\s+(?:\\p{L}+\\s+)?"
            + "(?:final|corrected|revised|instead|endgültig|définitive?)", FLAGS);

    private CorrectionWords() {}

    public static boolean isIn(String between) {
        String near = between.substring(Math.max(0, between.length() - MAX_LENGTH));
        return WORDS.matcher(DENIED.matcher(near).replaceAll("")).find();
    }
}
