package dev.waggle.cli.command.signals;

import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.journal.signals.DeliveryJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle signals delayed}: signals that wait for their time. */
@Command(name = "delayed", addMethodSubcommands = false, //
        description = {"Lists the signals that wait for their time, the earliest first.", //
            "They are published by processes that have the folder open; overdue ones with the next opening."}, //
        footer = {"", "Examples:", //
            "  waggle signals generate tea:ready --after 5m --repeat-key tea", //
            "  waggle signals delayed", //
            "  waggle signals cancel tea:ready --repeat-key tea"})
public final class DelayedCommand implements Callable<Integer> {

    /** Narrower terminals have a narrower column of types. */
    private static final int WIDE = 100;

    private final TerminalScreen screen;

    @Mixin
    private DataOption folder = new DataOption();

    @Option(names = "--json", description = "as JSON, one a line: deliverAt, owner, repeatKey, tenant, signal")
    private boolean json;

    public DelayedCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        List<DelayedSignal> found = DelayedSignals.read(folder.requireLog());
        found.forEach(one -> screen.out().println(json ? json(one) : line(one, TerminalWidth.ofLine())));
        if (found.isEmpty() && !json) {
            screen.out().println("no delayed signals");
        }
        return 0;
    }

    static String line(DelayedSignal one, int width) {
        String key = one.delay().repeatKey();
        String tenant = one.owner().tenant();
        return TextTable.clip("  " + LocalTimeText.of(one.deliverAt()) + ' '
                + TextTable.padded(one.signal().type().text(), width < WIDE ? 12 : 28) + ' ' + one.id() + ", of "
                + one.owner().emitter() + (key == null ? "" : ", key " + key)
                + (tenant == null ? "" : ", tenant " + tenant), width);
    }

    static String json(DelayedSignal one) {
        return JsonText.write(DeliveryJson.of(one));
    }
}
