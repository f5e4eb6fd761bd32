package dev.waggle.cli.hostile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandTree;
import dev.waggle.cli.hostile.HostileCommand.OutputState;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Seeded generator of command lines, from the model of the commands; so it knows new ones by itself. */
final class HostileGenerator {

    private static final Pattern PATH_LABEL = Pattern.compile("\\b(?:FILE|DIR|FOLDER|JOURNAL|OUT|IN)\\b");

    private static final Pattern WORD = Pattern.compile("[a-z][a-z-]{2,}");

    /** Folders that a command would otherwise take from the place where it runs. */
    private static final Set<String> ALWAYS = Set.of("--data", "--models-file");

    /** Options that name what a command changes; so do the arguments of the commands below. */
    private static final Set<String> WRITING = Set.of("--log", "--data", "--learn", "--record", "--out");
    private static final Set<
            String> WRITING_PLACES = Set.of("log import FOLDER", "log export OUT", "log compact JOURNAL",
                    "init FILE");

    /** A place in which nobody can make anything, not even the superuser. */
    private static final String NOWHERE = "/proc/nowhere/x";

    private static final List<
            String> NUMBERS = List.of("-1", "0", "1", "2", "3", "-0", "2147483648", "9223372036854775807",
                    "9223372036854775808", "1" + "0".repeat(400), "NaN", "-Infinity", "1e309", "1e-400", "0x10", "0.5",
                    "1.0000001",
                    "", " ", " 1", "1_0", "1,5", "٣", "1\n2", "\u001b[31m", "one");

    private static final List<String> TEXTS = List.of("", " ", "a", "a:b", "Which one?", "\u001b[31mred\u001b[0m",
            "a\u0000b",
            "line\nline", "tab\there", "\u009b2J", "\u202eevil", "\ud83d", "\udc00\ud800", "é".repeat(50),
            "x".repeat(100_000),
            "-", "--", "--json", "@", "@/nowhere", "#", "*", "**", "a|b|c|d|e|f", "|||||", "{", "[1,2", "\"\\ud800\"",
            "{\"a\":1}", "$(id)", "%n%s%x", "\u2028", "\uFEFF", "lab:m", "lab:", ":m", "agent:a", "system", "1..2", "é",
            "' ''");

    private static final List<
            String> INPUTS = List.of("", "\n", "garbage\n", "{\"jsonrpc\":\"2.0\",\"id\":1}\n", "\u0000\u0001",
                    "item,agent,answer\n1,a,X\n", "q", "[".repeat(5000), "propose 0.9 x: X\n\n");

    private final List<CommandSpec> commands = new ArrayList<>();
    private final HostileSandbox sandbox;
    private final Random random;
    private final Set<String> writes = new HashSet<>();

    HostileGenerator(HostileSandbox sandbox, long seed) {
        this.sandbox = sandbox;
        this.random = new Random(seed);
        collect(CommandTree.root());
    }

    List<CommandSpec> commands() {
        return Collections.unmodifiableList(commands);
    }

    /** The case of that number: the commands in turn, and each option of a command in turn. */
    HostileCommand next(int number) throws IOException {
        writes.clear();
        CommandSpec command = commands.get(number % commands.size());
        List<OptionSpec> options = command.options().stream().filter(option -> !isHelp(option)).toList();
        List<List<String>> parts = new ArrayList<>();
        OptionSpec turn = options.isEmpty() ? null : options.get(number / commands.size() % options.size());
        for (OptionSpec option : options) {
            boolean always = ALWAYS.contains(option.longestName());
            if (always || option.equals(turn) || random.nextInt(12) == 0) {
                parts.add(part(command, option));
            }
        }
        for (PositionalParamSpec place : command.positionalParameters()) {
            boolean isNeeded = isWritten(command, place) || random.nextInt(10) > 0;
            if (isNeeded) {
                parts.add(List.of(value(command, place)));
            }
        }
        if (random.nextInt(15) == 0) {
            parts.add(List.of(pick(TEXTS)));
        }
        if (random.nextInt(4) == 0 && options.stream().anyMatch(option -> option.longestName().equals("--json"))) {
            parts.add(List.of("--json"));
        }
        OutputState output = switch (random.nextInt(12)) {
            case 0 -> OutputState.CLOSED;
            case 1 -> OutputState.FULL;
            default -> OutputState.OPEN;
        };
        return new HostileCommand(names(command), parts, Set.copyOf(writes), pick(INPUTS), output);
    }

    static List<String> names(CommandSpec command) {
        return Arrays.stream(command.qualifiedName().split(" ", -1)).skip(1).toList();
    }

    private void collect(CommandLine line) {
        for (CommandLine child : new HashSet<>(line.getSubcommands().values())) {
            collect(child);
        }
        if (!line.getCommandName().equals("help")) {
            commands.add(line.getCommandSpec());
        }
        commands.sort((a, b) -> a.qualifiedName().compareTo(b.qualifiedName()));
    }

    private static boolean isHelp(OptionSpec option) {
        return option.usageHelp() || option.versionHelp();
    }

    private List<String> part(CommandSpec command, OptionSpec option) throws IOException {
        String name = option.names()[random.nextInt(option.names().length)];
        if (option.arity().max() == 0) {
            return List.of(name);
        }
        return List.of(name, value(command, option));
    }

    private String value(CommandSpec command, ArgSpec arg) throws IOException {
        Class<?> type = arg.isMultiValue() ? arg.auxiliaryTypes()[0] : arg.type();
        if (type.equals(Path.class) || PATH_LABEL.matcher(arg.paramLabel()).find()) {
            return path(command, arg);
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return pick(NUMBERS);
        }
        if (arg.paramLabel().equals("HOST")) {
            return pick(List.of("127.0.0.1", "[", "a b", "")); // No name, which would be looked up in the network.
        }
        List<String> known = words(arg);
        return random.nextBoolean() && !known.isEmpty() ? pick(known) : pick(TEXTS);
    }

    private String path(CommandSpec command, ArgSpec arg) throws IOException {
        boolean isWritten = isWritten(command, arg);
        String path = switch (random.nextInt(6)) {
            case 0 -> pick(List.of("", " ", "-", NOWHERE, isWritten ? NOWHERE : "/", isWritten ? "/proc" : "//",
                    sandbox.root() + "/" + "n".repeat(256),
                    sandbox.root() + "/no/such/folder", sandbox.root() + "/votes.csv/x", sandbox.root() + "/nul\u0000",
                    sandbox.root() + "/\ud800", isWritten ? "/dev/stdout" : "/dev/stdin/x",
                    isWritten ? "/dev/fd/1" : "/dev/fd", "/dev/fd/77777"));
            case 1 -> sandbox.root() + "/" + pick(List.of("new", "neu-ü", "n".repeat(255), "new/", "folder/new",
                    "folder/../new", "n"));
            case 2 -> isWritten ? pick(sandbox.targets()) : fitting(arg);
            case 3 -> isWritten ? sandbox.root() + "/out" + random.nextInt(9) : fitting(arg);
            default -> pick(isWritten ? sandbox.targets() : sandbox.sources());
        };
        if (isWritten) {
            writes.add(path);
        }
        return path;
    }

    /** A file that the command could use, so that it goes beyond the first check. */
    private String fitting(ArgSpec arg) {
        String wanted = (arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel())
                .toLowerCase(Locale.ROOT);
        String name = switch (wanted) {
            case "--config" -> "swarm.yaml";
            case "--models-file" -> "models.json";
            case "--tools" -> "tools.json";
            case "--play" -> "play.txt";
            case "--episode" -> pick(List.of("episodes.jsonl", "episodes.jsonl#e1", "episodes.jsonl#"));
            case "--cassette", "--replay" -> "cassette.jsonl";
            case "--token-file" -> "key";
            case "--check", "in" -> "values.jsonl";
            case "file", "--truth" -> "votes.csv";
            default -> pick(List.of("journal", "data", "cassette.jsonl"));
        };
        return sandbox.root() + "/" + name;
    }

    private static boolean isWritten(CommandSpec command, ArgSpec arg) {
        return arg instanceof OptionSpec option
                ? WRITING.contains(option.longestName())
                : WRITING_PLACES.contains(String.join(" ", names(command)) + " " + arg.paramLabel());
    }

    /** Words of the description, among which are the values that an option takes. */
    private static List<String> words(ArgSpec arg) {
        Matcher found = WORD.matcher(String.join(" ", arg.description()));
        return found.results().map(word -> word.group()).toList();
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
