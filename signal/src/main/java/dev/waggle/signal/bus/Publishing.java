package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** How a signal gets from its publisher through the intake into the outbox, and who tells it then. */
final class Publishing {

    private final World world;
    private final int maxWaiting;
    private final ReentrantLock lock;
    private final Intake intake;
    private final Outbox outbox;
    private final Onlooker onlooker;
    private boolean closed;

    Publishing(World world, int maxWaiting, ReentrantLock lock, Intake intake, Outbox outbox, Onlooker onlooker) {
        this.world = world;
        this.maxWaiting = maxWaiting;
        this.lock = lock;
        this.intake = intake;
        this.outbox = outbox;
        this.onlooker = onlooker;
    }

    /** When a signal is delivered after its publish. */
    enum Timing {
        /** Before the publish returns, unless another thread is delivering; the publisher waits for room. */
        IMMEDIATE,
        /** By a later {@link #deliver}; the publisher never waits. */
        DEFERRED
    }

    /** Appends a signal and delivers it at that time; observers are told when it was not taken. */
    Receipt publish(Signal signal, Emission emission, Timing timing) {
        Delivery first = null;
        DropReason dropped = null;
        lock.lock();
        try {
            requireOpen();
            if (outbox.toldByMe() == null && !hasRoom(timing)) {
                throw intake.full(signal, tooManyWait());
            }
            requireOpen();
            Instant now = world.now();
            Receipt refusal = intake.refusal(signal, now);
            if (refusal != null) {
                dropped = refusal instanceof Receipt.Expired ? DropReason.EXPIRED : DropReason.DUPLICATE;
                return refusal;
            }
            SignalDelivery delivery = intake.admit(signal, emission, now, outbox.toldByMe());
            first = send(delivery, timing);
            return new Receipt.Published(delivery.entry(), contradict(delivery, now, timing));
        } catch (BusFullException full) {
            dropped = DropReason.FULL;
            throw full;
        } finally {
            unlockAndTell(first, timing);
            if (dropped != null) {
                DropReason reason = dropped;
                tell(signal.id(), timing, () -> onlooker.dropped(signal, reason));
            }
        }
    }

    /** Delivers what was deferred, unless another thread is delivering. */
    void deliver() {
        lock.lock();
        unlockAndTell(null, Timing.IMMEDIATE);
    }

    /** Waits for room; not in the dispatching thread, which would wait for itself. */
    void requireRoom() {
        lock.lock();
        try {
            requireOpen();
            if (outbox.toldByMe() == null && !awaitRoom()) {
                throw new BusFullException(tooManyWait());
            }
        } finally {
            unlockAndTell(null, Timing.IMMEDIATE);
        }
    }

    /** Tells news of the bus in its turn; not when too much waits or caused it already. */
    void tell(String name, Timing timing, Runnable telling) {
        Delivery first = null;
        lock.lock();
        try {
            Delivery cause = outbox.toldByMe();
            if (!closed && !outbox.isOverfull() && (cause == null || cause.hasRoom())) {
                first = send(new News(cause, name, telling), timing);
            }
        } finally {
            unlockAndTell(first, timing);
        }
    }

    /** <i>Locked.</i> */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the bus is closed");
        }
    }

    /** <i>Locked.</i> */
    void close() {
        closed = true;
        outbox.end();
    }

    private boolean hasRoom(Timing timing) {
        return switch (timing) {
            case IMMEDIATE -> awaitRoom();
            case DEFERRED -> !outbox.isOverfull();
        };
    }

    private @Nullable LogEntry contradict(SignalDelivery delivery, Instant now, Timing timing) {
        ConflictPair pair = delivery.conflict();
        if (pair == null) {
            return null;
        }
        Delivery contradiction = intake.contradict(delivery, pair, now);
        Delivery _ = send(contradiction, timing);
        return contradiction instanceof SignalDelivery conflict ? conflict.entry() : null;
    }

    /** Queues a delivery; the same one when the caller has become the dispatching thread and has to begin with it. */
    private @Nullable Delivery send(Delivery delivery, Timing timing) {
        return switch (timing) {
            case IMMEDIATE -> outbox.add(delivery) ? delivery : null;
            case DEFERRED -> {
                outbox.leave(delivery);
                yield null;
            }
        };
    }

    /** Gives the lock back, then tells what the calling thread has to tell. */
    private void unlockAndTell(@Nullable Delivery first, Timing timing) {
        boolean isDispatcher = first != null || (timing == Timing.IMMEDIATE && outbox.claim());
        lock.unlock();
        if (isDispatcher) {
            outbox.tell(first);
        }
    }

    private boolean awaitRoom() {
        try {
            return outbox.awaitRoom();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String tooManyWait() {
        return "more than " + maxWaiting + " signals wait for delivery\nMaybe a subscriber blocks.";
    }
}
