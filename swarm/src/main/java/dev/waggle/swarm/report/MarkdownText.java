package dev.waggle.swarm.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.text.VisibleText;

/**
 * Escapes untrusted text for Markdown (CommonMark 0.31 with the tables and autolinks of GitHub). A reader of Markdown
 * shows the result as that text and nothing else. It cannot end a table cell, start a block, a link, an emphasis or an
 * HTML tag. Angle brackets, ampersands and pipes become entities, so it is harmless for programs that paste it into
 * HTML, too. Characters that are invisible or reverse the reading direction are shown as escapes. Markdown has no
 * escape for the e-mail addresses and {@code @names} that GitHub turns into links.
 */
final class MarkdownText {

    /** Punctuation that starts or ends inline markup; the dollar sign starts a formula on GitHub. */
    private static final String INLINE = "\\`*_[]()~#!^${}";

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final Pattern BLOCK_START = Pattern.compile("^(?:([-+=])|([0-9]{1,9})\\.)");
    private static final Pattern AUTOLINK = Pattern.compile("://|(?<=www)\\.", Pattern.CASE_INSENSITIVE);

    private MarkdownText() {}

    /** The text in one line, for a table cell or the rest of a line. */
    static String inline(String text) {
        return escaped(LINE_BREAK.matcher(text).replaceAll(" ").replace('\t', ' ').strip());
    }

    /** The text as a quote, each of its lines as a paragraph. */
    static String quote(String text) {
        List<String> lines = Stream.of(LINE_BREAK.split(text)).map(line -> line.replace('\t', ' ').strip())
                .filter(line -> !line.isEmpty()).map(MarkdownText::escaped).map(MarkdownText::withoutBlock).toList();
        return lines.stream().map(line -> "> " + line + '\n').collect(Collectors.joining(">\n"));
    }

    private static String escaped(String line) {
        String visible = VisibleText.of(line);
        StringBuilder escaped = new StringBuilder(visible.length() + 16);
        for (int i = 0; i < visible.length(); i++) {
            char unit = visible.charAt(i);
            switch (unit) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '|' -> escaped.append("&#124;");
                default -> {
                    if (INLINE.indexOf(unit) >= 0) {
                        escaped.append('\\');
                    }
                    escaped.append(unit);
                }
            }
        }
        return AUTOLINK.matcher(escaped).replaceAll(match -> "\\\\" + match.group());
    }

    /** A line of a list, a heading or a rule becomes text. */
    private static String withoutBlock(String line) {
        return BLOCK_START.matcher(line).replaceFirst(match -> match.group(1) == null
                ? match.group(2) + "\\\\."
                : "\\\\" + match.group(1));
    }
}
