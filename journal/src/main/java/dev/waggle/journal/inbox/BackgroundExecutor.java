package dev.waggle.journal.inbox;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import dev.waggle.signal.connectivity.FailureHandler;

/** Executor for work that must not delay the log. Each task runs on a thread of its own, and none after closing. */
final class BackgroundExecutor implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FailureHandler failures;

    BackgroundExecutor(FailureHandler failures) {
        this.failures = failures;
    }

    void execute(String operation, Runnable task) {
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } catch (Throwable failed) {
                    FailureHandler.report(failures, failed, operation);
                }
            });
        } catch (RejectedExecutionException closed) {
            FailureHandler.report(failures, closed, operation + " was not done, the inboxes are closed");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
