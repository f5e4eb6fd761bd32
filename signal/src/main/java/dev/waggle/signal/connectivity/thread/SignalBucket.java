package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;

import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/**
 * Bucket of the signals of a thread that share a class and a priority, and perhaps a source, in the order of their
 * sequence. A signal keeps its position until forgotten ones are removed. Its state is a mark there, so a change of
 * state moves nothing.
 */
final class SignalBucket {

    /** The mark of open signals that may make room for new ones; the other marks are the ordinals of the states. */
    static final int EVICTABLE = SignalState.values().length;

    private List<LoggedSignal> signals = new ArrayList<>(1);
    private final @Nullable PositionSet[] marks = new PositionSet[EVICTABLE + 1];

    /** Returns the position of the signal that is added next. */
    int size() {
        return signals.size();
    }

    void add(LoggedSignal signal) {
        signals.add(signal);
    }

    void mark(int place, int mark) {
        PositionSet marked = marks[mark];
        if (marked == null) {
            marked = new PositionSet();
            marks[mark] = marked;
        }
        marked.add(place);
    }

    void unmark(int place, int mark) {
        PositionSet marked = marks[mark];
        if (marked != null) {
            marked.remove(place);
        }
    }

    /** Removes forgotten signals, moves the others together and reports their new positions. */
    void removeForgotten(ObjIntConsumer<LoggedSignal> moved) {
        List<LoggedSignal> retained = new ArrayList<>();
        @Nullable PositionSet[] before = marks.clone();
        Arrays.fill(marks, null);
        for (int place = 0; place < signals.size(); place++) {
            LoggedSignal signal = signals.get(place);
            if (!signal.forgotten) {
                for (int mark = 0; mark < before.length; mark++) {
                    PositionSet marked = before[mark];
                    if (marked != null && marked.next(place) == place) {
                        mark(retained.size(), mark);
                    }
                }
                moved.accept(signal, retained.size());
                retained.add(signal);
            }
        }
        signals = retained;
    }

    LoggedSignal at(int place) {
        return signals.get(place);
    }

    /** Returns the first marked position from that one on, or -1. */
    int next(int place, int mark) {
        PositionSet marked = marks[mark];
        return marked == null ? -1 : marked.next(place);
    }

    /** Returns the last marked position up to that one, or -1. */
    int previous(int place, int mark) {
        PositionSet marked = marks[mark];
        return marked == null || place < 0 ? -1 : marked.previous(place);
    }

    @Nullable LoggedSignal oldest(int mark) {
        int place = next(0, mark);
        return place < 0 ? null : at(place);
    }

    @Nullable LoggedSignal newest(int mark) {
        int place = previous(signals.size() - 1, mark);
        return place < 0 ? null : at(place);
    }

    /** Returns the first position whose signal has at least that sequence; one past the end when there is none. */
    int positionOf(long sequence) {
        int low = 0;
        int high = signals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).sequence() < sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
