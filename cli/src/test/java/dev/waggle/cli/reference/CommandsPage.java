package dev.waggle.cli.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of the commands: an index, a section for each command, and the options that several commands share. */
final class CommandsPage {

    private static final String INTRODUCTION = """
            Every command of `waggle`, with its parameters and options. An option without a value is off unless it is \
            given. A cell without a default stands for an option that has none. `-h` or `--help` shows the help of any \
            command.

            This page is generated from the program, and a test compares the two.
            """;

    private static final List<List<String>> EXIT_CODES = List.of(
            List.of("0", "The command is done; a reader that closes its pipe early is no error."),
            List.of("1", "An internal error of Waggle, or the result that the section of the command names."),
            List.of("2", "An error that the user can correct. It is one line on standard error, or a JSON object on"
                    + " standard output with `--json`."),
            List.of("3", "A question of `solve`, `demo` or `resume` without a decision, or one that waits for people."
                    + " `--exit-zero` gives 0."),
            List.of("4", "Such a question whose budget or time ended before a decision. `--exit-zero` gives 0."),
            List.of("129, 130, 143", "The command was stopped by the signal HUP, INT (Ctrl-C) or TERM. A named output"
                    + " is whole or absent, and a log can be opened at once."));

    private final MarkdownPage page = new MarkdownPage("Commands", INTRODUCTION);
    private final List<CommandSpec> commands = new ArrayList<>();
    private final SharedOptions shared;

    private CommandsPage(CommandLine root) {
        collect(root);
        shared = SharedOptions.of(commands);
    }

    static String of(CommandLine root) {
        CommandsPage made = new CommandsPage(root);
        made.index();
        made.exitCodes();
        made.commands.forEach(made::section);
        made.sharedSections();
        return made.page.text();
    }

    /** All commands of the tree, parents first. */
    static List<CommandLine> all(CommandLine command) {
        return Stream.concat(Stream.of(command), subcommands(command).stream().flatMap(sub -> all(sub).stream()))
                .toList();
    }

    /** Subcommands in the order of the synopsis that names them, else in the order of their registration. */
    private static List<CommandLine> subcommands(CommandLine command) {
        List<String> named = List
                .of(command.getCommandSpec().usageMessage().synopsisSubcommandLabel().split("\\W+", -1));
        return command.getSubcommands().values().stream()
                .sorted(Comparator.comparingInt(sub -> named.indexOf(sub.getCommandName()))).toList();
    }

    private void collect(CommandLine root) {
        all(root).forEach(command -> commands.add(command.getCommandSpec()));
    }

    private void index() {
        page.heading(2, "Index");
        page.table(List.of("command", "description"), commands.stream().map(spec -> List.of(
                Markdown.link(Markdown.code(spec.qualifiedName()), spec.qualifiedName()), summary(spec))).toList());
    }

    private void exitCodes() {
        page.heading(2, "Exit codes").table(List.of("code", "meaning"), EXIT_CODES);
        page.paragraph("Commands with a result of code 1: " + commands.stream().filter(HelpText::namesResult)
                .map(spec -> Markdown.link(Markdown.code(spec.qualifiedName()), spec.qualifiedName()))
                .collect(Collectors.joining(", ")) + '.');
    }

    private void section(CommandSpec spec) {
        page.heading(2, spec.qualifiedName());
        HelpText.description(spec).forEach(page::paragraph);
        page.paragraph("Synopsis: " + Markdown.code(synopsis(spec)).replace("\\|", "|"));
        if (spec.parent() != null && !spec.subcommands().isEmpty()) {
            page.paragraph("Subcommands: " + subcommands(spec.commandLine()).stream()
                    .map(sub -> Markdown.link(sub.getCommandName(), sub.getCommandSpec().qualifiedName()))
                    .collect(Collectors.joining(", ")) + '.');
        }
        List<PositionalParamSpec> parameters = spec.positionalParameters().stream().filter(arg -> !arg.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            page.table(ArgumentTable.PARAMETERS, parameters.stream().map(ArgumentTable::row).toList());
        }
        optionTable(shared.own(spec));
        List<String> links = shared.names(spec).stream().map(name -> Markdown.link(name, name)).toList();
        if (!links.isEmpty()) {
            page.paragraph("Shared options: " + String.join(", ", links) + '.');
        }
        Map<String, String> codes = spec.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            page.table(List.of("exit code", "meaning"), codes.entrySet().stream()
                    .map(code -> List.of(code.getKey().strip(), Markdown.text(code.getValue()))).toList());
        }
        HelpText.footer(spec, page);
    }

    private void sharedSections() {
        shared.groups().forEach((name, group) -> {
            page.heading(2, name).paragraph(group.description());
            optionTable(group.options());
        });
    }

    private void optionTable(List<OptionSpec> options) {
        if (!options.isEmpty()) {
            page.table(ArgumentTable.OPTIONS, options.stream().map(ArgumentTable::row).toList());
        }
    }

    private static String summary(CommandSpec spec) {
        return HelpText.description(spec).stream().findFirst().orElse("");
    }

    private static String synopsis(CommandSpec spec) {
        String[] custom = spec.usageMessage().customSynopsis();
        if (custom.length > 0) {
            return String.join(" ", custom);
        }
        StringBuilder line = new StringBuilder(spec.qualifiedName());
        line.append(spec.options().isEmpty() ? "" : " [OPTIONS]");
        spec.positionalParameters().forEach(arg -> line.append(' ').append(ArgumentTable.label(arg)));
        if (!spec.subcommands().isEmpty()) {
            line.append(' ').append(spec.usageMessage().synopsisSubcommandLabel());
        }
        return line.toString();
    }
}
