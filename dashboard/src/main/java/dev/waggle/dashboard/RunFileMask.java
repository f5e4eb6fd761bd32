package dev.waggle.dashboard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;

/**
 * Mask of what a file for others must not hold: known secrets, texts in the form of tokens, and folders of this machine.
 * A log holds what agents have said, and one of them may have said a key. Immutable.
 */
public final class RunFileMask {

    /** Mask without known secrets and folders. */
    public static final RunFileMask OF_TOKENS = new RunFileMask(SecretSet.NONE, List.of());

    /** Beginning of a word, also behind an escape such as the one of a line break, because a text may quote JSON. */
    private static final String WORD = "(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt])|(?<=\\\\u[0-9A-Fa-f]{4}))";

    /**
     * Tokens by their form. A server of ours has 64 hexadecimal digits, and its links have two parts in Base64. Others
     * follow the word of their scheme, or begin as keys of providers do.
     */
    private static final Pattern TOKEN = Pattern.compile("(?:wgl_[0-9a-f]+_)?[0-9a-f]{64,}"
            + "|eyJ[\\w-]{16,}(\\.[\\w-]{16,}){1,2}"
            + "|(?<=Bearer )[\\w.~+/=-]{16,}"
            + "|" + WORD + "(?:(?:sk|pk|rk|xox[abp]|ghp|gho|github_pat)[-_]|AIza)[\\w-]{20,}");

    private static final String FOLDER = "(folder)";

    private final SecretSet secrets;
    private final List<Pattern> folders;

    private RunFileMask(SecretSet secrets, List<Pattern> folders) {
        this.secrets = secrets;
        this.folders = List.copyOf(folders);
    }

    /**
     * The mask of these secrets, and of these folders with everything below them.
     *
     * @param folders absolute folders of this machine; a root is none
     */
    public static RunFileMask of(SecretSet secrets, Collection<Path> folders) {
        List<Pattern> patterns = new ArrayList<>();
        for (Path folder : folders) {
            if (folder.isAbsolute() && folder.getNameCount() > 0) {
                String text = folder.normalize().toString();
                patterns.add(Pattern.compile("(?:" + Pattern.quote(text) + '|' + Pattern.quote(escaped(text))
                        + ")(?![\\w-]|\\.\\w)")); // A dot ends a sentence, or belongs to another name.
            }
        }
        return new RunFileMask(secrets, patterns);
    }

    /** The text as JSON has it, between its quotes. */
    private static String escaped(String text) {
        String json = JsonText.write(JsonValue.of(text));
        return json.substring(1, json.length() - 1);
    }

    /** The text of a JSON value, masked. */
    String json(JsonValue value) {
        return JsonText.write(masked(value));
    }

    /** Masks each text as it is, because the escapes of JSON join words. */
    private JsonValue masked(JsonValue value) {
        return switch (value) {
            case JsonValue.Str(String text) -> JsonValue.of(masked(text));
            case JsonValue.Arr(List<JsonValue> items) -> JsonValue.of(items.stream().map(this::masked).toList());
            case JsonValue.Obj(Map<String, JsonValue> fields) -> {
                Map<String, JsonValue> kept = new LinkedHashMap<>();
                fields.forEach((name, field) -> kept.put(masked(name), masked(field)));
                yield new JsonValue.Obj(kept);
            }
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }

    private String masked(String given) {
        String text = secrets.mask(given);
        for (Pattern folder : folders) {
            text = folder.matcher(text).replaceAll(Matcher.quoteReplacement(FOLDER));
        }
        return TOKEN.matcher(text).replaceAll(Matcher.quoteReplacement(SecretSet.MASK));
    }
}
