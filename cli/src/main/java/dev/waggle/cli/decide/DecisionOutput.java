package dev.waggle.cli.decide;

import java.io.PrintWriter;
import java.util.function.BiFunction;

import dev.waggle.cli.output.CommandOutput;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.review.batch.ItemDecider;
import org.jspecify.annotations.Nullable;

/** Outputs of a batch: its report, and the file for people. Each appears whole or not at all. */
public final class DecisionOutput {

    private final TerminalScreen screen;
    private final OutputPlace place;
    private final @Nullable OutputPlace askPlace;
    private final AskFile ask;

    /** Outputs to these places; the file for people is not written without a place. */
    public DecisionOutput(TerminalScreen screen, OutputPlace place, @Nullable OutputPlace askPlace, AskFile ask) {
        this.screen = screen;
        this.place = place;
        this.askPlace = askPlace;
        this.ask = ask;
    }

    /** Decides everything and writes it. */
    public void write(ItemDecider decider, BiFunction<PrintWriter, TextStyle, DecisionReport> reports) {
        try (CommandOutput output = place.open(screen, FileAccess.USUAL)) {
            DecisionReport report = reports.apply(output.writer(), place.isScreen() ? screen.style() : TextStyle.PLAIN);
            report.end(decider.decide(item -> {
                report.item(item);
                if (askPlace != null) {
                    ask.add(item);
                }
            }));
            if (askPlace != null) {
                writeAsk(askPlace);
            }
            output.commit();
        }
        if (!place.isScreen()) {
            screen.err().println("wrote " + place.name());
        }
    }

    private void writeAsk(OutputPlace file) {
        try (CommandOutput output = file.open(screen, FileAccess.USUAL)) {
            ask.write(output.writer());
            output.commit();
        }
        screen.err().println("wrote " + file.name());
    }
}
