package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import dev.waggle.cli.terminal.TerminalScreen;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log tail}: the last entries of a journal. */
@Command(name = "tail", addMethodSubcommands = false, description = "Shows the last entries of a journal.")
public final class LogTailCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path file = Path.of("");

    @Option(names = {"-n", "--lines"}, paramLabel = "N", defaultValue = "20", //
            description = "number of entries (default: ${DEFAULT-VALUE})")
    private int count;

    @Option(names = {"-f", "--follow"}, //
            description = "continue with entries as they are appended, until interrupted")
    private boolean follow;

    @Option(names = "--format", paramLabel = "TEMPLATE", description = EntryFormat.HELP)
    private @Nullable String template;

    @Option(names = "--json", description = "entries as stored in the file")
    private boolean json;

    public LogTailCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        new EntryTail(screen, file).show(count, follow, template, json);
        return 0;
    }
}
