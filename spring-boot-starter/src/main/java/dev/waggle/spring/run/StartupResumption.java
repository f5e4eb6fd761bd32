package dev.waggle.spring.run;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.swarm.SwarmResult;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Resumes the interrupted solves of an application when it is ready, a few at once. Their results come as events, and
 * as lines of the log.
 */
public final class StartupResumption implements ApplicationListener<ApplicationReadyEvent>, AutoCloseable {

    /** Solves at once, so that a start after a crash does not call all models at the same time. */
    private static final int AT_ONCE = 4;

    private static final System.Logger LOGGER = System.getLogger(StartupResumption.class.getName());

    private final SolveResumption resumption;
    private final Queue<String> runs = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isBegun = new AtomicBoolean();
    private volatile boolean isClosed;

    public StartupResumption(SolveResumption resumption) {
        this.resumption = resumption;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        if (isBegun.getAndSet(true)) {
            return; // A child context is ready too.
        }
        runs.addAll(resumption.unfinished());
        for (int i = 0; i < Math.min(AT_ONCE, runs.size()); i++) {
            Thread _ = Thread.ofVirtual().name("waggle resume " + i).start(this::work);
        }
    }

    private void work() {
        for (String run = runs.poll(); run != null && !isClosed; run = runs.poll()) {
            resume(run);
        }
    }

    private void resume(String run) {
        LOGGER.log(System.Logger.Level.INFO, "resuming the solve " + run);
        try {
            SwarmResult result = resumption.resume(run);
            LOGGER.log(System.Logger.Level.INFO, "the resumed solve " + run + (result.openSeats().isEmpty()
                    ? " ended: " + result
                    : " waits for people"));
        } catch (IllegalStateException solving) { // By a page, or the application ends.
            LOGGER.log(System.Logger.Level.INFO, "the solve " + run + " was not resumed: " + solving.getMessage());
        } catch (RuntimeException refused) {
            if (!isClosed) {
                LOGGER.log(System.Logger.Level.WARNING, "the solve " + run + " was not resumed", refused);
            }
        }
    }

    /** Begins no further solve. */
    @Override
    public void close() {
        isClosed = true;
        runs.clear();
    }
}
