package dev.waggle.signal.template;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.waggle.signal.json.JsonValue;

/**
 * A text with expressions <code>{{ path }}</code>, parsed once and expanded as often as needed. Immutable.
 *
 * <p>A path is the text between the braces, without surrounding blanks: one or more characters, none of them
 * <code>}</code>. Its steps are split at dots. {@code state}, {@code signal} and {@code input} are the values of a
 * {@link TemplateContext}. Any other first step is looked up in the state, so <code>{{ ticker }}</code> is short for
 * <code>{{ state.ticker }}</code>. Braces that form no expression are plain text.
 *
 * <p>A path without a value becomes empty, the value null the word {@code null}. A text is inserted unchanged,
 * numbers and flags as their words, lists and objects as JSON. Inserted text is never parsed as a template again.
 *
 * <p>Parsing costs one pass over the text, whatever it contains; expanding costs one pass over the result.
 */
public final class Template {

    /** Maximum length of the text, in UTF-16 units. */
    public static final int MAX_LENGTH = 1_000_000;

    /** Maximum length of the result, in UTF-16 units: a short template can name a large value many times. */
    public static final int MAX_RESULT = 16 * 1024 * 1024;

    private final String text;
    private final List<Piece> pieces;
    private final List<String> paths;

    private Template(String text, List<Piece> pieces) {
        this.text = text;
        this.pieces = List.copyOf(pieces);
        List<String> found = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Expression expression) {
                found.add(expression.path().text());
            }
        }
        this.paths = List.copyOf(found);
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException when the text has more than {@value #MAX_LENGTH} characters
     */
    public static Template of(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a template must have at most " + MAX_LENGTH + " characters, got " + text.length());
        }
        List<Piece> pieces = new ArrayList<>();
        int plain = 0;
        int open = text.indexOf("{{");
        while (open >= 0) {
            int close = text.indexOf('}', open + 2);
            if (close < 0) {
                break;
            }
            boolean isEmpty = close == open + 2;
            boolean isClosed = close + 1 < text.length() && text.charAt(close + 1) == '}';
            if (isEmpty || !isClosed) {
                open = text.indexOf("{{", isEmpty ? open + 1 : close + 1);
                continue;
            }
            addWords(text.substring(plain, open), pieces);
            pieces.add(new Piece.Expression(TemplatePath.of(trim(text.substring(open + 2, close)))));
            plain = close + 2;
            open = text.indexOf("{{", plain);
        }
        addWords(text.substring(plain), pieces);
        return new Template(text, pieces);
    }

    /**
     * Returns the text with every expression replaced.
     *
     * @throws IllegalArgumentException when the result would have more than {@value #MAX_RESULT} characters
     */
    public String expand(TemplateContext context) {
        return expand(context, UnaryOperator.identity());
    }

    /**
     * Returns the text with every expression replaced by a display form of its value, for example without line ends.
     *
     * @param visible converts the text of a value to its display form
     * @throws IllegalArgumentException when the result would have more than {@value #MAX_RESULT} characters
     */
    public String expand(TemplateContext context, UnaryOperator<String> visible) {
        StringBuilder result = new StringBuilder();
        for (Piece piece : pieces) {
            String next = switch (piece) {
                case Piece.Words words -> words.text();
                case Piece.Expression expression -> value(expression.path(), context, visible);
            };
            if (next.length() > MAX_RESULT - result.length()) {
                throw new IllegalArgumentException("an expanded template must have at most " + MAX_RESULT
                        + " characters, got " + ((long) result.length() + next.length())
                        + " and more\nMaybe it names a large value more often than needed.");
            }
            result.append(next);
        }
        return result.toString();
    }

    /** Returns the paths of all expressions, in their order, as often as they occur. */
    public List<String> paths() {
        return paths;
    }

    /** True if there is an expression. */
    public boolean hasExpressions() {
        return !paths.isEmpty();
    }

    @Override
    public String toString() {
        return text;
    }

    private static String value(TemplatePath path, TemplateContext context, UnaryOperator<String> visible) {
        JsonValue value = path.in(context);
        return value == null ? "" : visible.apply(EcmaScriptText.of(value));
    }

    private static void addWords(String words, List<Piece> pieces) {
        if (!words.isEmpty()) {
            pieces.add(new Piece.Words(words));
        }
    }

    private static String trim(String path) {
        int from = 0;
        int to = path.length();
        while (from < to && isBlank(path.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(path.charAt(to - 1))) {
            to--;
        }
        return path.substring(from, to);
    }

    /** True for white space and line ends of ECMAScript. */
    private static boolean isBlank(char unit) {
        return switch (unit) {
            case '\t', '\n', '\u000b', '\f', '\r', '\ufeff', '\u2028', '\u2029' -> true;
            default -> Character.getType(unit) == Character.SPACE_SEPARATOR;
        };
    }

    /** A part of a template. */
    private sealed interface Piece {

        /** Plain text. */
        record Words(String text) implements Piece {}

        /** An expression to be replaced. */
        record Expression(TemplatePath path) implements Piece {}
    }
}
