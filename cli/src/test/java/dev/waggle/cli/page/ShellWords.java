package dev.waggle.cli.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The simple commands of a script of the shell, as far as pages use its language. Nothing is expanded. */
final class ShellWords {

    private static final Set<String> KEYWORDS = Set.of("do", "then", "else", "!", "{", "time", "exec");

    private final List<List<String>> commands = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private List<String> words = new ArrayList<>();
    private boolean hasWord;
    private boolean isTarget;

    private ShellWords() {}

    /** The words of each command, without assignments before it and redirections. */
    static List<List<String>> commands(String script) {
        ShellWords reader = new ShellWords();
        reader.read(script.replace("\\\n", " "));
        reader.endCommand();
        return reader.commands;
    }

    private void read(String script) {
        for (int at = 0; at < script.length(); at++) {
            char letter = script.charAt(at);
            switch (letter) {
                case '\'', '"' -> at = quoted(script, at);
                case '#' -> {
                    if (hasWord) {
                        add(letter);
                    } else {
                        int end = script.indexOf('\n', at);
                        at = (end < 0 ? script.length() : end) - 1;
                    }
                }
                case '$' -> {
                    if (script.startsWith("$(", at)) {
                        int end = script.indexOf(')', at);
                        commands.addAll(commands(script.substring(at + 2, end)));
                        add('$');
                        at = end;
                    } else {
                        add(letter);
                    }
                }
                case ' ', '\t' -> endWord();
                case '\n', ';', '|', '&', '(', ')' -> endCommand();
                case '>', '<' -> {
                    if (hasWord && word.chars().allMatch(Character::isDigit)) {
                        word.setLength(0);
                        hasWord = false;
                    }
                    endWord();
                    isTarget = true;
                    if (script.startsWith("&", at + 1)) {
                        at++;
                    }
                }
                default -> add(letter);
            }
        }
    }

    private int quoted(String script, int from) {
        int end = script.indexOf(script.charAt(from), from + 1);
        hasWord = true;
        word.append(script, from + 1, end);
        return end;
    }

    private void add(char letter) {
        hasWord = true;
        word.append(letter);
    }

    private void endWord() {
        if (hasWord && !isTarget && !(words.isEmpty() && isBeforeCommand(word.toString()))) {
            words.add(word.toString());
        }
        if (hasWord) {
            isTarget = false;
        }
        word.setLength(0);
        hasWord = false;
    }

    private static boolean isBeforeCommand(String text) {
        return KEYWORDS.contains(text) || text.matches("(?s)[A-Za-z_]\\w*=.*");
    }

    private void endCommand() {
        endWord();
        isTarget = false;
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }
}
