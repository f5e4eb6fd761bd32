package dev.waggle.cli.command.signals;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalReceipt;
import org.jspecify.annotations.Nullable;

/** Receipt of a published signal for people: a sentence, and a line for each fact. */
final class SignalReceiptView {

    /** Columns of the data that are shown; the log has all. */
    private static final int MAX_DATA = 240;
    private static final int NAME = 8;

    private final TerminalScreen screen;
    private final int width;

    SignalReceiptView(TerminalScreen screen, int width) {
        this.screen = screen;
        this.width = width;
    }

    /** The lines, each at most so wide. */
    List<String> lines(SignalReceipt receipt) {
        List<String> lines = new ArrayList<>();
        switch (receipt) {
            case GeneratedSignal generated -> {
                lines.addAll(TextWrap.hanging(generated.signal().type().text() + " is signal "
                        + generated.entry().sequence() + " of the log (" + generated.durability().description() + ")",
                        2, width));
                fact(lines, "id", generated.signal().id());
                fact(lines, "by", EntryLine.speaker(generated.entry()));
                fact(lines, "tenant", generated.signal().scope().tenant());
                String data = EntryLine.textOf(generated.signal());
                fact(lines, "data", data.isEmpty() ? null : TextTable.clip(data, MAX_DATA));
            }
            case ScheduledSignal(DelayedSignal delayed) -> {
                lines.addAll(TextWrap.hanging(delayed.signal().type().text() + " waits until "
                        + LocalTimeText.of(delayed.deliverAt()), 2, width));
                fact(lines, "id", delayed.id());
                fact(lines, "of", delayed.owner().emitter());
                fact(lines, "key", delayed.delay().repeatKey());
                fact(lines, "tenant", delayed.owner().tenant());
            }
        }
        return lines;
    }

    private void fact(List<String> lines, String name, @Nullable String text) {
        if (text != null) {
            lines.addAll(TextWrap.beside("  " + screen.style().paint(Ink.DIM, TextTable.padded(name, NAME)), NAME + 2,
                    text, width));
        }
    }
}
