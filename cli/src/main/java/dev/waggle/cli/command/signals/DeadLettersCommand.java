package dev.waggle.cli.command.signals;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.signals.DeliveryJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals dead}: signals that did not reach their agents, or that no turn of them answered. */
@Command(name = "dead", addMethodSubcommands = false, //
        description = {"Lists the signals that did not reach an agent, the oldest first: given up after failed turns,"
                + " dropped, or gone from the log.", //
            "A signal that was given up can be put into the inbox again with waggle signals requeue."}, //
        footer = {"", "Examples:", //
            "  waggle signals dead", //
            "  waggle signals dead ada --json"})
public final class DeadLettersCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", arity = "0..1", paramLabel = "AGENT", description = "only those of that agent")
    private @Nullable String agent;

    @Mixin
    private DataOption folder = new DataOption();

    @Option(names = "--json", description = "as JSON, one a line: agentId, from, to, count, reason, attempts, detail,"
            + " at, requeueable")
    private boolean json;

    public DeadLettersCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        try (InboxReader inboxes = folder.readInboxes(screen, agent)) {
            List<DeadLetter> found = inboxes.deadLetters().stream()
                    .filter(letter -> agent == null || letter.agentId().equals(agent)).toList();
            found.forEach(letter -> (json ? List.of(json(letter)) : lines(letter, TerminalWidth.ofLine()))
                    .forEach(screen.out()::println));
            if (found.isEmpty() && !json) {
                screen.out().println("no dead letters");
            }
        }
        return 0;
    }

    /** The letter in one line, or with its detail below it where it does not fit. */
    static List<String> lines(DeadLetter letter, int width) {
        String place = letter.from() == letter.to() ? "signal " + letter.from()
                : "signals " + letter.from() + " to " + letter.to();
        String left = String.format("  %-16s %-22s %-12s", TextTable.clip(letter.agentId(), Math.max(16, width - 42)),
                place, letter.reason().word());
        String detail = TextStyle.printable(letter.detail());
        return TextTable.width(left + ' ' + detail) <= width
                ? List.of(left + ' ' + detail)
                : Stream.concat(Stream.of(left.stripTrailing()),
                        TextWrap.lines(detail, width - 4).stream().map(line -> "    " + line)).toList();
    }

    private static String json(DeadLetter letter) {
        return JsonText.write(DeliveryJson.of(letter));
    }
}
