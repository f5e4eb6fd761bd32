package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;

/**
 * What a query picks from shelves: a merge of their marked places from the wanted end, which stops at the limit. With k
 * shelves that fit and r results it costs k + r log k, whatever else the thread holds.
 *
 * @param states which marks to follow
 * @param from the least sequence
 * @param to the greatest sequence
 * @param passes what else a signal has to be; those that do not pass cost like results
 * @param limit most results
 * @param order which end comes first
 */
record Selection(Set<SignalState> states, long from, long to, Predicate<ConnectivitySignal> passes, int limit,
        SignalQuery.Order order) {

    private static final Comparator<Cursor> BY_SEQUENCE = Comparator.comparingLong(cursor -> cursor.head.sequence());

    List<ConnectivitySignal> of(List<Shelf> shelves) {
        PriorityQueue<Cursor> cursors = new PriorityQueue<>(order == SignalQuery.Order.OLDEST ? BY_SEQUENCE
                : BY_SEQUENCE.reversed());
        for (Shelf shelf : shelves) {
            for (SignalState state : states) {
                start(cursors, shelf, state);
            }
        }
        List<ConnectivitySignal> picked = new ArrayList<>();
        Cursor first = cursors.poll();
        while (first != null && picked.size() < limit) {
            ConnectivitySignal signal = first.head.now();
            if (passes.test(signal)) {
                picked.add(signal);
            }
            offer(cursors, first.shelf, first.state, order == SignalQuery.Order.OLDEST ? first.place + 1
                    : first.place - 1);
            first = cursors.poll();
        }
        return List.copyOf(picked);
    }

    private void start(PriorityQueue<Cursor> cursors, Shelf shelf, SignalState state) {
        int place = order == SignalQuery.Order.OLDEST ? shelf.placeOf(from) : shelf.placeOf(to + 1) - 1;
        offer(cursors, shelf, state, place);
    }

    private void offer(PriorityQueue<Cursor> cursors, Shelf shelf, SignalState state, int wanted) {
        int place = order == SignalQuery.Order.OLDEST ? shelf.next(wanted, Slot.of(state))
                : shelf.previous(wanted, Slot.of(state));
        if (place >= 0) {
            LoggedSignal head = shelf.at(place);
            if (head.sequence() >= from && head.sequence() <= to) {
                cursors.add(new Cursor(shelf, state, place, head));
            }
        }
    }

    private record Cursor(Shelf shelf, SignalState state, int place, LoggedSignal head) {}
}
