package dev.waggle.lab.convention;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Sentence of a Javadoc comment. Block tags, drawings, lists, tables and references to literature are left out; code
 * and links count as one word, and tokens of formulas as none.
 *
 * @param text the sentence as it is counted
 */
record DocSentence(String text) {

    private static final String CODE = "code";

    private static final Pattern BLOCK_TAGS = Pattern.compile("(?ms)^\\s*@\\w.*");
    private static final Pattern DRAWING_OR_LIST = Pattern.compile("(?s)<(pre|ul|ol|table)>.*?</\\1>");
    private static final Pattern SOURCES = Pattern.compile("(?s)\\bSources?:.*?(?=<p>|\\z)");
    private static final Pattern CITATION = Pattern.compile("\\([^()]*\\b(?:1[6-9]|20)\\d\\d\\b[^()]*\\)");
    private static final Pattern PARAGRAPH = Pattern.compile("<p>");
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s(?:[^{}]|\\{[^{}]*})*}");
    private static final Pattern MARKUP = Pattern.compile("</?\\w+[^>]*>");
    private static final Pattern FUNCTION = Pattern.compile("\\b[A-Za-z]\\w*\\([^()]*\\)");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+|(?<=[.!?][)\"])\\s+");

    /** A token of letters; tokens with digits and operators belong to formulas. */
    private static final Pattern WORD = Pattern.compile("[(\"']*\\p{L}[\\p{L}'/-]*[)\"'.,;:!?]*");

    /** A sign between letters, as in {@code solve:start}, belongs to a word. */
    private static final Pattern COLON = Pattern.compile("[;:](?=\\s|$)");

    /** The sentences of a comment, as they are counted. */
    static List<DocSentence> of(String comment) {
        String prose = BLOCK_TAGS.matcher(comment).replaceFirst("");
        prose = DRAWING_OR_LIST.matcher(prose).replaceAll(". ");
        prose = SOURCES.matcher(prose).replaceAll("");
        prose = CITATION.matcher(prose).replaceAll("");
        prose = PARAGRAPH.matcher(prose).replaceAll(". ");
        prose = INLINE_TAG.matcher(prose).replaceAll(CODE);
        prose = MARKUP.matcher(prose).replaceAll("");
        prose = FUNCTION.matcher(prose).replaceAll("");
        return SENTENCE_END.splitAsStream(prose).map(String::strip).map(DocSentence::new)
                .filter(sentence -> sentence.words() > 0).toList();
    }

    long words() {
        return Arrays.stream(text.split("\\s+")).filter(token -> WORD.matcher(token).matches()).count();
    }

    long colons() {
        return COLON.matcher(text).results().count();
    }
}
