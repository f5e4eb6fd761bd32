package dev.waggle.lab.soak.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/** Thread that does one kind of work, round after round, as the gate admits it. The first failure ends it. */
final class SoakWorker implements Runnable {

    private final SoakWork work;
    private final StageGate gate;
    private final RandomGenerator random;
    private final long roundsInStage;
    private final AtomicReference<@Nullable String> failure;
    private final AtomicLong rounds = new AtomicLong();

    /**
     * Creates a worker.
     *
     * @param failure the first failure of all workers
     */
    SoakWorker(SoakWork work, StageGate gate, RandomGenerator random, long roundsInStage,
            AtomicReference<@Nullable String> failure) {
        this.work = work;
        this.gate = gate;
        this.random = random;
        this.roundsInStage = roundsInStage;
        this.failure = failure;
    }

    SoakWork work() {
        return work;
    }

    long rounds() {
        return rounds.get();
    }

    @Override
    public void run() {
        long stage = 0;
        long inStage = 0;
        try {
            while (gate.pass(inStage >= roundsInStage ? stage : 0) && failure.get() == null) {
                long now = gate.stage();
                inStage = now == stage ? inStage : 0;
                stage = now;
                work.round(random);
                inStage++;
                rounds.incrementAndGet();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (Exception | Error wrong) {
            failure.compareAndSet(null, work.name() + ", round " + (rounds.get() + 1) + ": " + stack(wrong));
            gate.shut();
        }
    }

    private static String stack(Throwable wrong) {
        StringWriter text = new StringWriter();
        wrong.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
