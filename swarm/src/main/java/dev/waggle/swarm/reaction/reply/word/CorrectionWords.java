package dev.waggle.swarm.reaction.reply.word;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words between two replies by which the last one counts. */
public final class CorrectionWords {

    /** At most this many characters before a reply are searched. */
    private static final int MAX_LENGTH = 2_000;

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

    private static final Pattern WORDS = Pattern.compile(
            "\\b(?:final(?:ly)?|corrected|correction|revised|revision|instead(?!\\s+of\\b)|endgültige?r?|korrigiert\\p{L}*+"
                    + "|stattdessen|définitive?|corrigée?|corregid[ao]|definitiv[ao])(?!\\p{L})"
                    + "|最终|最終|修正|更正|改为|改為",
            FLAGS);
    private static final Pattern DENIED = Pattern.compile("\\b(?:not|no|never|isn't|nicht|pas)\\s+(?:\\p{L}+\\s+)?"
            + "(?:final|corrected|revised|instead|endgültig|définitive?)", FLAGS);

    /** Words by which a text behind a correction speaks of another one again. */
    private static final Pattern BACK = Pattern
            .compile("\\b(?:would|could|might|comparison|compare|alternatives?|example"
                    + "|hypothetical(?:ly)?|opposite|otherwise|(?:is|stands|given)\\s+above)\\b", FLAGS);

    private CorrectionWords() {}

    public static boolean isIn(String between) {
        String near = between.substring(Math.max(0, between.length() - MAX_LENGTH));
        String plain = DENIED.matcher(near).replaceAll("");
        Matcher word = WORDS.matcher(plain);
        int end = -1;
        while (word.find()) {
            end = word.end();
        }
        return end >= 0 && !BACK.matcher(plain.substring(end)).find();
    }
}
