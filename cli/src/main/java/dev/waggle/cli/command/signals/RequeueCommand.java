package dev.waggle.cli.command.signals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.inbox.InboxBroker;
import dev.waggle.journal.signals.SignalBroker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waggle signals requeue}: puts signals that were given up into the inbox of their agent again. */
@Command(name = "requeue", addMethodSubcommands = false, //
        description = {"Puts signals that were given up into the inbox of an agent again, as if no turn had had them.", //
            "They come before all others in its next solve. See waggle signals dead."}, //
        footer = {"", "Examples:", //
            "  waggle signals requeue ada", //
            "  waggle signals requeue ada 17 23"})
public final class RequeueCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "AGENT", description = "whose inbox")
    private String agent = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "SEQ",
            description = "numbers of the signals (default: all that were given up and can be delivered)")
    private List<String> sequences = new ArrayList<>();

    @Mixin
    private DataOption folder = new DataOption();

    public RequeueCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        List<Long> numbers = sequences.stream().map(RequeueCommand::number).toList();
        try (SignalBroker signals = folder.openInboxes(screen, agent)) {
            InboxBroker inboxes = signals.inboxes();
            List<Long> requeued = numbers.isEmpty()
                    ? inboxes.requeueAll(agent)
                    : inboxes.requeue(agent, numbers);
            screen.out().println(requeued.isEmpty() ? "nothing to requeue" : "requeued: " + words(requeued));
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        return 0;
    }

    private static long number(String written) {
        try {
            return Long.parseLong(written);
        } catch (NumberFormatException other) {
            throw new UserException("\"" + written + "\" is no number of a signal",
                    "Use the numbers that waggle signals dead lists.");
        }
    }

    private static String words(List<Long> sequences) {
        return (sequences.size() == 1 ? "signal " : "signals ")
                + String.join(", ", sequences.stream().map(String::valueOf).toList());
    }
}
