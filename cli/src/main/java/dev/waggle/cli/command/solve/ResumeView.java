package dev.waggle.cli.command.solve;

import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.cli.terminal.LiveView;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.swarm.event.SwarmEvent;

/** View of a resumed solve, for people: a line marks the end of the log and the start of new signals. */
final class ResumeView implements Consumer<SwarmEvent> {

    private final LiveView view;
    private final TerminalScreen screen;
    private final int width;
    private final Set<String> known;
    private boolean isNew;

    /**
     * Shows a solve.
     *
     * @param known the ids of the signals that its log holds
     */
    ResumeView(LiveView view, TerminalScreen screen, int width, Set<String> known) {
        this.view = view;
        this.screen = screen;
        this.width = width;
        this.known = known;
    }

    @Override
    public void accept(SwarmEvent event) {
        if (!isNew && isNew(event)) {
            isNew = true;
            String words = "── up to here from the log ";
            screen.out().println(screen.style().paint(Ink.DIM,
                    words + "─".repeat(Math.max(3, width - words.length()))));
        }
        view.accept(event);
    }

    private boolean isNew(SwarmEvent event) {
        return (event instanceof SwarmEvent.SignalEmitted emitted && !known.contains(emitted.signal().id()))
                || (event instanceof SwarmEvent.HarnessEmitted output && !known.contains(output.signal().id()));
    }
}
