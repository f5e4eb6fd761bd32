package dev.waggle.cli.browser;

import java.util.concurrent.Semaphore;

import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;

/** Models that deliberate by a script, and answer only as often as a test lets them. */
final class GatedModels implements AutoCloseable {

    private final Semaphore answers = new Semaphore(0);
    private final FakeModels models = FakeModels.answering(request -> {
        answers.acquireUninterruptibly();
        return ScriptedDeliberators.answer(request);
    });

    FakeModels models() {
        return models;
    }

    /** Lets that many calls have their answer. */
    void allow(int calls) {
        answers.release(calls);
    }

    /** Lets all calls have their answer. */
    void allowAll() {
        answers.release(1_000_000);
    }

    @Override
    public void close() {
        allowAll();
        models.close();
    }
}
