package dev.waggle.cli.reference;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The groups of options that several commands have in common; each is described once. */
final class SharedOptions {

    /** Smaller groups are repeated with each command. */
    private static final int MIN_OPTIONS = 3;

    private final Map<String, Group> groups = new LinkedHashMap<>();

    private SharedOptions() {}

    /**
     * A group of options.
     *
     * @param description the first sentence of its documentation
     * @param options in the order of their declaration
     */
    record Group(String description, List<OptionSpec> options) {}

    static SharedOptions of(List<CommandSpec> commands) {
        SharedOptions shared = new SharedOptions();
        Set<String> seen = new HashSet<>();
        for (CommandSpec command : commands) {
            for (CommandSpec mixin : mixins(command)) {
                if (!seen.add(name(mixin)) && mixin.options().size() >= MIN_OPTIONS) {
                    shared.groups.putIfAbsent(name(mixin),
                            new Group(SourceDocs.sentence(mixin.userObject().getClass()), mixin.options()));
                }
            }
        }
        return shared;
    }

    Map<String, Group> groups() {
        return groups;
    }

    /** The names of the shared groups that a command has. */
    List<String> names(CommandSpec command) {
        return mixins(command).stream().map(SharedOptions::name).filter(groups::containsKey).toList();
    }

    /** The options of a command that belong to no shared group; those for help stand with the root alone. */
    List<OptionSpec> own(CommandSpec command) {
        Set<String> elsewhere = new HashSet<>();
        for (String name : names(command)) {
            Group group = groups.get(name);
            if (group != null) {
                group.options().forEach(option -> elsewhere.add(option.longestName()));
            }
        }
        return command.options().stream().filter(option -> !option.hidden())
                .filter(option -> !elsewhere.contains(option.longestName()))
                .filter(option -> command.parent() == null || !isHelp(option)).toList();
    }

    private static boolean isHelp(OptionSpec option) {
        return option.usageHelp() || option.versionHelp();
    }

    private static List<CommandSpec> mixins(CommandSpec command) {
        List<CommandSpec> own = new ArrayList<>(command.mixins().values());
        own.removeIf(mixin -> !mixin.userObject().getClass().getName().startsWith("dev.waggle."));
        return own;
    }

    /** {@code ModelOptions} is read as "Model options". */
    private static String name(CommandSpec mixin) {
        String words = mixin.userObject().getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        return words.charAt(0) + words.substring(1).toLowerCase(Locale.ROOT);
    }
}
