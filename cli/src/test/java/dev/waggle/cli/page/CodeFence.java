package dev.waggle.cli.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.cli.ProjectFiles;

/**
 * A block of code in a page.
 *
 * @param page the page, relative to the folder of the project
 * @param line number of its first fence
 * @param language the word behind the fence; empty without one
 * @param text its lines
 */
record CodeFence(String page, int line, String language, String text) {

    private static final Pattern FENCE = Pattern.compile("( *)```(\\S*) *");
    private static final List<String> BESIDE = List.of("README.md", "ARCHITECTURE.md", "CHANGELOG.md",
            "CONTRIBUTING.md", "GLOSSARY.md", "ROADMAP.md", "SECURITY.md", "examples/README.md",
            "build/outputs/README.md");

    /** The blocks of all pages. */
    static List<CodeFence> all() throws IOException {
        Path root = ProjectFiles.at("");
        List<Path> pages = new ArrayList<>(BESIDE.stream().map(root::resolve).toList());
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<CodeFence> fences = new ArrayList<>();
        for (Path page : pages) {
            fences.addAll(of(root.relativize(page).toString(), Files.readString(page)));
        }
        return fences;
    }

    static List<CodeFence> of(String page, String text) {
        List<CodeFence> fences = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            Matcher begin = FENCE.matcher(lines.get(at));
            if (begin.matches()) {
                int end = at + 1;
                StringBuilder content = new StringBuilder();
                while (end < lines.size() && !lines.get(end).strip().equals("```")) {
                    String line = lines.get(end);
                    content.append(line.startsWith(begin.group(1)) ? line.substring(begin.group(1).length()) : line)
                            .append('\n');
                    end++;
                }
                fences.add(new CodeFence(page, at + 1, begin.group(2), content.toString()));
                at = end;
            }
        }
        return fences;
    }

    /** The lines that a shell gets: all of {@code sh}, and those with a prompt of {@code console}. */
    String script() {
        if (language.equals("sh")) {
            return text;
        }
        StringBuilder script = new StringBuilder();
        boolean isOpen = false;
        for (String line : text.lines().toList()) {
            if (isOpen || line.startsWith("$ ")) {
                script.append(isOpen ? line : line.substring(2)).append('\n');
                isOpen = line.endsWith("\\");
            }
        }
        return script.toString();
    }

    boolean isShell() {
        return language.equals("sh") || language.equals("console");
    }

    /** Page and line. */
    String place() {
        return page + ':' + line;
    }
}
