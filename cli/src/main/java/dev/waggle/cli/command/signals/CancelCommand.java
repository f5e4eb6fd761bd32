package dev.waggle.cli.command.signals;

import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.delayed.DelayBroker;
import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.signals.SignalBroker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals cancel}: a delayed signal is not published. */
@Command(name = "cancel", addMethodSubcommands = false, sortOptions = false, //
        description = {"Cancels a delayed signal, by its id or by its type and key.", //
            "Only signals of one owner are cancelled: those of this command, or those of --owner."}, //
        footer = {"", "Examples:", //
            "  waggle signals cancel sig_01m82wr3857eetyhhtst19xsrr", //
            "  waggle signals cancel tea:ready --repeat-key tea"})
public final class CancelCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "ID|TYPE", description = "id of the signal; its type with --repeat-key")
    private String name = "";

    @Option(names = "--repeat-key", paramLabel = "KEY", description = "the key with which it was delayed")
    private @Nullable String repeatKey;

    @Option(names = "--owner", paramLabel = "EMITTER", defaultValue = SignalsCommand.CALLER, //
            description = "the emitter that delayed it, as waggle signals delayed shows it"
                    + " (default: ${DEFAULT-VALUE})")
    private String owner = SignalsCommand.CALLER;

    @Option(names = "--tenant", paramLabel = "NAME", description = "the tenant of the signal (default: none)")
    private @Nullable String tenant;

    @Mixin
    private DataOption folder = new DataOption();

    public CancelCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        DelayOwner of = UserException.checked(() -> new DelayOwner(tenant, owner));
        folder.requireLog();
        try (SignalBroker signals = folder.open(screen)) {
            DelayBroker delayed = signals.delayed();
            boolean isCancelled = repeatKey == null
                    ? delayed.cancel(of, name)
                    : delayed.cancel(of, name, repeatKey);
            screen.out().println(isCancelled ? "cancelled" : "nothing to cancel");
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        return 0;
    }
}
