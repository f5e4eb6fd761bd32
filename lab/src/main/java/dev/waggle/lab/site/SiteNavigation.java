package dev.waggle.lab.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The list of pages at the side. Its groups and their order are those of the list of all pages. A page that is not
 * there is in the last group.
 */
final class SiteNavigation {

    private static final String LIST = "docs/README.md";
    private static final String REST = "More";

    private final Map<String, List<MarkdownPage>> groups = new LinkedHashMap<>();

    private SiteNavigation() {}

    static SiteNavigation of(Map<String, MarkdownPage> pages) {
        SiteNavigation navigation = new SiteNavigation();
        Set<String> listed = new LinkedHashSet<>(Set.of("README.md"));
        MarkdownPage list = pages.get(LIST);
        if (list != null) {
            listed.add(LIST);
            String group = REST;
            for (Node node = list.document().getFirstChild(); node != null; node = node.getNext()) {
                if (node instanceof Heading heading) {
                    group = NodeText.of(heading);
                }
                for (String path : linked(node)) {
                    MarkdownPage page = pages.get(path);
                    if (page != null && listed.add(path)) {
                        navigation.add(group, page);
                    }
                }
            }
        }
        pages.forEach((path, page) -> {
            if (listed.add(path)) {
                navigation.add(REST, page);
            }
        });
        return navigation;
    }

    private static List<String> linked(Node block) {
        List<String> paths = new ArrayList<>();
        block.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                if (!SiteLinks.isOtherHost(link.getDestination()) && !link.getDestination().contains("#")) {
                    paths.add(SitePaths.resolve(LIST, link.getDestination()));
                }
            }
        });
        return paths;
    }

    private void add(String group, MarkdownPage page) {
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(page);
    }

    /** Its HTML, as seen from a file of the site, which is marked as the current one. */
    String html(String from) {
        StringBuilder html = new StringBuilder();
        html.append("<ul>").append(item(from, "index.html", "Waggle")).append(item(from, SitePaths.page(LIST),
                "All pages")).append("</ul>\n");
        groups.forEach((group, pages) -> {
            boolean isOpen = pages.stream().anyMatch(page -> SitePaths.page(page.path()).equals(from));
            html.append("<details").append(isOpen || groups.keySet().iterator().next().equals(group) ? " open" : "")
                    .append("><summary>").append(HtmlText.escaped(group)).append("</summary><ul>\n");
            pages.forEach(page -> html.append(item(from, SitePaths.page(page.path()), page.title())));
            html.append("</ul></details>\n");
        });
        return html.toString();
    }

    private static String item(String from, String file, String title) {
        return "<li><a href=\"" + HtmlText.escaped(SitePaths.relative(from, file)) + '"'
                + (file.equals(from) ? " aria-current=\"page\"" : "") + '>' + HtmlText.escaped(title) + "</a></li>\n";
    }
}
