package dev.waggle.cli.command.solve;

import java.util.function.Consumer;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.journal.JsonText;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.ResultJson;

/** Form of the standard output of a solve. */
enum OutputForm {
    /** The deliberation as text, while it runs. */
    TEXT,
    /** The result as one JSON object, at the end. */
    RESULT,
    /** Each event as one JSON line, while the solve runs; the last has the result. */
    EVENTS;

    /**
     * The listener that shows one solve in this form while it runs.
     *
     * @param view the listener for people
     * @param cancel cancels the solve; a listener for programs calls it when the reader has closed its pipe
     */
    Consumer<SwarmEvent> listener(TerminalScreen screen, Consumer<SwarmEvent> view, Runnable cancel) {
        return switch (this) {
            case TEXT -> view;
            case RESULT -> event -> {
            };
            case EVENTS -> new EventLines(screen.out(), cancel);
        };
    }

    /** Prints the result, unless a listener has shown it. */
    void print(SwarmResult result, TerminalScreen screen) {
        if (this == RESULT) {
            screen.out().println(JsonText.write(ResultJson.whole(result)));
            screen.out().flush();
        }
    }
}
