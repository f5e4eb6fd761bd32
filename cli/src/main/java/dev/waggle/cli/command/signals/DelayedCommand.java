package dev.waggle.cli.command.signals;

import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.journal.signals.DeliveryJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle signals delayed}: signals that wait for their time. */
@Command(name = "delayed", mixinStandardHelpOptions = true, //
        description = {"Lists the signals that wait for their time, the earliest first.", //
            "They are published by processes that have the folder open; overdue ones with the next opening."}, //
        footer = {"", "Examples:", //
            "  waggle signals generate tea:ready --after 5m --repeat-key tea", //
            "  waggle signals delayed", //
            "  waggle signals cancel tea:ready --repeat-key tea"})
public final class DelayedCommand implements Callable<Integer> {

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
        found.forEach(one -> screen.out().println(json ? json(one) : line(one)));
        if (found.isEmpty() && !json) {
            screen.out().println("no delayed signals");
        }
        return 0;
    }

    static String line(DelayedSignal one) {
        String key = one.delay().repeatKey();
        String tenant = one.owner().tenant();
        return String.format("  %-24s %-28s %s", one.deliverAt(), TextStyle.printable(one.signal().type().text()),
                one.id()) + ", of " + TextStyle.printable(one.owner().emitter())
                + (key == null ? "" : ", key " + TextStyle.printable(key))
                + (tenant == null ? "" : ", tenant " + TextStyle.printable(tenant));
    }

    static String json(DelayedSignal one) {
        return JsonText.write(DeliveryJson.of(one));
    }
}
