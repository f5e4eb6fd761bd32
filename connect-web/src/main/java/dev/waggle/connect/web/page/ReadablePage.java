package dev.waggle.connect.web.page;

import java.util.List;

import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.select.Elements;

/**
 * Readable part of a page. The work is bounded: {@link LimitedHtml} limits the tags, the parser nests at most
 * {@link #MAX_DEPTH} deep, and everything after is one walk without recursion.
 *
 * @param title the page's title, empty when it has none
 * @param description the page's own description, empty when it has none
 * @param lines the main text, line by line: a blank line between paragraphs, {@code #} before headings, {@code -} before
 *        items of lists; none of them holds a control character
 * @param links the links of the main text, at most {@value PageTextExtractor#MAX_LINKS}, http and https only, unique
 * @param isCut whether the page had more tags than are read
 */
public record ReadablePage(String title, String description, List<String> lines, List<PageTextExtractor.PageLink> links,
        boolean isCut) {

    /** Maximum nesting; deeper elements become siblings. */
    static final int MAX_DEPTH = 256;

    /** Longest title and description, in characters. */
    private static final int MAX_TITLE = 500;

    /** Minimum length of a marked main part, in characters; a shorter one is treated as a mistake. */
    private static final int MIN_MAIN_LENGTH = 200;

    public ReadablePage {
        lines = List.copyOf(lines);
        links = List.copyOf(links);
    }

    /** Reads a page. */
    public static ReadablePage of(String html, String address) {
        LimitedHtml markup = LimitedHtml.of(html);
        Document page = parse(markup, address);
        PageTextExtractor walk = PageTextExtractor.of(main(page));
        if (walk.length() == 0) {
            walk = PageTextExtractor.of(page.body());
        }
        return new ReadablePage(title(page), description(page), walk.lines(), walk.links(), markup.isCut());
    }

    /** The tree of a page. */
    static Document parse(LimitedHtml markup, String address) {
        return Parser.htmlParser().setMaxDepth(MAX_DEPTH).parseInput(markup.html(), address);
    }

    /** The characters of the text with its line ends. */
    int length() {
        return lines.stream().mapToInt(line -> line.length() + 1).sum();
    }

    private static Element main(Document page) {
        for (String query : List.of("main, [role=main]", "article")) {
            Elements found = page.select(query);
            Element only = found.size() == 1 ? found.first() : null;
            if (only != null && PageTextExtractor.of(only).length() >= MIN_MAIN_LENGTH) {
                return only;
            }
        }
        return page.body();
    }

    private static String title(Document page) {
        String shared = meta(page, "meta[property=og:title]");
        Element own = page.selectFirst("title");
        return shared.isEmpty() && own != null ? titled(own.wholeText()) : shared;
    }

    private static String description(Document page) {
        String own = meta(page, "meta[name=description]");
        return own.isEmpty() ? meta(page, "meta[property=og:description]") : own;
    }

    private static String meta(Document page, String query) {
        Element found = page.selectFirst(query);
        return found == null ? "" : titled(found.attr("content"));
    }

    private static String titled(String text) {
        String line = SafeLines.singleLine(text);
        return line.length() <= MAX_TITLE ? line : line.substring(0, MAX_TITLE) + "...";
    }
}
