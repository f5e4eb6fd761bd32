package dev.waggle.cli.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.text.VisibleText;

/**
 * A command line, in parts that can be left out one by one.
 *
 * @param path the names of the command
 * @param parts an option with its value, or a positional value
 * @param writes names of the files and folders that the command may change
 * @param input the standard input
 * @param output the state of the standard output
 */
record HostileCommand(List<String> path, List<List<String>> parts, Set<String> writes, String input,
        OutputState output) {

    /** States of the standard output. */
    enum OutputState {
        OPEN, CLOSED, FULL
    }

    /** Options with which a command runs until it is stopped. */
    private static final Set<String> ENDLESS = Set.of("--http", "--follow", "-f", "--pace", "--wait");

    String[] arguments() {
        List<String> all = new ArrayList<>(path);
        parts.forEach(all::addAll);
        return all.toArray(String[]::new);
    }

    /** True if the command may run until it is stopped. */
    boolean isEndless() {
        return parts.stream().anyMatch(part -> ENDLESS.contains(part.getFirst()));
    }

    boolean has(String option) {
        return parts.stream().anyMatch(part -> part.contains(option)) || path.contains(option);
    }

    HostileCommand without(int part) {
        List<List<String>> fewer = new ArrayList<>(parts);
        fewer.remove(part);
        return new HostileCommand(path, fewer, writes, input, output);
    }

    int size() {
        return parts.size();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("waggle");
        for (String argument : arguments()) {
            String visible = VisibleText.of(argument);
            text.append(" '").append(visible.length() > 200
                    ? visible.substring(0, 200) + "... (" + visible.length() + " characters)"
                    : visible).append('\'');
        }
        return text + " with output " + output + " and input \"" + VisibleText.of(input) + '"';
    }
}
