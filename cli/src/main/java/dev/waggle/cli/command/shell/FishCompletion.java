package dev.waggle.cli.command.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for the fish shell, with a description of each word. */
final class FishCompletion {

    /** Functions that say where the cursor is: behind exactly these words, or behind these and more. */
    private static final String PLACES = """
            function __waggle_words
                set -l words (commandline -opc)
                set -e words[1]
                for word in $words
                    string match -q -- '-*' $word; or echo $word
                end
            end

            function __waggle_next
                set -l words (__waggle_words)
                test "$words" = "$argv"
            end

            function __waggle_in
                set -l words (__waggle_words)
                set -l many (count $argv)
                test (count $words) -ge $many; and test "$words[1..$many]" = "$argv"
            end

            complete -c waggle -f
            """;

    private final StringBuilder script = new StringBuilder("# Completion of waggle for fish.\n\n").append(PLACES);

    private FishCompletion() {}

    static String of(CommandLine root) {
        FishCompletion made = new FishCompletion();
        made.add(root.getCommandSpec(), "");
        return made.script.toString();
    }

    /** Adds a command, which those words name, and its subcommands. */
    private void add(CommandSpec command, String words) {
        String at = words.isEmpty() ? "" : "-n '__waggle_in" + words + "' ";
        command.options().stream().filter(option -> !option.hidden()).forEach(option -> add(option, at));
        if (!command.positionalParameters().isEmpty()) {
            String choices = choices(command.positionalParameters().getFirst());
            line(at + (choices.isEmpty() ? "-F" : "-a " + choices));
        }
        command.subcommands().forEach((name, each) -> {
            CommandSpec part = each.getCommandSpec();
            line("-n '__waggle_next" + words + "' -a " + name + described(part.usageMessage().description()));
            add(part, words + ' ' + name);
        });
    }

    private void add(OptionSpec option, String at) {
        String names = List.of(option.names()).stream()
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
        line(at + names + value(option) + described(option.description()));
    }

    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        String choices = choices(option);
        if (!choices.isEmpty()) {
            return " -x -a " + choices;
        }
        return Path.class.isAssignableFrom(option.auxiliaryTypes()[0]) ? " -r -F" : " -x";
    }

    /** The values that it can have, quoted as one word; empty if there is no list of them. */
    private static String choices(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        String words = candidates == null ? "" : String.join(" ", candidates);
        return words.isEmpty() ? "" : quoted(words);
    }

    private void line(String arguments) {
        script.append("complete -c waggle ").append(arguments).append('\n');
    }

    private static String described(String... description) {
        return description.length == 0 ? "" : " -d " + quoted(ManText.summary(description));
    }

    private static String quoted(String text) {
        return '\'' + text.replace("\\", "\\\\").replace("'", "\\'") + '\'';
    }
}
