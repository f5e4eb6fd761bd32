package dev.waggle.cli.reference;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text in Markdown: escaped words, code spans and links. */
final class Markdown {

    private static final String SPECIAL = "\\`*_[]|<";

    /** Text with braces in quotes or JSON, an option, a command, or a word with an underscore, star, bar or brace. */
    private static final Pattern LITERAL = Pattern.compile(String.join("|", "(?<=\\s)'[^']*\\{\\{[^']*'",
            "\\{\"\\S*}", "(?<![\\w-])--?[a-z][a-z-]*(?![\\w-])", "\\.waggle\\b",
            "(?<![\\w.])waggle (?:(?:log|signals|memory|recordings|checkpoints) )?[a-z]+\\b", "\\bswarm\\.yaml\\b",
            "(?:\\.\\.\\.|\\$)?\\w*_\\w*", "(?<=^|[\\s(])[^\\s,;()]*[*|{][^\\s,;()]*"));

    private Markdown() {}

    /** Text that is shown as it stands, with options and variables as code. */
    static String text(String plain) {
        return words(plain.replaceAll("\\s+", " ").strip());
    }

    /** The same for a part of a line, with its spaces. */
    static String words(String line) {
        StringBuilder out = new StringBuilder();
        Matcher literal = LITERAL.matcher(line);
        int from = 0;
        while (literal.find()) {
            out.append(escape(line.substring(from, literal.start()))).append(code(literal.group()));
            from = literal.end();
        }
        return out.append(escape(line.substring(from))).toString();
    }

    /** Text that is shown as it stands. */
    static String escape(String plain) {
        StringBuilder out = new StringBuilder();
        plain.chars().forEach(c -> out.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append((char) c));
        return out.toString();
    }

    /** A code span that may stand in a table. */
    static String code(String literal) {
        return '`' + literal.replace("|", "\\|") + '`';
    }

    /** A link to a heading of the page. */
    static String link(String text, String heading) {
        return '[' + text + "](#" + anchor(heading) + ')';
    }

    /** The name that renderers of Markdown give to a heading. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
    }
}
