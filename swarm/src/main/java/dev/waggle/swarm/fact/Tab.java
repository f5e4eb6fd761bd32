package dev.waggle.swarm.fact;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.swarm.harness.Purse;

/**
 * Notes what a piece of work pays while it goes on. What is paid afterwards, because somebody did not hear that it was
 * over, goes to the late payments of the solve. Thread-safe.
 */
public final class Tab implements Consumer<Purse.Payment> {

    private final Consumer<Purse.Payment> late;
    private final List<Purse.Payment> payments = new ArrayList<>();
    private boolean refused;
    private boolean closed;

    Tab(Consumer<Purse.Payment> late) {
        this.late = late;
    }

    @Override
    public synchronized void accept(Purse.Payment payment) {
        if (closed) {
            late.accept(payment);
        } else {
            payments.add(payment);
        }
    }

    /** A call was refused for want of money. */
    synchronized void refused() {
        refused = true;
    }

    /** The work is over; what it cost. */
    public synchronized Bill close() {
        closed = true;
        return new Bill(payments, refused);
    }
}
