package dev.waggle.cli.reference;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Page in Markdown under construction. Owned by one thread. */
final class MarkdownPage {

    /** Line length of paragraphs and lists. */
    private static final int WIDTH = 110;

    private static final Pattern LINK = Pattern.compile("]\\(#([^)]*)\\)");

    /** A word that would begin a list or a heading at the start of a line. */
    private static final Pattern MARK = Pattern.compile("[-+*#>]+|\\d+[.)]");

    /** Text between spaces; a code span is one piece. */
    private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|[^\\s`])+");

    private final StringBuilder text = new StringBuilder();
    private final Set<String> anchors = new LinkedHashSet<>();

    MarkdownPage(String title, String introduction) {
        text.append("# ").append(title).append('\n');
        for (String paragraph : introduction.strip().split("\n\n", -1)) {
            paragraph(paragraph);
        }
    }

    MarkdownPage heading(int level, String title) {
        if (!anchors.add(Markdown.anchor(title))) {
            throw new IllegalStateException("two headings have the anchor of " + title);
        }
        text.append('\n').append("#".repeat(level)).append(' ').append(title).append('\n');
        return this;
    }

    MarkdownPage paragraph(String markdown) {
        text.append('\n').append(wrapped("", markdown));
        return this;
    }

    MarkdownPage list(List<String> items) {
        text.append('\n');
        items.forEach(item -> text.append(wrapped("- ", item)));
        return this;
    }

    MarkdownPage commands(List<String> lines) {
        text.append("\n```sh\n").append(String.join("\n", lines)).append("\n```\n");
        return this;
    }

    MarkdownPage table(List<String> header, List<List<String>> rows) {
        text.append('\n').append(row(header)).append("|---".repeat(header.size())).append("|\n");
        rows.forEach(row -> text.append(row(row)));
        return this;
    }

    /** The whole page; refuses a link that leads nowhere. */
    String text() {
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            if (!anchors.contains(link.group(1))) {
                throw new IllegalStateException("there is no heading for the link #" + link.group(1));
            }
        }
        return text.toString();
    }

    private static String row(List<String> cells) {
        StringBuilder row = new StringBuilder("|");
        cells.forEach(cell -> row.append(cell.isEmpty() ? "" : ' ' + cell).append(" |"));
        return row.append('\n').toString();
    }

    private static String wrapped(String bullet, String markdown) {
        StringBuilder out = new StringBuilder(bullet);
        int column = bullet.length();
        boolean first = true;
        for (String word : WORD.matcher(markdown).results().map(MatchResult::group).toList()) {
            boolean full = column + 1 + word.length() > WIDTH && !MARK.matcher(word).matches();
            if (!first) {
                out.append(full ? '\n' + " ".repeat(bullet.length()) : " ");
                column = full ? bullet.length() : column + 1;
            }
            out.append(word);
            column += word.length();
            first = false;
        }
        return out.append('\n').toString();
    }
}
