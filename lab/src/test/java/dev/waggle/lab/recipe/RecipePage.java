package dev.waggle.lab.recipe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A recipe as a reader follows it.
 *
 * @param files the files that it shows, by name
 * @param steps its commands in order, with the lines of output that it promises
 */
record RecipePage(Map<String, String> files, List<RecipeStep> steps) {

    private static final Pattern FILE = Pattern.compile("(?ms)^`([\\w.-]+)`:\n\n```text\n(.*?)^```$");
    private static final Pattern CONSOLE = Pattern.compile("(?ms)^```console\n(.*?)^```$");

    /** A command for the shell and lines of its output. */
    record RecipeStep(String command, List<String> output) {}

    static RecipePage read(Path page) throws IOException {
        String text = Files.readString(page);
        Map<String, String> files = new LinkedHashMap<>();
        for (Matcher file = FILE.matcher(text); file.find();) {
            files.put(file.group(1), file.group(2));
        }
        List<RecipeStep> steps = new ArrayList<>();
        for (Matcher console = CONSOLE.matcher(text); console.find();) {
            for (String line : console.group(1).lines().toList()) {
                if (line.startsWith("$ ")) {
                    steps.add(new RecipeStep(line.substring(2), new ArrayList<>()));
                } else if (!line.isBlank()) {
                    steps.getLast().output().add(line.strip());
                }
            }
        }
        return new RecipePage(files, steps);
    }
}
