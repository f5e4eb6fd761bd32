package dev.waggle.connect.web.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.text.VisibleText;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/**
 * Extractor of the lines and links of a page, in one walk. It skips parts that are not for readers: programs,
 * styles, forms' buttons and menus. It also skips parts that the page hides, a usual place of orders to models. Owned
 * by one thread, used once.
 */
final class PageTextExtractor implements NodeFilter {

    private static final Set<String> SILENT = Set.of("script", "style", "noscript", "template", "iframe", "object",
            "embed", "canvas", "audio", "video", "svg", "math", "button", "select", "option", "textarea", "input",
            "datalist", "dialog", "head", "title", "noframes", "xmp", "plaintext");
    private static final Set<String> BLOCKS = Set.of("p", "div", "section", "article", "main", "header", "footer",
            "aside", "nav", "ul", "ol", "dl", "table", "blockquote", "pre", "figure", "address", "form", "fieldset",
            "details", "h1", "h2", "h3", "h4", "h5", "h6");
    private static final Set<String> ROWS = Set.of("li", "dt", "dd", "tr", "br", "hr", "figcaption", "summary",
            "caption", "legend", "body");

    private static final Set<String> AROUND = Set.of("nav", "aside", "footer");

    /** Maximum number of links, enough to go on from a page without hiding its text. */
    static final int MAX_LINKS = 50;

    /** Longest address and text of a link, in characters; longer addresses carry data, not places. */
    private static final int MAX_ADDRESS = 2_000;
    private static final int MAX_LINK_TEXT = 200;

    /** Deepest indentation of lists, in levels. */
    private static final int MAX_INDENT = 8;

    private final List<String> lines = new ArrayList<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private final StringBuilder line = new StringBuilder();
    private int length;
    private int listDepth;
    private int preDepth;
    private int linkStart = -1;

    private PageTextExtractor() {}

    /**
     * A link of a page.
     *
     * @param text its text
     * @param href its target, as an absolute address
     */
    record PageLink(String text, String href) {}

    /** Visits everything below that element, which may be of any kind. */
    static PageTextExtractor of(Element root) {
        PageTextExtractor walk = new PageTextExtractor();
        NodeTraversor.filter(walk, root);
        walk.endLine();
        while (!walk.lines.isEmpty() && walk.lines.getLast().isEmpty()) {
            walk.lines.removeLast();
        }
        return walk;
    }

    List<String> lines() {
        return lines;
    }

    List<PageLink> links() {
        return links.entrySet().stream().map(link -> new PageLink(link.getValue(), link.getKey())).toList();
    }

    /** Number of characters of text. */
    int length() {
        return length;
    }

    @Override
    public FilterResult head(Node node, int depth) {
        switch (node) {
            case TextNode text -> appendText(text.getWholeText());
            case Element element -> {
                if (depth > 0 && isPassedBy(element)) {
                    return FilterResult.SKIP_ENTIRELY;
                }
                open(element);
            }
            default -> {}
        }
        return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
        if (node instanceof Element element) {
            close(element);
        }
        return FilterResult.CONTINUE;
    }

    private static boolean isPassedBy(Element element) {
        return SILENT.contains(element.normalName()) || isAround(element) || isHidden(element);
    }

    private static boolean isAround(Element element) {
        return AROUND.contains(element.normalName())
                || element.attr("role").toLowerCase(Locale.ROOT).equals("navigation");
    }

    private static boolean isHidden(Element element) {
        if (element.attributesSize() == 0) {
            return false;
        }
        String style = element.attr("style").toLowerCase(Locale.ROOT).replace(" ", "");
        return element.hasAttr("hidden") || element.attr("aria-hidden").equalsIgnoreCase("true")
                || style.contains("display:none") || style.contains("visibility:hidden");
    }

    private void open(Element element) {
        String name = element.normalName();
        if (BLOCKS.contains(name)) {
            blank();
        } else if (ROWS.contains(name)) {
            endLine();
        }
        switch (name) {
            case "h1", "h2", "h3", "h4", "h5", "h6" -> line.append("#".repeat(name.charAt(1) - '0')).append(' ');
            case "ul", "ol" -> listDepth++;
            case "li" -> line.append("  ".repeat(Math.clamp(listDepth - 1L, 0, MAX_INDENT))).append("- ");
            case "td", "th" -> {
                if (!line.isEmpty()) {
                    line.append(" | ");
                }
            }
            case "pre" -> preDepth++;
            case "a" -> {
                // Menus and lists of tags often have no space between their links.
                if (element.previousSibling() instanceof Element before && before.nameIs("a")) {
                    appendText(" ");
                }
                linkStart = line.length();
            }
            default -> {}
        }
    }

    private void close(Element element) {
        String name = element.normalName();
        switch (name) {
            case "a" -> addLink(element);
            case "ul", "ol" -> listDepth--;
            case "pre" -> preDepth--;
            default -> {}
        }
        if (BLOCKS.contains(name)) {
            blank();
        } else if (ROWS.contains(name)) {
            endLine();
        }
    }

    private void appendText(String text) {
        if (preDepth > 0) {
            appendVerbatim(text);
            return;
        }
        String spaced = SafeLines.collapseWhitespace(text);
        boolean isDouble = spaced.startsWith(" ") && (line.isEmpty() || line.charAt(line.length() - 1) == ' ');
        line.append(spaced, isDouble ? 1 : 0, spaced.length());
    }

    private void appendVerbatim(String written) {
        String text = written.replace("\r\n", "\n").replace('\r', '\n');
        int from = 0;
        int end = text.indexOf('\n');
        while (end >= 0) {
            line.append(text, from, end);
            endLine();
            from = end + 1;
            end = text.indexOf('\n', from);
        }
        line.append(text, from, text.length());
    }

    private void addLink(Element element) {
        int from = linkStart < 0 || linkStart > line.length() ? 0 : linkStart;
        linkStart = -1;
        String written = element.attr("href").strip();
        if (links.size() == MAX_LINKS || written.isEmpty() || written.startsWith("#")) {
            return;
        }
        String address = element.absUrl("href");
        String small = address.toLowerCase(Locale.ROOT);
        if ((small.startsWith("http://") || small.startsWith("https://")) && address.length() <= MAX_ADDRESS) {
            String text = SafeLines.singleLine(line.substring(from, Math.min(line.length(), from + MAX_LINK_TEXT)));
            links.putIfAbsent(VisibleText.of(address), text);
        }
    }

    /** Ends the line and leaves a blank one, unless there is one already. */
    private void blank() {
        endLine();
        if (!lines.isEmpty() && !lines.getLast().isEmpty()) {
            lines.add("");
        }
    }

    private void endLine() {
        String text = line.toString();
        line.setLength(0);
        String kept = preDepth > 0 ? text.replace("\t", "    ").stripTrailing() : text.stripTrailing();
        if (!kept.isBlank() && !isBareMark(kept)) {
            length += kept.length();
            lines.add(VisibleText.of(kept));
        } else if (preDepth > 0 && !lines.isEmpty() && !lines.getLast().isEmpty()) {
            lines.add("");
        }
    }

    /** A heading or an item without text. */
    private static boolean isBareMark(String text) {
        return text.strip().matches("#{1,6}|-|\\|+");
    }
}
