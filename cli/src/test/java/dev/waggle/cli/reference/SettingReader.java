package dev.waggle.cli.reference;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.UserException;

/** Asks the reader of the configuration file which keys and values it accepts. */
final class SettingReader {

    /** A key that no section has. */
    private static final String FOREIGN = "zz";

    /** The agent of files that need one. */
    static final String AGENT = "ada";

    private static final Pattern NAMES = Pattern.compile("\\w+(?:, \\w+)+");

    private static final Map<String, List<String>> REQUIRED = Map.of("agents[]", List.of("id: " + AGENT), "seats[]",
            List.of("id: " + AGENT, "answers: later"));

    private SettingReader() {}

    /** The keys of a section, in the order of the reader, from its refusal of another key; none for a plain value. */
    static List<String> keys(String section) {
        String path = section.isEmpty() ? FOREIGN : section + '.' + FOREIGN;
        try {
            var _ = SetupFile.parse("swarm.yaml", yaml(path, "1"));
            throw new IllegalStateException("the reader accepts the unknown key " + path);
        } catch (UserException refused) {
            return String.valueOf(refused.getMessage()).contains(path.replace("[]", "[0]") + '"')
                    ? names(refused.remedy())
                    : List.of();
        }
    }

    /** True if the reader takes that value for that key. */
    static boolean accepts(String path, String value) {
        try {
            var _ = SetupFile.parse("swarm.yaml", yaml(path, value));
            return true;
        } catch (UserException refused) {
            return false;
        }
    }

    /** The last list of names in a message. */
    static List<String> names(String message) {
        List<String> lists = NAMES.matcher(message).results().map(MatchResult::group).toList();
        return lists.isEmpty() ? List.of() : Arrays.asList(lists.getLast().split(", ", -1));
    }

    /** True for the key of a list of sections. */
    static boolean isItem(String key) {
        return key.endsWith("[]");
    }

    /** The key of a list of sections, marked as such; any other as it is. */
    static String marked(String key) {
        return REQUIRED.containsKey(key + "[]") ? key + "[]" : key;
    }

    private static String nameOf(String key) {
        return key.substring(0, key.length() - 2);
    }

    /** The keys that an item cannot do without, but that of the path. */
    private static String required(String path, String key) {
        return REQUIRED.getOrDefault(key, List.of()).stream()
                .filter(field -> !path.equals(key + '.' + field.substring(0, field.indexOf(':'))))
                .map(field -> field + ", ").collect(Collectors.joining());
    }

    /** A file with one key, and with what an agent cannot do without. */
    private static String yaml(String path, String value) {
        String text = value;
        List<String> keys = Arrays.asList(path.split("\\.", -1));
        for (String key : keys.reversed()) {
            text = isItem(key)
                    ? nameOf(key) + ": [{" + required(path, key) + text + "}]"
                    : key + ": " + text;
            text = key.equals(keys.getFirst()) || isItem(keys.get(keys.indexOf(key) - 1))
                    ? text
                    : '{' + text + '}';
        }
        return text + '\n';
    }
}
