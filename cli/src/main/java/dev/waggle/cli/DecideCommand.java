package dev.waggle.cli;

import java.util.concurrent.Callable;

import dev.waggle.cli.terminal.Screen;
import picocli.CommandLine.Command;

/** {@code waggle decide}: votes in a file, decided item by item. */
@Command(name = "decide", mixinStandardHelpOptions = true, description = "Decides recorded votes, item by item.")
final class DecideCommand implements Callable<Integer> {

    private final Screen screen;

    DecideCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        screen.out().println("-");
        return 0;
    }
}
