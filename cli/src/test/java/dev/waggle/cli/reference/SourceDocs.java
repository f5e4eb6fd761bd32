package dev.waggle.cli.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.ProjectFiles;

/** Documentation comments of the main sources, as Markdown. */
final class SourceDocs {

    private static final List<String> MODULES = List.of("signal", "math", "swarm", "journal", "connect-llm",
            "connect-web", "connect-mcp", "cli");

    private static final String MODIFIERS = "(?m)^[ ]*(?:(?:public|protected|private|static|final|abstract|sealed) )*";

    private static final Pattern TAG = Pattern.compile("\\{@(\\w+) ([^}]*)}");

    private SourceDocs() {}

    /** The first sentence on a type; empty for none. */
    static String sentence(Class<?> type) {
        return first(markdown(type, body(comment(type))));
    }

    /** The text behind {@code @param}; empty for none. */
    static String param(Class<?> type, String name) {
        Matcher param = Pattern.compile("(?s)@param " + name + "\\s+(.*?)(?=\\n\\s*\\*?\\s*@\\w|$)")
                .matcher(comment(type));
        return param.find() ? markdown(type, param.group(1)) : "";
    }

    /** The text on a constant of an enum. */
    static String constant(Enum<?> constant) {
        Class<?> type = constant.getDeclaringClass();
        return markdown(type, body(before(source(type), "(?m)^[ ]*" + constant.name() + "\\b")));
    }

    /** The text on a field that a source declares. */
    static String field(Class<?> type, String name) {
        return markdown(type, body(before(source(type), MODIFIERS + "\\w+ " + name + " =")));
    }

    /** The source with the top-level type of a class. */
    static String source(Class<?> type) {
        Class<?> top = type;
        for (Class<?> outer = top; outer != null; outer = outer.getEnclosingClass()) {
            top = outer;
        }
        String path = "/src/main/java/" + top.getName().replace('.', '/') + ".java";
        Path file = MODULES.stream().map(module -> ProjectFiles.at(module + path)).filter(Files::exists).findFirst()
                .orElseThrow(() -> new IllegalStateException("no module holds " + path));
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String comment(Class<?> type) {
        return before(source(type), MODIFIERS + "(?:record|enum|class|interface) " + type.getSimpleName() + "\\b");
    }

    /** The comment right before a declaration. */
    private static String before(String source, String declaration) {
        Matcher found = Pattern.compile(declaration).matcher(source);
        String above = found.find() ? source.substring(0, found.start()).stripTrailing() : "";
        return above.endsWith("*/")
                ? above.substring(above.lastIndexOf("/**") + "/**".length(), above.length() - "*/".length())
                : "";
    }

    /** The comment before its tags and its second paragraph. */
    private static String body(String comment) {
        return comment.replaceFirst("(?s)\\n\\s*\\*\\s*(@\\w|<p>|<pre>|\\n).*", "");
    }

    private static String first(String text) {
        Matcher sentence = Pattern.compile("^(.*?\\.)(?= [A-Z`]|$)").matcher(text);
        return sentence.find() ? sentence.group(1) : text;
    }

    private static String markdown(Class<?> type, String javadoc) {
        String line = javadoc.replaceAll("\\n\\s*\\*", " ").replaceAll("\\s+", " ").strip();
        StringBuilder out = new StringBuilder();
        Matcher tag = TAG.matcher(line);
        int from = 0;
        while (tag.find()) {
            out.append(Markdown.words(line.substring(from, tag.start())))
                    .append(inline(type, tag.group(1), tag.group(2)));
            from = tag.end();
        }
        return out.append(Markdown.words(line.substring(from))).toString();
    }

    private static String inline(Class<?> type, String tag, String text) {
        return switch (tag) {
            case "value" -> value(type, text.replace("#", ""));
            case "link", "linkplain" -> Markdown.code(text.replaceAll("^.*[.#](?=\\w)", "").replaceAll("\\(.*", ""));
            default -> Markdown.code(text);
        };
    }

    private static String value(Class<?> type, String constant) {
        Matcher found = Pattern.compile("\\b" + constant + " = ([^;]+);").matcher(source(type));
        return found.find() ? found.group(1) : constant;
    }
}
