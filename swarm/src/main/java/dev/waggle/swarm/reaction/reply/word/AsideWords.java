package dev.waggle.swarm.reaction.reply.word;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words around a reply by which it is no reply but part of a sentence. That is a quotation of another text, a
 * possibility that the sentence goes on to reject, or an example that the next sentence takes back. Prose without such words says
 * nothing about the reply.
 */
public final class AsideWords {

    /** At most this many characters on each side are searched. */
    private static final int MAX_LENGTH = 300;

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

    private static final Pattern FENCE = Pattern.compile("```\\w{0,12}\\s*$");
    private static final Pattern SENTENCE = Pattern.compile("[^.!?:\\n]*$");
    private static final Pattern MARKS = Pattern.compile("^[\\s`\"'”»*)>]+");
    private static final Pattern POSSIBILITY = Pattern.compile(
            "\\b(?:could|would|might|not|never|\\p{L}+n['’]t|refuse|könnte|würde|pourrais|podría)\\b", FLAGS);
    private static final Pattern CONTRAST = Pattern.compile(
            "^[.,;:!\\s]*(?:but|however|though|although|unless|yet|rather|aber|jedoch|mais|pero|但)(?!\\p{L})", FLAGS);
    private static final Pattern GOES_ON = Pattern.compile("^[,;\\s]*\\p{Ll}");
    private static final Pattern CLOSED = Pattern.compile("^[\\s`'.)]*[\"”»]");
    private static final Pattern DENIAL = Pattern.compile(
            "\\bI\\s+(?:(?:will|do|shall|would|can)\\s+not|cannot|(?:wo|do|ca|would)n['’]t|refuse\\s+to|decline\\s+to)"
                    + "\\s+(?:say|do|send|answer|follow|repeat|comply\\s+with|obey|output|write|submit|emit)"
                    + "\\s+(?:that|this|so|it)\\b"
                    + "|\\bI\\s+(?:refuse|decline)\\s*[.!]"
                    + "|\\b(?:that|this|it|the\\s+above)(?:\\s+(?:is|was)|['’]s)\\s+(?:only|just|merely|not)\\s+"
                    + "(?:an?\\s+|my\\s+|the\\s+)?(?:real\\s+|final\\s+|actual\\s+)?"
                    + "(?:example|illustration|quotation|quote|draft|reply|answer|vote|response)\\b"
                    + "|\\bignore\\s+(?:that|this|it|the\\s+above)\\b",
            FLAGS);

    private AsideWords() {}

    /** True if the reply between these texts is an aside. */
    public static boolean areAround(String before, String after) {
        String lead = before.substring(Math.max(0, before.length() - MAX_LENGTH));
        String rest = after.substring(0, Math.min(after.length(), MAX_LENGTH));
        return isQuotation(lead, rest) || isRejected(lead, rest) || DENIAL.matcher(rest).find();
    }

    /** True if quotation marks hold the reply together with other words. */
    private static boolean isQuotation(String lead, String rest) {
        String line = lead.substring(lead.lastIndexOf('\n') + 1);
        int mark = Math.max(line.lastIndexOf('"'), Math.max(line.lastIndexOf('“'), line.lastIndexOf('«')));
        return mark > 0 && hasLetter(line.substring(0, mark)) && hasLetter(line.substring(mark)) && isOpen(line)
                && CLOSED.matcher(rest).find();
    }

    private static boolean hasLetter(String text) {
        return text.codePoints().anyMatch(Character::isLetter);
    }

    private static boolean isOpen(String line) {
        long straight = line.chars().filter(unit -> unit == '"').count();
        return straight % 2 == 1 || line.lastIndexOf('“') > line.lastIndexOf('”')
                || line.lastIndexOf('«') > line.lastIndexOf('»');
    }

    /** True if the reply stands among the words of a sentence that weighs it. */
    private static boolean isRejected(String lead, String rest) {
        String bare = FENCE.matcher(lead.stripTrailing()).replaceFirst("").stripTrailing();
        while (!bare.isEmpty() && "\"'`*“«".indexOf(bare.charAt(bare.length() - 1)) >= 0) {
            bare = bare.substring(0, bare.length() - 1).stripTrailing();
        }
        if (bare.isEmpty() || !Character.isLetter(bare.charAt(bare.length() - 1))) {
            return false;
        }
        Matcher sentence = SENTENCE.matcher(bare);
        boolean isPossible = sentence.find() && POSSIBILITY.matcher(sentence.group()).find();
        String behind = MARKS.matcher(rest).replaceFirst("");
        return CONTRAST.matcher(behind).find() || (isPossible && GOES_ON.matcher(behind).find());
    }
}
