package dev.waggle.cli.reference;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.UserException;

/** Asks the reader of the configuration file which keys and values it accepts. */
final class SettingReader {

    /** A key that no section has. */
    private static final String FOREIGN = "zz";

    /** The agent of files that need one. */
    static final String AGENT = "ada";

    private static final Pattern NAMES = Pattern.compile("\\w+(?:, \\w+)+");

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

    /** A file with one key, and with what an agent cannot do without. */
    private static String yaml(String path, String value) {
        String text = value;
        List<String> keys = Arrays.asList(path.split("\\.", -1));
        for (String key : keys.reversed()) {
            boolean isAgent = key.equals("agents[]");
            String id = isAgent && !path.equals("agents[].id") ? "id: " + AGENT + ", " : "";
            text = isAgent ? "agents: [{" + id + text + "}]" : key + ": " + text;
            text = key.equals(keys.getFirst()) || keys.get(keys.indexOf(key) - 1).equals("agents[]")
                    ? text
                    : '{' + text + '}';
        }
        return text + '\n';
    }
}
