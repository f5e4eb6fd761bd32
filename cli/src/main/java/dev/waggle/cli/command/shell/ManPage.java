package dev.waggle.cli.command.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual page of one command, in the language of {@code man}: section 1, with the macros of {@code man(7)}. */
final class ManPage {

    /** For commands that name no codes of their own. */
    private static final Map<String, String> EXIT_CODES = Map.of("0", "The command is done.",
            "1", "An internal error of Waggle, or the result that the description names.",
            "2", "An error that the user can correct.");

    private final StringBuilder page = new StringBuilder();
    private final CommandSpec command;

    private ManPage(CommandSpec command) {
        this.command = command;
    }

    /** The page, where the version stands in its foot. */
    static String of(CommandSpec command, String version) {
        return new ManPage(command).text(version);
    }

    /** Name of the page: the words of the command with dashes between. */
    static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    private String text(String version) {
        line(".TH \"" + name(command).toUpperCase(Locale.ROOT) + "\" \"1\" \"\" \"" + ManText.literal(version)
                + "\" \"Waggle\"");
        section("NAME");
        line(ManText.literal(name(command)) + " \\- " + ManText.literal(ManText
                .summary(command.usageMessage().description())));
        section("SYNOPSIS");
        line(".B " + ManText.literal(synopsis()));
        section("DESCRIPTION");
        paragraphs(ManText.paragraphs(command.usageMessage().description()));
        parameters();
        options();
        subcommands();
        section("EXIT STATUS");
        Map<String, String> codes = command.usageMessage().exitCodeList();
        (codes.isEmpty() ? EXIT_CODES : codes).entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(code -> entry(ManText.literal(code.getKey().strip()), code.getValue()));
        footer();
        section("SEE ALSO");
        line(Stream.concat(Stream.ofNullable(command.parent()), command.subcommands().values().stream()
                .map(part -> part.getCommandSpec())).map(each -> "\\fB" + ManText.literal(name(each)) + "\\fR(1)")
                .collect(Collectors.joining(", ")));
        return page.toString();
    }

    private String synopsis() {
        String[] custom = command.usageMessage().customSynopsis();
        if (custom.length > 0) {
            return String.join(" ", custom);
        }
        List<String> words = new ArrayList<>(List.of(command.qualifiedName()));
        if (!command.options().isEmpty()) {
            words.add("[OPTIONS]");
        }
        command.positionalParameters().stream().filter(argument -> !argument.hidden())
                .forEach(argument -> words.add(label(argument)));
        if (!command.subcommands().isEmpty()) {
            words.add(command.usageMessage().synopsisSubcommandLabel());
        }
        return String.join(" ", words);
    }

    private static String label(PositionalParamSpec argument) {
        String label = argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
        return argument.required() || label.contains("[") ? label : '[' + label + ']';
    }

    private void parameters() {
        List<PositionalParamSpec> shown = command.positionalParameters().stream()
                .filter(argument -> !argument.hidden()).toList();
        if (!shown.isEmpty()) {
            section("PARAMETERS");
            shown.forEach(argument -> entry("\\fI" + ManText.literal(argument.paramLabel()) + "\\fR", argument));
        }
    }

    /** The options without a group, then each group under its heading. */
    private void options() {
        List<OptionSpec> grouped = command.argGroups().stream().filter(group -> group.heading() != null)
                .flatMap(group -> group.allOptionsNested().stream()).toList();
        section("OPTIONS");
        command.options().stream().filter(option -> !option.hidden() && !grouped.contains(option))
                .forEach(this::option);
        for (ArgGroupSpec group : command.argGroups()) {
            if (group.heading() != null) {
                line(".SS \"" + ManText.literal(String.join(" ", ManText.paragraphs(group.heading())).replace(":", ""))
                        + '"');
                group.allOptionsNested().stream().filter(option -> !option.hidden()).forEach(this::option);
            }
        }
    }

    private void option(OptionSpec option) {
        String names = Stream.of(option.names()).map(name -> "\\fB" + ManText.literal(name) + "\\fR")
                .collect(Collectors.joining(", "));
        entry(option.arity().max() == 0 ? names : names + " \\fI" + ManText.literal(option.paramLabel()) + "\\fR",
                option);
    }

    private void subcommands() {
        if (!command.subcommands().isEmpty()) {
            section("COMMANDS");
            command.subcommands().forEach((name, part) -> entry("\\fB" + ManText.literal(name) + "\\fR",
                    ManText.summary(part.getCommandSpec().usageMessage().description())));
        }
    }

    /** Remarks and examples, line by line, as the help has them. */
    private void footer() {
        List<String> lines = ManText.lines(command.usageMessage().footer());
        if (lines.stream().allMatch(String::isBlank)) {
            return;
        }
        section("NOTES");
        line(".nf");
        lines.stream().dropWhile(String::isBlank).forEach(text -> line(ManText.literal(text.stripTrailing())));
        line(".fi");
    }

    private void paragraphs(List<String> texts) {
        for (String text : texts) {
            line(".PP");
            line(ManText.literal(text));
        }
    }

    private void entry(String term, ArgSpec argument) {
        String value = argument.defaultValue();
        String candidates = argument.completionCandidates() == null
                ? ""
                : String.join(", ", argument.completionCandidates());
        String description = String.join(" ", ManText.paragraphs(argument.description()));
        entry(term, description.replace("${COMPLETION-CANDIDATES}", candidates).replace("${DEFAULT-VALUE}",
                value == null ? "none" : value));
    }

    private void entry(String term, String meaning) {
        line(".TP");
        line(term);
        line(ManText.literal(meaning));
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
