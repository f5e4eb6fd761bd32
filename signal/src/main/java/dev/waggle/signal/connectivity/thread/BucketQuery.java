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
 * Query over buckets: a merge of their marked positions from the requested end, which stops at the limit. With k
 * matching buckets and r results it costs k + r log k, independent of the size of the thread.
 *
 * @param states the marks to follow
 * @param from the least sequence
 * @param to the greatest sequence
 * @param passes a further condition; signals that fail it cost as much as results
 * @param limit maximum number of results
 * @param order the end that comes first
 */
record BucketQuery(Set<SignalState> states, long from, long to, Predicate<ConnectivitySignal> passes, int limit,
        SignalQuery.Order order) {

    private static final Comparator<
            BucketCursor> BY_SEQUENCE = Comparator.comparingLong(cursor -> cursor.head.sequence());

    List<ConnectivitySignal> select(List<SignalBucket> candidates) {
        PriorityQueue<BucketCursor> cursors = new PriorityQueue<>(order == SignalQuery.Order.OLDEST ? BY_SEQUENCE
                : BY_SEQUENCE.reversed());
        for (SignalBucket bucket : candidates) {
            for (SignalState state : states) {
                startCursor(cursors, bucket, state);
            }
        }
        List<ConnectivitySignal> picked = new ArrayList<>();
        BucketCursor first = cursors.poll();
        while (first != null && picked.size() < limit) {
            ConnectivitySignal signal = first.head.current();
            if (passes.test(signal)) {
                picked.add(signal);
            }
            offerCursor(cursors, first.shelf, first.state, order == SignalQuery.Order.OLDEST ? first.place + 1
                    : first.place - 1);
            first = cursors.poll();
        }
        return List.copyOf(picked);
    }

    private void startCursor(PriorityQueue<BucketCursor> cursors, SignalBucket bucket, SignalState state) {
        int place = order == SignalQuery.Order.OLDEST ? bucket.positionOf(from) : bucket.positionOf(to + 1) - 1;
        offerCursor(cursors, bucket, state, place);
    }

    private void offerCursor(PriorityQueue<BucketCursor> cursors, SignalBucket bucket, SignalState state, int limit) {
        int place = order == SignalQuery.Order.OLDEST ? bucket.next(limit, EnumSlot.of(state))
                : bucket.previous(limit, EnumSlot.of(state));
        if (place >= 0) {
            LoggedSignal head = bucket.at(place);
            if (head.sequence() >= from && head.sequence() <= to) {
                cursors.add(new BucketCursor(bucket, state, place, head));
            }
        }
    }

    private record BucketCursor(SignalBucket shelf, SignalState state, int place, LoggedSignal head) {}
}
