package dev.waggle.cli.reference;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Rows of tables of parameters and options. The default stands in a column of its own. */
final class ArgumentTable {

    static final List<String> PARAMETERS = List.of("parameter", "default", "meaning");
    static final List<String> OPTIONS = List.of("option", "default", "meaning");

    /** The default at the end of a description, in parentheses or after a semicolon. */
    private static final Pattern STATED = Pattern.compile(";? default: ([^()]+|[^()]*\\([^()]*\\)[^()]*)$");
    private static final Pattern BRACKETED = Pattern.compile(" \\(default: ?([^()]*)\\)");

    private ArgumentTable() {}

    static List<String> row(PositionalParamSpec parameter) {
        return List.of(Markdown.code(label(parameter)), standard(parameter), meaning(parameter));
    }

    static List<String> row(OptionSpec option) {
        String names = Arrays.stream(option.names()).map(name -> name.equals(option.longestName()) && takesValue(option)
                ? Markdown.code(name + ' ' + option.paramLabel())
                : Markdown.code(name)).collect(Collectors.joining(", "));
        return List.of(names, standard(option), with(with(meaning(option), repeats(option)), excludes(option)));
    }

    /** A parameter as in a synopsis: in brackets where it is optional, with dots where it repeats. */
    static String label(PositionalParamSpec parameter) {
        if (parameter.paramLabel().contains("[")) {
            return parameter.paramLabel();
        }
        String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
        return parameter.required() ? label : '[' + label + ']';
    }

    private static String with(String meaning, String remark) {
        if (remark.isEmpty()) {
            return meaning;
        }
        return meaning.endsWith(".")
                ? meaning + ' ' + Character.toUpperCase(remark.charAt(0)) + remark.substring(1) + '.'
                : meaning + "; " + remark;
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String standard(ArgSpec argument) {
        String value = argument.defaultValue();
        if (value != null) {
            return Markdown.code(value);
        }
        String text = description(argument);
        for (Pattern pattern : List.of(BRACKETED, STATED)) {
            Matcher stated = pattern.matcher(text);
            if (stated.find()) {
                String words = stated.group(1).strip();
                return words.matches("[\\d.]+|[a-z]+-[a-z]+") ? Markdown.code(words) : Markdown.text(words);
            }
        }
        return "";
    }

    private static String meaning(ArgSpec argument) {
        String text = description(argument);
        @Nullable String value = argument.defaultValue();
        if (value != null) {
            text = text.replace(" (" + value + ")", "");
        }
        text = BRACKETED.matcher(text).replaceFirst("");
        return Markdown.text(STATED.matcher(text).replaceFirst(""));
    }

    private static String description(ArgSpec argument) {
        return String.join(" ", argument.description()).replace("%n", " ").replace("%%", "%");
    }

    private static String repeats(OptionSpec option) {
        return option.isMultiValue() && !description(option).contains("repeat") ? "may be repeated" : "";
    }

    private static String excludes(OptionSpec option) {
        ArgGroupSpec group = option.group();
        if (group == null || !group.exclusive()) {
            return "";
        }
        return group.args().stream().flatMap(ArgumentTable::name).filter(name -> !name.equals(option.longestName()))
                .map(Markdown::code).collect(Collectors.joining(", ", "excludes ", ""));
    }

    private static Stream<String> name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? Stream.of(option.longestName()) : Stream.empty();
    }
}
