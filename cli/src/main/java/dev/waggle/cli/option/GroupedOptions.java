package dev.waggle.cli.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Options of a command in titled groups, as its help shows them, each in a clause. What follows a semicolon or a full
 * stop in a description stands in the reference alone, and so does a default that is explained there.
 */
public final class GroupedOptions implements IHelpSectionRenderer {

    /** Title of the options that no group names. */
    static final String OTHER = "Other options";

    private static final Pattern DETAIL = Pattern.compile("; |\\. ");
    private static final Pattern DEFAULT = Pattern.compile("default: ([^);]+)");

    private final Map<String, List<String>> groups;

    private final List<String> afterword;

    private GroupedOptions(Map<String, List<String>> groups, List<String> afterword) {
        this.groups = groups;
        this.afterword = List.copyOf(afterword);
    }

    /**
     * Shows the options of a command in groups.
     *
     * @param groups the titles with the names of the options of each
     * @param afterword lines behind the options
     */
    public static void show(CommandSpec command, Map<String, List<String>> groups, List<String> afterword) {
        UsageMessageSpec usage = command.usageMessage();
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                new GroupedOptions(new LinkedHashMap<>(groups), afterword));
    }

    @Override
    public String render(Help help) {
        StringBuilder text = new StringBuilder();
        sorted(help.commandSpec()).forEach((title, options) -> {
            text.append(System.lineSeparator()).append(title).append(':').append(System.lineSeparator());
            Help.Layout layout = help.createDefaultLayout();
            layout.addOptions(options.stream().map(GroupedOptions::shortened).toList(),
                    help.createDefaultParamLabelRenderer());
            text.append(layout);
        });
        afterword.forEach(line -> text.append(line).append(System.lineSeparator()));
        return text.toString();
    }

    /** The options by the titles of their groups, each in the order of its group. */
    private Map<String, List<OptionSpec>> sorted(CommandSpec command) {
        Map<String, OptionSpec> left = new LinkedHashMap<>();
        command.options().stream().filter(option -> !option.hidden())
                .forEach(option -> left.put(option.longestName(), option));
        Map<String, List<OptionSpec>> sorted = new LinkedHashMap<>();
        groups.forEach((title, names) -> {
            List<OptionSpec> options = new ArrayList<>();
            for (String name : names) {
                OptionSpec option = left.remove(name);
                if (option != null) {
                    options.add(option);
                }
            }
            if (!options.isEmpty()) {
                sorted.put(title, options);
            }
        });
        if (!left.isEmpty()) {
            sorted.put(OTHER, List.copyOf(left.values()));
        }
        return sorted;
    }

    private static OptionSpec shortened(OptionSpec option) {
        String description = String.join(" ", option.description());
        String clause = clause(description)
                + (option.isMultiValue() && description.contains("repeat for more") ? " (repeatable)" : "");
        return clause.equals(description) ? option : OptionSpec.builder(option).description(clause).build();
    }

    /** The first clause, with the default if it is a short one. */
    static String clause(String description) {
        Matcher detail = DETAIL.matcher(description);
        String clause = detail.find() ? description.substring(0, detail.start()) : description;
        Matcher standard = DEFAULT.matcher(description);
        boolean isOpen = clause.indexOf('(') >= 0 && clause.indexOf(')', clause.lastIndexOf('(')) < 0;
        String closed = isOpen ? clause + ')' : clause;
        return closed.contains("default: ") || !standard.find()
                ? closed
                : closed + " (default: " + standard.group(1).strip() + ')';
    }
}
