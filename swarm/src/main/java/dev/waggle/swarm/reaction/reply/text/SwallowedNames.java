package dev.waggle.swarm.reaction.reply.text;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in the source of a mended value. A damaged mark or bracket makes a reader take an object as part of a text or
 * of a comment. More names in the source than in the value show that.
 */
public final class SwallowedNames {

    /** Corrections under which a part of the source may be in no value. */
    private static final Set<SyntaxMend> DAMAGE = EnumSet.of(SyntaxMend.QUOTES, SyntaxMend.BRACKETS, SyntaxMend.WORDS,
            SyntaxMend.COLONS, SyntaxMend.COMMAS, SyntaxMend.COMMENTS, SyntaxMend.NAMES);

    private static final Pattern QUOTED = Pattern.compile(
            "(?<!\\\\)[\"'“”‘’`]\\s*(?:type|kind|signal_?type)(?![\\p{L}\\p{N}_-])|(?<![\\p{L}\\p{N}_-])(?:type|kind)[\"'“”‘’`]\\s*[:=：]",
            Pattern.CASE_INSENSITIVE);

    private SwallowedNames() {}

    /** Number of names of a type in that text, each with a quotation mark. */
    public static int types(String text) {
        Matcher name = QUOTED.matcher(text);
        int count = 0;
        while (name.find()) {
            count++;
        }
        return count;
    }

    /** True if the syntax was mended so that a part of the source may be in no value. */
    public static boolean arePossible(TextCandidate candidate) {
        return candidate.mends().stream().anyMatch(DAMAGE::contains);
    }
}
