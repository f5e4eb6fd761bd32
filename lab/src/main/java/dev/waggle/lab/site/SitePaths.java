package dev.waggle.lab.site;

import java.util.ArrayList;
import java.util.List;

/** Paths of the project and of the site, with slashes on every system. */
final class SitePaths {

    private static final String README = "README.md";

    private SitePaths() {}

    /** File of a Markdown page in the site: {@code README.md} is the index of its folder. */
    static String page(String path) {
        String folder = folder(path);
        String name = path.substring(folder.length());
        return folder + (name.equals(README) ? "index.html" : name.substring(0, name.length() - 3) + ".html");
    }

    /** The path that a link means, as seen from a file. A path above the project begins with two dots. */
    static String resolve(String from, String link) {
        List<String> parts = new ArrayList<>();
        for (String part : (folder(from) + link).split("/", -1)) {
            if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    /** The link from one file of the site to another. */
    static String relative(String from, String to) {
        return root(from) + to;
    }

    /** The way from a file up to the folder of the site: empty, or steps up. */
    static String root(String file) {
        return "../".repeat((int) file.chars().filter(letter -> letter == '/').count());
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
