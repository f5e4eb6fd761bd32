package dev.waggle.cli.command.solve;

import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.SwarmEventJson;

/**
 * Writer of the events of one solve as JSON lines. Each line is flushed, so that a program reads an event as soon as it
 * happens. When the reader has closed the pipe, the solve is cancelled, because its models may cost money and no
 * program reads the answer. Owned by the thread of the solve.
 */
final class EventLines implements Consumer<SwarmEvent> {

    private final PrintWriter out;
    private final Runnable cancel;
    private final Function<SwarmEvent, JsonValue.Obj> encoder = SwarmEventJson.ofSolve();
    private boolean isBroken;

    /**
     * Creates the writer for one solve.
     *
     * @param cancel cancels the solve; called at most once, on the thread of the solve
     */
    EventLines(PrintWriter out, Runnable cancel) {
        this.out = out;
        this.cancel = cancel;
    }

    @Override
    public void accept(SwarmEvent event) {
        if (isBroken) {
            return;
        }
        out.println(JsonLine.of(encoder.apply(event)));
        if (out.checkError()) { // It flushes, too.
            isBroken = true;
            cancel.run();
        }
    }
}
