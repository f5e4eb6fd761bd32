package dev.waggle.cli.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.setup.StarterFile;

/**
 * All keys of the configuration file: their names from its reader, their defaults and comments from the file that
 * {@code waggle init} writes.
 */
final class SettingList {

    private static final Pattern LINE = Pattern.compile("( *)(- )?(\\w+):(?: +([^#\\s].*?))?(?: +# (.*))?");
    private static final int INDENT = 2;
    private static final List<String> DECIMALS = List.of("0.25", "0.5", "1.5", "2.5");

    private final Map<String, String> defaults = new LinkedHashMap<>();
    private final Map<String, String> comments = new LinkedHashMap<>();
    private final List<Setting> settings = new ArrayList<>();

    private SettingList() {}

    /** Reads the keys of all sections. */
    static SettingList read() {
        SettingList list = new SettingList();
        list.starter(StarterFile.of(SetupFile.parse("swarm.yaml", "agents: [{id: " + SettingReader.AGENT + "}]"),
                Optional.empty()));
        list.add("");
        return list;
    }

    /** All keys, sections included; a section before its keys. */
    List<Setting> settings() {
        return settings;
    }

    /** The comment of a key in the starter file; empty for none. */
    String comment(String path) {
        return comments.getOrDefault(path, "");
    }

    private void starter(String text) {
        List<String> path = new ArrayList<>();
        text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
            boolean isItem = line.group(2) != null;
            int depth = line.group(1).length() / INDENT + (isItem ? 1 : 0);
            while (path.size() > (isItem || (path.contains("agents[]") && depth > 1) ? depth - 1 : depth)) {
                path.removeLast();
            }
            path.add(line.group(3).equals("agents") ? "agents[]" : line.group(3));
            String key = String.join(".", path);
            defaults.put(key, Optional.ofNullable(line.group(4)).orElse(""));
            comments.put(key, Optional.ofNullable(line.group(5)).orElse(""));
        });
    }

    private void add(String section) {
        for (String key : SettingReader.keys(section)) {
            String name = section.isEmpty() ? SettingReader.marked(key) : key;
            String path = section.isEmpty() ? name : section + '.' + name;
            boolean isSection = !SettingReader.keys(path).isEmpty();
            SettingType type = isSection && !SettingReader.accepts(path, "bold") ? SettingType.SECTION : type(path);
            settings.add(new Setting(path, type, defaults.getOrDefault(path, ""), range(path, type)));
            if (isSection) {
                add(path);
            }
        }
    }

    private static SettingType type(String path) {
        List<String> words = SettingChoice.words(path);
        if (!words.isEmpty()) {
            return words(path, words);
        }
        if (SettingReader.accepts(path, "zz") || SettingReader.accepts(path, "3d")) {
            return SettingReader.accepts(path, "[zz]") ? SettingType.TEXTS : SettingType.TEXT;
        }
        if (SettingReader.accepts(path, "false")) {
            return SettingType.FLAG;
        }
        return DECIMALS.stream().anyMatch(value -> SettingReader.accepts(path, value)) ? SettingType.NUMBER
                : SettingType.WHOLE;
    }

    private static SettingType words(String path, List<String> words) {
        if (SettingReader.accepts(path, "zz")) {
            throw new IllegalStateException(path + " takes more than the words " + words);
        }
        if (words.stream().anyMatch(word -> SettingReader.accepts(path, '[' + word + ']'))) {
            return SettingType.WORDS;
        }
        words.stream().filter(word -> !SettingReader.accepts(path, word)).findFirst().ifPresent(word -> {
            throw new IllegalStateException(path + " does not take the word " + word);
        });
        return SettingType.WORD;
    }

    private static String range(String path, SettingType type) {
        return switch (type) {
            case WHOLE -> SettingRange.whole(path);
            case NUMBER -> SettingRange.number(path);
            case TEXT, WORD, FLAG, TEXTS, WORDS, SECTION -> "";
        };
    }

    /** Names of sections, the file itself first. */
    Stream<String> sections() {
        return Stream.concat(Stream.of(""), settings.stream().map(Setting::section).filter(name -> !name.isEmpty()))
                .distinct();
    }
}
