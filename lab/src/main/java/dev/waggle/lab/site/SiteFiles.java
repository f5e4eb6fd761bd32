package dev.waggle.lab.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The files of the project that the site is made of, by paths with slashes relative to its folder. */
final class SiteFiles {

    private static final Set<String> IMAGES = Set.of(".svg", ".png", ".jpg", ".webp");
    private static final int MAX_SHOWN_BYTES = 256 * 1024;
    private static final int MAX_LISTED = 400;

    private final Path root;

    SiteFiles(Path root) {
        this.root = root.toAbsolutePath().normalize();
        if (!Files.isRegularFile(this.root.resolve("README.md"))) {
            throw new IllegalArgumentException("no README.md in \"" + root
                    + "\"\nMaybe name the folder of the project.");
        }
    }

    /** The Markdown files that are pages without being linked: those of the project's folder, and all of docs. */
    List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>();
        try (Stream<Path> beside = Files.list(root)) {
            beside.map(this::relative).filter(SiteFiles::isMarkdown).forEach(pages::add);
        }
        pages.addAll(below("docs").stream().filter(SiteFiles::isMarkdown).toList());
        return pages.stream().sorted().toList();
    }

    /** Every file below a folder, at most {@value #MAX_LISTED}. */
    List<String> below(String folder) throws IOException {
        if (!isFolder(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root.resolve(folder))) {
            return files.filter(Files::isRegularFile).map(this::relative).filter(path -> !path.contains("/target/"))
                    .sorted().limit(MAX_LISTED).toList();
        }
    }

    boolean isFile(String path) {
        return isInside(path) && Files.isRegularFile(root.resolve(path));
    }

    boolean isFolder(String path) {
        return isInside(path) && Files.isDirectory(root.resolve(path));
    }

    /** True for a file whose text a page can show. */
    boolean isText(String path) throws IOException {
        if (!isFile(path) || Files.size(root.resolve(path)) > MAX_SHOWN_BYTES) {
            return false;
        }
        byte[] bytes = bytes(path);
        for (byte one : bytes) {
            if (one == 0) {
                return false;
            }
        }
        return new String(bytes, StandardCharsets.UTF_8).indexOf('\uFFFD') < 0;
    }

    byte[] bytes(String path) throws IOException {
        return Files.readAllBytes(root.resolve(path));
    }

    String text(String path) throws IOException {
        return Files.readString(root.resolve(path)).replace("\r\n", "\n");
    }

    static boolean isMarkdown(String path) {
        return path.endsWith(".md");
    }

    static boolean isImage(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return IMAGES.stream().anyMatch(lower::endsWith);
    }

    private boolean isInside(String path) {
        return !path.startsWith("/") && root.resolve(path).normalize().startsWith(root);
    }

    private String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }
}
