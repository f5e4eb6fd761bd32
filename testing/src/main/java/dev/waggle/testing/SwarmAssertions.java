package dev.waggle.testing;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;

/** Entry points of the assertions. They stand beside those of AssertJ, and each message shows the actual content. */
public final class SwarmAssertions {

    private SwarmAssertions() {}

    /** Asserts the outcome of a solve. */
    public static SwarmResultAssert assertThat(SwarmResult actual) {
        return new SwarmResultAssert(actual);
    }

    /** Asserts what a scripted model was asked. */
    public static ScriptedModelAssert assertThat(ScriptedModel actual) {
        return new ScriptedModelAssert(actual);
    }

    /** Asserts the logs of a swarm with a journal. */
    public static SwarmLogAssert assertThat(Swarm actual) {
        return new SwarmLogAssert(actual);
    }

    /** Asserts the events of a listener, by names such as {@code round:start}; see {@link SwarmEvent#type()}. */
    public static TypeSequenceAssert assertThatEvents(List<? extends SwarmEvent> actual) {
        return new TypeSequenceAssert("event", List.copyOf(actual).stream().map(SwarmEvent::type).toList());
    }

    /** Asserts the signals of a result or a bus, by their types, such as {@code proposal}. */
    public static TypeSequenceAssert assertThatSignals(List<Signal> actual) {
        return new TypeSequenceAssert("signal", List.copyOf(actual).stream().map(it -> it.type().text()).toList());
    }

    /** Asserts the entries of a journal, by the types of their signals. */
    public static TypeSequenceAssert assertThatLog(List<LogEntry> actual) {
        return new TypeSequenceAssert("entry",
                List.copyOf(actual).stream().map(entry -> entry.signal().type().text()).toList());
    }
}
