package dev.waggle.cli.command.signals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.signals.DeliveryJson;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.SignalMessage;
import dev.waggle.signal.json.JsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals inbox}: signals that wait for an agent. */
@Command(name = "inbox", addMethodSubcommands = false, //
        description = {"Shows the signals in the inbox of an agent, the oldest first; they stay there unless"
                + " they are taken.", //
            "With --take the command opens the folder exclusively: other commands and solves wait for it, and it"
                    + " waits for them."}, //
        footer = {"", "Examples:", //
            "  waggle signals inbox ada --as-told", //
            "  waggle signals inbox ada -n 1 --take --json"})
public final class InboxCommand implements Callable<Integer> {

    /** Maximum number of items that are shown at once: they are held in memory. */
    private static final int MAX_SHOWN = 10_000;

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "AGENT", description = "whose inbox")
    private String agent = "";

    @Option(names = {"-n", "--limit"}, paramLabel = "N", defaultValue = "200", //
            description = "maximum number, 1 to " + MAX_SHOWN + " (default: ${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--take", description = "acknowledge the signals shown, so that they are not delivered"
            + " again (default: only show them)")
    private boolean take;

    @Option(names = "--json", description = "as JSON, one a line: patterns, silent, entry as in the log")
    private boolean json;

    @Option(names = "--as-told", description = "as the text that an agent receives, one message after another")
    private boolean asTold;

    @Mixin
    private DataOption folder = new DataOption();

    public InboxCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > MAX_SHOWN) {
            throw new UserException("--limit must be between 1 and " + MAX_SHOWN + ", got " + limit,
                    "Use for example -n 20.");
        }
        return take ? takeItems() : showItems();
    }

    private int showItems() {
        try (InboxReader inboxes = folder.readInboxes(screen, agent)) {
            show(inboxes.waiting(agent, limit), inboxes.deadLetters());
            reportMore(!screen.out().checkError() && inboxes.waiting(agent, limit + 1).size() > limit);
        }
        return 0;
    }

    private int takeItems() {
        try (SignalBroker signals = folder.openInboxes(screen, agent)) {
            Inbox inbox = signals.inboxes().inboxOf(agent);
            List<InboxItem> items = inbox.drain(limit);
            show(items, signals.inboxes().deadLetters());
            boolean isShown = !screen.out().checkError();
            if (isShown && !items.isEmpty()) {
                inbox.acknowledge(items.getLast().entry().sequence());
            }
            reportMore(isShown && !inbox.drain(1).isEmpty());
        }
        return 0;
    }

    private void show(List<InboxItem> items, List<DeadLetter> letters) {
        RunNames names = RunNames.in(folder.requireLog());
        items.forEach(item -> print(item, names));
        letters.stream().filter(letter -> letter.agentId().equals(agent)).forEach(this::report);
        if (items.isEmpty() && !json) {
            screen.out().println("nothing waits");
        }
    }

    private void reportMore(boolean hasMore) {
        if (hasMore) {
            screen.err().println(screen.style().paint(Ink.DIM, "waggle: more signals wait after these - Use -n"
                    + " for a longer list."));
        }
    }

    private void print(InboxItem item, RunNames names) {
        names.read(item.entry());
        if (json) {
            screen.out().println(JsonText.write(DeliveryJson.of(item)));
        } else if (asTold) {
            SignalMessage.text(item, signal -> named(signal, names), names.ofSignal(item.signal()).orElse(null)).lines()
                    .forEach(line -> screen.out().println(TextStyle.printable(line)));
        } else {
            line(item, screen.style(), names, TerminalWidth.ofLine()).forEach(screen.out()::println);
        }
    }

    /** The entry with its patterns behind it, or below it in a terminal. */
    static List<String> line(InboxItem item, TextStyle style, RunNames names, int width) {
        String left = item.silent() ? "  silent  " : "  loud    ";
        String patterns = "(" + TextStyle.printable(String.join(", ", item.patterns())) + ")";
        String entry = left + EntryLine.of(item.entry(), style, names, width - left.length(), TimeZone.getDefault());
        return width == TerminalWidth.UNBOUNDED
                ? List.of(entry + style.paint(Ink.DIM, "  " + patterns))
                : List.of(entry, " ".repeat(left.length())
                        + style.paint(Ink.DIM, TextTable.clip(patterns, width - left.length())));
    }

    /** The fields of a signal, with the name of its proposal in place of the id. */
    private static JsonValue.Obj named(Signal signal, RunNames names) {
        JsonValue.Obj encoded = SignalCodec.encode(signal);
        Optional<String> proposal = names.of(signal);
        if (proposal.isEmpty() || !(encoded.fields().get("data") instanceof JsonValue.Obj(var data))) {
            return encoded;
        }
        Map<String, JsonValue> told = new LinkedHashMap<>(data);
        told.replace("proposalId", JsonValue.of(proposal.get()));
        Map<String, JsonValue> fields = new LinkedHashMap<>(encoded.fields());
        fields.put("data", new JsonValue.Obj(told));
        return new JsonValue.Obj(fields);
    }

    private void report(DeadLetter letter) {
        screen.warn(letter.isRequeueable() ? "signal " + letter.from() + ": " + letter.detail() : letter.detail());
    }
}
