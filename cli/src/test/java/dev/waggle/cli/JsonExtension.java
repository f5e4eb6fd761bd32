package dev.waggle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of JSON for programs with that of an earlier build. Objects may have further fields, and the sentence that
 * gives the reason of a verdict may go on; everything else is equal.
 */
final class JsonExtension {

    private JsonExtension() {}

    /** Differences of the output from an earlier one, each with its path; one value or one on each line. */
    static List<String> differences(String now, String before) {
        List<String> lines = before.lines().toList();
        List<String> others = now.lines().toList();
        List<String> differences = new ArrayList<>();
        if (others.size() != lines.size()) {
            differences.add("lines: was " + lines.size() + ", is " + others.size());
        }
        for (int i = 0; i < Math.min(lines.size(), others.size()); i++) {
            compare("line " + (i + 1), JsonText.read(others.get(i)), JsonText.read(lines.get(i)), differences);
        }
        return differences;
    }

    /** True for a sentence that begins as the earlier one; the number of {@code entropy} has its own name since. */
    private static boolean goesOn(@Nullable JsonValue now, JsonValue before) {
        return now instanceof JsonValue.Str(String sentence) && before instanceof JsonValue.Str(String earlier)
                && sentence.startsWith(
                        earlier.replace("support is concentrated to", "concentration of support is"));
    }

    private static void compare(String path, JsonValue now, JsonValue before, List<String> differences) {
        if (before instanceof JsonValue.Obj(Map<String, JsonValue> fields)
                && now instanceof JsonValue.Obj(Map<String, JsonValue> more)) {
            fields.forEach((name, value) -> {
                JsonValue other = more.get(name);
                if (name.equals("reasoning") && goesOn(other, value)) {
                    return;
                }
                if (other == null) {
                    differences.add(path + "." + name + " is missing");
                } else {
                    compare(path + "." + name, other, value, differences);
                }
            });
        } else if (before instanceof JsonValue.Arr(List<JsonValue> items)
                && now instanceof JsonValue.Arr(List<JsonValue> others) && items.size() == others.size()) {
            for (int i = 0; i < items.size(); i++) {
                compare(path + "[" + i + "]", others.get(i), items.get(i), differences);
            }
        } else if (!now.equals(before)) {
            differences.add(path + ": was " + JsonLine.of(before) + ", is " + JsonLine.of(now));
        }
    }
}
