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

    /** Modules with main sources that ship. */
    static final List<String> MODULES = List.of("signal", "math", "swarm", "setup", "review", "journal", "connect-llm",
            "connect-langchain4j", "connect-web", "connect-mcp", "connect-lucene", "connect-qdrant", "cli");

    private static final String MODIFIERS = "(?m)^[ ]*(?:(?:public|protected|private|static|final|abstract|sealed) )*";

    private static final Pattern TAG = Pattern.compile("\\{@(\\w+) ([^}]*)}");

    private final String source;

    private SourceDocs(String source) {
        this.source = source;
    }

    /** The documentation in one file. */
    static SourceDocs at(Path file) {
        try {
            return new SourceDocs(Files.readString(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The first sentence on a type; empty for none. */
    static String sentence(Class<?> type) {
        return of(type).sentence(type.getSimpleName());
    }

    /** The text behind {@code @param}; empty for none. */
    static String param(Class<?> type, String name) {
        SourceDocs docs = of(type);
        Matcher param = Pattern.compile("(?s)@param " + name + "\\s+(.*?)(?=\\n\\s*\\*?\\s*@\\w|$)")
                .matcher(docs.comment(type.getSimpleName()));
        return param.find() ? docs.markdown(param.group(1)) : "";
    }

    /** The text on a constant of an enum. */
    static String constant(Enum<?> constant) {
        SourceDocs docs = of(constant.getDeclaringClass());
        return docs.markdown(body(docs.before("(?m)^[ ]*" + constant.name() + "\\b")));
    }

    /** The first sentence on a type; empty for none. */
    String sentence(String type) {
        String text = markdown(body(comment(type)));
        Matcher sentence = Pattern.compile("^(.*?\\.)(?= [A-Z`]|$)").matcher(text);
        return sentence.find() ? sentence.group(1) : text;
    }

    /** The text on a field; empty for none. */
    String field(String name) {
        return markdown(body(before(MODIFIERS + "\\w+ " + name + " =")));
    }

    /** The source itself. */
    String source() {
        return source;
    }

    /** The source with the top-level type of a class. */
    private static SourceDocs of(Class<?> type) {
        Class<?> top = type;
        for (Class<?> outer = top; outer != null; outer = outer.getEnclosingClass()) {
            top = outer;
        }
        String path = "/src/main/java/" + top.getName().replace('.', '/') + ".java";
        return MODULES.stream().map(module -> ProjectFiles.at(module + path)).filter(Files::exists).findFirst()
                .map(SourceDocs::at)
                .orElseThrow(() -> new IllegalStateException("no module holds " + path));
    }

    private String comment(String type) {
        return before(MODIFIERS + "(?:record|enum|class|interface) " + type + "\\b");
    }

    /** The comment right before a declaration. */
    private String before(String declaration) {
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

    private String markdown(String javadoc) {
        String line = javadoc.replaceAll("\\n\\s*\\*", " ").replaceAll("\\s+", " ").strip();
        StringBuilder out = new StringBuilder();
        Matcher tag = TAG.matcher(line);
        int from = 0;
        while (tag.find()) {
            out.append(Markdown.words(line.substring(from, tag.start()))).append(inline(tag.group(1), tag.group(2)));
            from = tag.end();
        }
        return out.append(Markdown.words(line.substring(from))).toString();
    }

    private String inline(String tag, String text) {
        return switch (tag) {
            case "value" -> value(text.replace("#", ""));
            case "link", "linkplain" -> Markdown.code(text.replaceAll("^.*[.#](?=\\w)", "").replaceAll("\\(.*", ""));
            default -> Markdown.code(text);
        };
    }

    private String value(String constant) {
        Matcher found = Pattern.compile("\\b" + constant + " = ([^;]+);").matcher(source);
        return found.find() ? found.group(1) : constant;
    }
}
