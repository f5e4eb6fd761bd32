package dev.waggle.lab.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/**
 * The links of all pages: each leads to a page, a file or a folder of the project, or to another host. Following them
 * finds pages, files to show and images to copy. A link that leads nowhere is a problem with its file and line.
 */
final class SiteLinks {

    private static final Pattern OTHER_HOST = Pattern.compile("(?i)(https?|mailto):.*");

    private final SiteFiles files;
    private final SortedMap<String, MarkdownPage> pages = new TreeMap<>();
    private final SortedSet<String> shown = new TreeSet<>();
    private final SortedSet<String> folders = new TreeSet<>();
    private final SortedSet<String> images = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    SiteLinks(SiteFiles files) {
        this.files = files;
    }

    /** Reads the pages and all that they link, and what these link in turn. */
    void follow(List<String> first) throws IOException {
        Deque<String> open = new ArrayDeque<>(first);
        while (!open.isEmpty()) {
            String path = open.removeFirst();
            if (!pages.containsKey(path)) {
                MarkdownPage page = MarkdownPage.parse(path, files.text(path));
                pages.put(path, page);
                List<String> destinations = new ArrayList<>();
                page.document().accept(new AbstractVisitor() {
                    @Override
                    public void visit(Link link) {
                        destinations.add(link.getDestination());
                        visitChildren(link);
                    }

                    @Override
                    public void visit(Image image) {
                        destinations.add(image.getDestination());
                    }
                });
                for (String destination : destinations) {
                    note(path, destination, open);
                }
            }
        }
        for (String folder : folders) {
            for (String file : files.below(folder)) {
                if (!SiteFiles.isMarkdown(file) && !SiteFiles.isImage(file) && files.isText(file)) {
                    shown.add(file);
                }
            }
        }
    }

    private void note(String from, String destination, Deque<String> open) throws IOException {
        if (isOtherHost(destination) || destination.startsWith("#")) {
            return;
        }
        String path = path(from, destination);
        if (files.isFile(path)) {
            if (SiteFiles.isMarkdown(path)) {
                open.add(path);
            } else if (SiteFiles.isImage(path)) {
                images.add(path);
            } else if (files.isText(path)) {
                shown.add(path);
            }
        } else if (files.isFolder(path)) {
            if (files.isFile(path + "/README.md")) {
                open.add(path + "/README.md");
            } else {
                folders.add(path);
            }
        }
    }

    /** The address of a link in the site, relative to its page; a problem when it leads nowhere. */
    String address(MarkdownPage from, String destination, int line) {
        if (isOtherHost(destination)) {
            return destination;
        }
        int mark = destination.indexOf('#');
        String anchor = mark < 0 ? "" : destination.substring(mark + 1);
        String path = mark == 0 ? from.path() : path(from.path(), destination);
        MarkdownPage page = pages.get(path);
        if (page == null) {
            page = pages.get(path + "/README.md");
        }
        if (page != null && (mark < 0 || page.hasAnchor(anchor))) {
            String place = mark == 0
                    ? ""
                    : SitePaths.relative(SitePaths.page(from.path()), SitePaths.page(page.path()));
            return place + (mark < 0 ? "" : '#' + anchor);
        }
        if (page == null && mark < 0 && (shown.contains(path) || folders.contains(path) || images.contains(path))) {
            return SitePaths.relative(SitePaths.page(from.path()), place(path));
        }
        problems.add(from.path() + ':' + line + ": the link \"" + destination + "\" leads nowhere"
                + (page == null ? "" : "; " + page.path() + " has no heading #" + anchor));
        return "#";
    }

    /** The address of an image, which is copied; a problem when there is none, or when another host has it. */
    String image(MarkdownPage from, String destination, int line) {
        String path = isOtherHost(destination) ? "" : path(from.path(), destination);
        if (!SiteFiles.isImage(path) || !files.isFile(path)) {
            problems.add(from.path() + ':' + line + ": the image \"" + destination + "\" is not a file of the project");
            return "";
        }
        images.add(path);
        return SitePaths.relative(SitePaths.page(from.path()), path);
    }

    void problem(MarkdownPage page, int line, String message) {
        problems.add(page.path() + ':' + line + ": " + message);
    }

    Map<String, MarkdownPage> pages() {
        return pages;
    }

    SortedSet<String> shown() {
        return shown;
    }

    SortedSet<String> folders() {
        return folders;
    }

    SortedSet<String> images() {
        return images;
    }

    List<String> problems() {
        return problems;
    }

    /** Place of a file or folder in the site; empty when it has none. */
    String place(String path) {
        if (pages.containsKey(path)) {
            return SitePaths.page(path);
        }
        if (images.contains(path)) {
            return path;
        }
        if (folders.contains(path)) {
            return path + "/index.html";
        }
        return shown.contains(path) ? path + ".html" : "";
    }

    static boolean isOtherHost(String destination) {
        return OTHER_HOST.matcher(destination).matches();
    }

    private static String path(String from, String destination) {
        int mark = destination.indexOf('#');
        String file = mark < 0 ? destination : destination.substring(0, mark);
        String decoded = URLDecoder.decode(file.replace("+", "%2B"), StandardCharsets.UTF_8);
        return SitePaths.resolve(from, decoded);
    }
}
