package dev.waggle.journal.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Documentation of a record and of its components, read from its source. */
final class RecordDocs {

    private static final Path SOURCES = Path.of("..", "signal", "src", "main", "java");

    private RecordDocs() {}

    /** The first sentence on the record. */
    static String of(Class<?> type) {
        String text = comment(type).replaceAll("(?s)\\n\\s*\\*\\s*@param.*", "");
        String words = plain(text.replaceFirst("^[\\s*]*\\{@link [^}]*}: ", "")).replaceFirst("^(.*?\\.)(\\s.*)?$",
                "$1");
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** The text behind {@code @param}. */
    static String of(RecordComponent component) {
        Matcher param = Pattern.compile("(?s)@param " + component.getName() + "\\s+(.*?)(?=\\n\\s*\\*\\s*@|$)")
                .matcher(comment(component.getDeclaringRecord()));
        return param.find() ? plain(param.group(1)) : "";
    }

    private static String comment(Class<?> type) {
        Class<?> outer = type.getEnclosingClass() == null ? type : type.getEnclosingClass();
        Path file = SOURCES.resolve(outer.getName().replace('.', '/') + ".java");
        try {
            Matcher found = Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public )?(?:record|enum) "
                    + type.getSimpleName() + "\\b").matcher(Files.readString(file));
            return found.find() ? found.group(1) : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String plain(String text) {
        return text.replaceAll("\\n\\s*\\*", " ").replaceAll("^\\s*\\*", " ")
                .replaceAll("\\{@link (?:\\w+[.#])*(\\w+)}", "$1").replaceAll("\\{@code ([^}]*)}", "$1")
                .replaceAll("\\s+", " ").strip();
    }
}
