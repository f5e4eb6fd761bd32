package dev.waggle.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extended grapheme cluster (UAX 29): what a reader takes for one character. A base with its marks is one, and so is an
 * emoji of several joined ones. A text is never cut inside of one.
 *
 * @param text the characters, at least one
 */
public record GraphemeCluster(String text) {

    private static final Pattern CLUSTER = Pattern.compile("\\X");
    private static final int EMOJI_STYLE = 0xFE0F;

    /** Small kana, which belong to the kana before them. */
    private static final String SMALL_KANA = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ";

    /** The clusters of a text in order; together they are the text. */
    public static List<GraphemeCluster> of(String text) {
        List<GraphemeCluster> clusters = new ArrayList<>(text.length());
        Matcher matcher = CLUSTER.matcher(text);
        while (matcher.find()) {
            clusters.add(new GraphemeCluster(matcher.group()));
        }
        return clusters;
    }

    /**
     * Columns of a terminal that it takes. An emoji takes 2, however many are joined in it. Otherwise each wide
     * character takes 2, a mark 0, and every other character 1.
     */
    public int width() {
        int first = text.codePointAt(0);
        boolean isEmoji = Character.isEmojiPresentation(first)
                || (Character.isEmoji(first) && text.indexOf(EMOJI_STYLE) > 0);
        return isEmoji ? 2 : text.codePoints().map(CharacterWidth::of).sum();
    }

    /**
     * True if a line may end between the two, although no blank stands there, as between ideographs. Punctuation that
     * closes does not begin a line, and an opening bracket does not end one.
     */
    boolean isSeparableFrom(GraphemeCluster next) {
        return (width() > 1 || next.width() > 1) && !opens(text.codePointBefore(text.length()))
                && !closes(next.text.codePointAt(0));
    }

    private static boolean opens(int point) {
        return switch (Character.getType(point)) {
            case Character.START_PUNCTUATION, Character.INITIAL_QUOTE_PUNCTUATION -> true;
            default -> false;
        };
    }

    private static boolean closes(int point) {
        return switch (Character.getType(point)) {
            case Character.END_PUNCTUATION, Character.FINAL_QUOTE_PUNCTUATION, Character.OTHER_PUNCTUATION,
                    Character.MODIFIER_LETTER ->
                true;
            default -> SMALL_KANA.indexOf(point) >= 0;
        };
    }
}
