package dev.waggle.dashboard;

import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Names of all texts of the pages, such as {@code run.title}. */
final class TextKeys {

    private TextKeys() {}

    static Set<String> all() {
        Set<String> keys = new TreeSet<>();
        collect("", JsonText.read(WebFiles.texts()), keys);
        return keys;
    }

    private static void collect(String prefix, JsonValue value, Set<String> keys) {
        if (value instanceof JsonValue.Obj(var fields)) {
            fields.forEach((name, inner) -> collect(prefix.isEmpty() ? name : prefix + '.' + name, inner, keys));
        } else {
            keys.add(prefix);
        }
    }
}
