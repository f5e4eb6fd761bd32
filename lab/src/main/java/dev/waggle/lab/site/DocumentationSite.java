package dev.waggle.lab.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** All files of the site in memory, made of the files of the project. The same project gives the same bytes. */
final class DocumentationSite {

    private final SiteFiles files;
    private final SiteLinks links;
    private final SortedMap<String, byte[]> made = new TreeMap<>();

    private DocumentationSite(Path root) {
        this.files = new SiteFiles(root);
        this.links = new SiteLinks(files);
    }

    /**
     * The files of the site by their place.
     *
     * @param root the folder of the project
     * @throws IllegalArgumentException if a link, an image or an element of a page is bad, with every file and line
     */
    static SortedMap<String, byte[]> of(Path root) throws IOException {
        DocumentationSite site = new DocumentationSite(root);
        site.links.follow(site.files.pages());
        site.renderPages();
        site.copy();
        List<String> problems = site.links.problems();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return site.made;
    }

    private void renderPages() throws IOException {
        PageLayout layout = new PageLayout(SiteNavigation.of(links.pages()));
        for (MarkdownPage page : links.pages().values()) {
            String file = SitePaths.page(page.path());
            put(file, layout.page(file, page.title(), PageRenderer.render(page, links)));
        }
        for (String path : links.shown()) {
            String file = links.place(path);
            put(file, layout.page(file, path, "<h1>" + HtmlText.escaped(path) + "</h1>\n<pre tabindex=\"0\"><code>"
                    + HtmlText.escaped(files.text(path)) + "</code></pre>\n"));
        }
        for (String folder : links.folders()) {
            String file = links.place(folder);
            put(file, layout.page(file, folder, listing(folder, file)));
        }
        put(PageLayout.INDEX, SearchIndex.script(links.pages()));
        put(PageLayout.STYLE, resource(PageLayout.STYLE));
        put(PageLayout.SCRIPT, resource(PageLayout.SCRIPT));
    }

    private String listing(String folder, String from) throws IOException {
        StringBuilder list = new StringBuilder("<h1>").append(HtmlText.escaped(folder)).append("</h1>\n<ul>\n");
        for (String path : files.below(folder)) {
            String name = HtmlText.escaped(path.substring(folder.length() + 1));
            String place = links.place(path);
            list.append("<li>").append(place.isEmpty() ? name : "<a href=\"" + HtmlText.escaped(SitePaths.relative(from,
                    place)) + "\">" + name + "</a>").append("</li>\n");
        }
        return list.append("</ul>\n").toString();
    }

    private void copy() throws IOException {
        for (String image : links.images()) {
            var _ = made.put(image, files.bytes(image));
        }
    }

    private void put(String file, String text) {
        if (made.put(file, text.getBytes(StandardCharsets.UTF_8)) != null) {
            throw new IllegalArgumentException("two pages of the site would be " + file);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(DocumentationSite.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
