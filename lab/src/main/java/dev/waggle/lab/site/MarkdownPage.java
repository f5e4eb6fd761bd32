package dev.waggle.lab.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * A Markdown file of the project, parsed.
 *
 * @param path relative to the folder of the project, with slashes
 * @param document its nodes, with their lines
 * @param sections its headings with their texts, in order
 * @param anchors the anchor of each heading
 */
record MarkdownPage(String path, Node document, List<PageSection> sections, Map<Heading, String> anchors) {

    private static final Parser PARSER = Parser.builder().extensions(List.of(TablesExtension.create()))
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES).build();

    MarkdownPage {
        sections = List.copyOf(sections);
        anchors = Collections.unmodifiableMap(anchors);
    }

    static MarkdownPage parse(String path, String text) {
        Node document = PARSER.parse(text);
        List<PageSection> sections = new ArrayList<>();
        Map<Heading, String> anchors = new LinkedHashMap<>();
        HeadingAnchors names = new HeadingAnchors();
        PageSection open = new PageSection("", "", 1, "");
        StringBuilder below = new StringBuilder();
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                add(sections, open, below);
                String words = NodeText.of(heading);
                String anchor = names.next(words);
                anchors.put(heading, anchor);
                open = new PageSection(anchor, words, heading.getLevel(), "");
            } else {
                below.append(NodeText.of(node)).append(' ');
            }
        }
        add(sections, open, below);
        return new MarkdownPage(path, document, sections, anchors);
    }

    private static void add(List<PageSection> sections, PageSection open, StringBuilder below) {
        if (!open.anchor().isEmpty() || !below.isEmpty()) {
            sections.add(new PageSection(open.anchor(), open.heading(), open.level(), below.toString().strip()));
        }
        below.setLength(0);
    }

    /** Its first heading; the path without one. */
    String title() {
        return sections.stream().map(PageSection::heading).filter(words -> !words.isEmpty()).findFirst().orElse(path);
    }

    boolean hasAnchor(String anchor) {
        return anchors.containsValue(anchor);
    }
}
