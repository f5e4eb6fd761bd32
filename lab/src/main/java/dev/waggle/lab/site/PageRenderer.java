package dev.waggle.lab.site;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * HTML of one page: headings with anchors, links to other pages of the site, copied images, escaped texts. Wide blocks
 * scroll by themselves. Owned by one thread.
 */
final class PageRenderer implements NodeRenderer {

    private final MarkdownPage page;
    private final SiteLinks links;
    private final HtmlNodeRendererContext context;
    private final HtmlWriter html;

    private PageRenderer(MarkdownPage page, SiteLinks links, HtmlNodeRendererContext context) {
        this.page = page;
        this.links = links;
        this.context = context;
        this.html = context.getWriter();
    }

    static String render(MarkdownPage page, SiteLinks links) {
        String body = HtmlRenderer.builder().nodeRendererFactory(context -> new PageRenderer(page, links, context))
                .extensions(List.of(TablesExtension.create())).escapeHtml(true).build().render(page.document());
        // Every text is escaped, so that these tags are those of the renderer.
        return body.replace("<table>", "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>").replace("<th>", "<th scope=\"col\">")
                .replace("<th align", "<th scope=\"col\" align");
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(Heading.class, Link.class, Image.class, HtmlBlock.class, HtmlInline.class,
                FencedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
        switch (node) {
            case Heading heading -> heading(heading);
            case Link link -> link(link);
            case Image image -> html.raw("<img src=\"" + HtmlText.escaped(links.image(page, image.getDestination(),
                    NodeText.line(image))) + "\" alt=\"" + HtmlText.escaped(NodeText.of(image)) + "\">");
            case HtmlBlock block -> {
                html.line();
                html.raw(cleaned(block.getLiteral(), block));
                html.line();
            }
            case HtmlInline inline -> html.raw(cleaned(inline.getLiteral(), inline));
            case FencedCodeBlock code -> code(code);
            default -> throw new IllegalStateException("no rendering of " + node);
        }
    }

    private void heading(Heading heading) {
        String anchor = Objects.requireNonNullElse(page.anchors().get(heading), "");
        String tag = "h" + heading.getLevel();
        html.line();
        html.raw("<" + tag + (anchor.isEmpty() ? "" : " id=\"" + HtmlText.escaped(anchor) + "\"") + ">");
        children(heading);
        if (!anchor.isEmpty() && heading.getLevel() > 1) {
            html.raw(" <a class=\"anchor\" href=\"#" + HtmlText.escaped(anchor)
                    + "\" aria-label=\"Link to this heading: " + HtmlText.escaped(NodeText.of(heading)) + "\">#</a>");
        }
        html.raw("</" + tag + ">");
        html.line();
    }

    private void link(Link link) {
        String address = links.address(page, link.getDestination(), NodeText.line(link));
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("href", address);
        if (SiteLinks.isOtherHost(address)) {
            attributes.put("rel", "noreferrer");
        }
        html.tag("a", attributes);
        children(link);
        html.tag("/a");
    }

    private void code(FencedCodeBlock code) {
        String language = Objects.requireNonNullElse(code.getInfo(), "").strip();
        html.line();
        html.raw("<pre tabindex=\"0\"><code" + (language.isEmpty() ? "" : " class=\"language-"
                + HtmlText.escaped(language) + "\"") + ">");
        html.raw(HtmlText.escaped(code.getLiteral()));
        html.raw("</code></pre>");
        html.line();
    }

    private String cleaned(String raw, Node node) {
        int line = NodeText.line(node);
        try {
            return HtmlAllowlist.cleaned(raw, image -> links.image(page, image, line));
        } catch (IllegalArgumentException refused) {
            links.problem(page, line, String.valueOf(refused.getMessage()));
            return "";
        }
    }

    private void children(Node parent) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            context.render(child);
        }
    }
}
