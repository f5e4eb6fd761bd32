package dev.waggle.lab.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes the documentation of a project as a folder of HTML, which a browser opens without a server. */
public final class SiteGenerator {

    private SiteGenerator() {}

    /**
     * Writes the site.
     *
     * @param args the folder of the project, and a new or empty folder for the site
     */
    public static void main(String... args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("two folders are needed, got " + args.length
                    + " arguments\nMaybe give the folder of the project and one for the site: . site");
        }
        int files = write(Path.of(args[0]), Path.of(args[1]));
        System.out.println(files + " files, begin with " + Path.of(args[1]).resolve("index.html"));
    }

    /**
     * Writes the site whole or not at all.
     *
     * @param root the folder of the project
     * @param site a new or empty folder
     * @return the number of files
     */
    static int write(Path root, Path site) throws IOException {
        requireEmpty(site);
        Map<String, byte[]> files = DocumentationSite.of(root);
        Path place = site.toAbsolutePath().normalize();
        Path beside = place.resolveSibling(place.getFileName() + ".partial");
        requireEmpty(beside);
        try {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path target = beside.resolve(file.getKey());
                Path folder = target.getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                Files.write(target, file.getValue());
            }
            Files.deleteIfExists(place);
            Files.move(beside, place);
        } finally {
            delete(beside);
        }
        return files.size();
    }

    private static void requireEmpty(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        boolean isEmpty = false;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> content = Files.list(folder)) {
                isEmpty = content.findAny().isEmpty();
            }
        }
        if (!isEmpty) {
            throw new IllegalArgumentException("\"" + folder + "\" is not an empty folder\nMaybe name a new one.");
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> content;
        try (Stream<Path> found = Files.walk(folder)) {
            content = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path one : content) {
            Files.delete(one);
        }
    }
}
