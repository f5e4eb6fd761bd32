package dev.waggle.swarm.reaction.reply;

import java.util.regex.Pattern;

import dev.waggle.signal.harness.RequestHash;
import dev.waggle.swarm.identity.CanonicalAnswer;

/**
 * Names a proposal after its content: its first words and a digest of the whole, {@code shard-by-tenant-3fa2c1d0}. So
 * names are readable, different proposals made at once get different names, and equal proposals become one. Terminal
 * control sequences are removed.
 */
public final class ProposalName {

    /** At most this many characters of the words. */
    private static final int MAX_WORDS = 40;

    /** Length of the digest, for a chance of one in 4 billion that two proposals of a solve share a name. */
    private static final int DIGEST = 8;

    /**
     * Terminal control sequences: strings (OSC and its kin, which end with BEL, ST or the next one), CSI sequences
     * and two-character escapes. It also matches every other control character but blanks.
     */
    private static final Pattern STEERING = Pattern.compile(
            "(?:\\x{1B}[\\]PX^_]|[\\x{90}\\x{98}\\x{9D}-\\x{9F}])[^\\x{07}\\x{1B}\\x{9C}]*+(?:\\x{07}|\\x{1B}\\\\|\\x{9C})?"
                    + "|(?:\\x{1B}\\[|\\x{9B})[0-?]*+[ -/]*+[@-~]?"
                    + "|\\x{1B}[ -/]*+[0-~]?"
                    + "|[\\p{Cntrl}\\x{80}-\\x{9F}&&[^\\t-\\r]]");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern OUTER = Pattern.compile("^-|-$");

    private ProposalName() {}

    /** The id of a proposal with that content; equal contents have the same. */
    public static String of(String content) {
        String key = CanonicalAnswer.key(content);
        String text = CanonicalAnswer.key(STEERING.matcher(content).replaceAll(""));
        String words = OUTER.matcher(NO_WORD.matcher(text).replaceAll("-")).replaceAll("");
        String digest = RequestHash.of(key).substring(0, DIGEST);
        String begun = firstWords(words);
        return begun.isEmpty() ? "proposal-" + digest : begun + '-' + digest;
    }

    /** Whole words as far as they fit, or a prefix of the first. */
    private static String firstWords(String words) {
        if (words.length() <= MAX_WORDS) {
            return words;
        }
        int end = words.lastIndexOf('-', MAX_WORDS);
        int cut = end > 0 ? end : MAX_WORDS;
        return words.substring(0, Character.isHighSurrogate(words.charAt(cut - 1)) ? cut - 1 : cut);
    }
}
