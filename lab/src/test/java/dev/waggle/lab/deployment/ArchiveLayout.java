package dev.waggle.lab.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names and content of the archives, read from what makes them.
 *
 * @param plainName the archive without a Java
 * @param linuxNames the archives with a Java for Linux, one for each processor
 * @param topFolder the only folder at the top of an archive
 * @param launcher the launcher, from the top folder
 */
record ArchiveLayout(String plainName, List<String> linuxNames, String topFolder, String launcher) {

    private static final String VERSION = "1.2.3";

    static ArchiveLayout read(Path root) throws IOException {
        String pom = Files.readString(root.resolve("cli/pom.xml"));
        List<String> names = all("<finalName>(\\S+)</finalName>", pom).map(ArchiveLayout::withVersion).toList();
        List<String> platforms = all("<waggle.platform>(linux-\\S+)</waggle.platform>", pom).toList();
        String runtime = Files.readString(root.resolve("build/release/archive-runtime.xml"));
        String end = '.' + one("<format>(\\S+)</format>", runtime);
        String file = "<source>\\S+/waggle</source>\\s+<outputDirectory>(\\S+)</outputDirectory>";
        return new ArchiveLayout(names.getFirst() + end,
                platforms.stream().map(each -> names.getLast().replace("${waggle.platform}", each) + end).toList(),
                withVersion(one("<baseDirectory>(\\S+)</baseDirectory>", runtime)),
                one(file, Files.readString(root.resolve("build/release/content.xml"))) + "/waggle");
    }

    private static String withVersion(String text) {
        return text.replace("${project.version}", VERSION);
    }

    private static String one(String pattern, String text) {
        return all(pattern, text).findFirst().orElseThrow(() -> new IllegalStateException("no " + pattern));
    }

    private static Stream<String> all(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.results().map(result -> result.group(1));
    }
}
