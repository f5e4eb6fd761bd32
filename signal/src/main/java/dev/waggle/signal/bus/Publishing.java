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

    /** Takes a signal; told now, or left to {@link #deliver} without waiting for room. */
    Receipt publish(Signal signal, Emission emission, boolean isTold) {
        try {
            return take(signal, emission, isTold);
        } catch (BusFullException full) {
            dropped(signal, DropReason.FULL, isTold);
            throw full;
        }
    }

    /** Tells what was left, unless another thread is at it. */
    void deliver() {
        boolean isTeller;
        lock.lock();
        try {
            isTeller = outbox.claim();
        } finally {
            lock.unlock();
        }
        if (isTeller) {
            outbox.tell(null);
        }
    }

    /** Waits for room; not in the teller, which would wait for itself. */
    void requireRoom() {
        boolean isTeller;
        lock.lock();
        try {
            requireOpen();
            if (outbox.toldByMe() == null && !awaitRoom()) {
                throw new BusFullException(tooManyWait());
            }
        } finally {
            isTeller = outbox.toldByMe() == null && outbox.claim();
            lock.unlock();
            if (isTeller) {
                outbox.tell(null);
            }
        }
    }

    /** Tells news of the bus in its turn; not when too much waits or caused it already. */
    void tell(String name, boolean isTold, Runnable telling) {
        News news = null;
        boolean isTeller;
        lock.lock();
        try {
            Delivery cause = outbox.toldByMe();
            if (!closed && !outbox.isOverfull() && (cause == null || cause.hasRoom())) {
                News added = new News(cause, name, telling);
                news = send(added, isTold) ? added : null;
            }
        } finally {
            isTeller = news != null || (isTold && outbox.claim());
            lock.unlock();
        }
        if (isTeller) {
            outbox.tell(news);
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

    private Receipt take(Signal signal, Emission emission, boolean isTold) {
        Delivery first = null;
        Receipt refusal;
        lock.lock();
        try {
            requireOpen();
            if (outbox.toldByMe() == null && !(isTold ? awaitRoom() : !outbox.isOverfull())) {
                throw intake.full(signal, tooManyWait());
            }
            requireOpen();
            Instant now = world.now();
            refusal = intake.refusal(signal, now);
            if (refusal == null) {
                SignalDelivery delivery = intake.admit(signal, emission, now, outbox.toldByMe());
                first = send(delivery, isTold) ? delivery : null;
                return new Receipt.Published(delivery.entry(), contradict(delivery, now, isTold));
            }
        } finally {
            boolean isTeller = first != null || (isTold && outbox.claim());
            lock.unlock();
            if (isTeller) {
                outbox.tell(first);
            }
        }
        dropped(signal, refusal instanceof Receipt.Expired ? DropReason.EXPIRED : DropReason.DUPLICATE, isTold);
        return refusal;
    }

    private @Nullable LogEntry contradict(SignalDelivery delivery, Instant now, boolean isTold) {
        ConflictPair pair = delivery.conflict();
        if (pair == null) {
            return null;
        }
        Delivery contradiction = intake.contradict(delivery, pair, now);
        send(contradiction, isTold);
        return contradiction instanceof SignalDelivery conflict ? conflict.entry() : null;
    }

    private void dropped(Signal signal, DropReason reason, boolean isTold) {
        tell(signal.id(), isTold, () -> onlooker.dropped(signal, reason));
    }

    /** Whether the caller is the teller now and has to begin with this. */
    private boolean send(Delivery delivery, boolean isTold) {
        if (isTold) {
            return outbox.add(delivery);
        }
        outbox.leave(delivery);
        return false;
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
