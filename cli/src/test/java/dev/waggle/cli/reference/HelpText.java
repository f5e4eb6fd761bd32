package dev.waggle.cli.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import picocli.CommandLine.Model.CommandSpec;

/** The prose and the examples around the options of a command's help. */
final class HelpText {

    /** The first line of examples: a label, then nothing or the first command. */
    private static final Pattern LABEL = Pattern.compile("([A-Z][A-Za-z ]*):\\s*(waggle .*)?");

    private static final Pattern RESULT = Pattern.compile("[Ee]xit code (?:is )?1");

    /** Prose behind a command. */
    private static final Pattern REMARK = Pattern.compile("^(waggle .*?), ([a-z][a-z ]+),?$");

    private HelpText() {}

    /** Paragraphs of the description. */
    static List<String> description(CommandSpec spec) {
        return blocks(lines(spec.usageMessage().description())).stream()
                .map(block -> Markdown.text(String.join(" ", block))).toList();
    }

    /** True if the help names a result with exit code 1. */
    static boolean namesResult(CommandSpec spec) {
        String help = String.join(" ", spec.usageMessage().description()) + String.join(" ",
                spec.usageMessage().footer());
        return RESULT.matcher(help).find();
    }

    /** Adds the paragraphs and examples of the footer. */
    static void footer(CommandSpec spec, MarkdownPage page) {
        List<String> lines = new ArrayList<>();
        String heading = String.format(spec.usageMessage().footerHeading()).strip();
        if (!heading.isEmpty()) {
            lines.add(heading);
        }
        lines.addAll(lines(spec.usageMessage().footer()));
        blocks(lines).forEach(block -> addTo(page, block));
    }

    private static void addTo(MarkdownPage page, List<String> block) {
        Matcher label = LABEL.matcher(block.getFirst());
        boolean isExamples = label.matches() && (label.group(2) != null || block.stream().skip(1)
                .anyMatch(line -> line.contains("waggle ")));
        if (!isExamples) {
            page.paragraph(Markdown.text(String.join(" ", block)));
            return;
        }
        List<String> commands = new ArrayList<>(block.subList(1, block.size()));
        if (label.group(2) != null) {
            commands.addFirst(label.group(2));
        }
        page.paragraph(label.group(1) + ':');
        page.commands(commands.stream().flatMap(line -> Arrays.stream(line.split(", then ", -1)))
                .map(line -> REMARK.matcher(line.replaceFirst("^then ", "")).replaceFirst("$1  # $2")).toList());
    }

    private static List<String> lines(String[] texts) {
        return Arrays.stream(texts).flatMap(text -> Arrays.stream(text.replace("%n", "\n").replace("%%", "%")
                .split("\n", -1))).map(String::strip).collect(Collectors.toList());
    }

    /** Lines without an empty one between them. */
    private static List<List<String>> blocks(List<String> lines) {
        List<List<String>> blocks = new ArrayList<>();
        boolean between = true;
        for (String line : lines) {
            if (line.isEmpty()) {
                between = true;
                continue;
            }
            if (between) {
                blocks.add(new ArrayList<>());
                between = false;
            }
            blocks.getLast().add(line);
        }
        return blocks;
    }
}
