package dev.waggle.lab.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Code of a source file that a page shows: the lines between {@code // begin} and {@code // end}, or the end of the
 * file. Several such parts of one name are one code.
 *
 * @param file the source, relative to the folder of the project
 * @param text the lines, with each run of spaces and line ends as one space
 */
record MarkedCode(Path file, String text) {

    private static final Pattern MARK = Pattern.compile("\\s*// (begin|end)( \\w+)?");

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /** The codes of a file; none when it marks none. */
    static List<MarkedCode> in(Path root, Path file) throws IOException {
        Map<String, List<String>> codes = new LinkedHashMap<>();
        List<String> open = null;
        for (String line : Files.readAllLines(file)) {
            Matcher mark = MARK.matcher(line);
            if (mark.matches()) {
                open = mark.group(1).equals("end") ? null
                        : codes.computeIfAbsent(Objects.requireNonNullElse(mark.group(2), ""), _ -> new ArrayList<>());
            } else if (open != null) {
                open.add(line);
            }
        }
        return codes.values().stream().map(lines -> new MarkedCode(root.relativize(file),
                normalized(String.join("\n", lines)))).toList();
    }

    /** Code as it is compared. A page may break a line where the source does not. */
    static String normalized(String code) {
        return SPACE.matcher(code).replaceAll(" ").strip();
    }

    /** Every Java file below a folder. */
    static List<Path> sourcesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** Name of its class. */
    String className() {
        return file.getFileName().toString().replace(".java", "");
    }
}
