package dev.waggle.testing.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Record of the events at the server so far. Thread-safe. */
final class ServerLog {

    private final List<FakeRequest> requests = new ArrayList<>();
    private int open;
    private int abandoned;

    synchronized void add(FakeRequest request) {
        requests.add(request);
        notifyAll();
    }

    synchronized void begin() {
        open++;
        notifyAll();
    }

    synchronized void end() {
        open--;
        notifyAll();
    }

    synchronized void lose() {
        abandoned++;
        notifyAll();
    }

    synchronized List<FakeRequest> requests() {
        return List.copyOf(requests);
    }

    synchronized int open() {
        return open;
    }

    synchronized int abandoned() {
        return abandoned;
    }

    synchronized boolean await(BooleanSupplier come, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!come.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
