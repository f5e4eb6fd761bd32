package dev.waggle.cli.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

import dev.waggle.cli.ask.ModelCaller.Call;

/**
 * Loop that puts questions to models in the order of the file, a few questions at once. A question is begun only if the
 * budget covers the most that its calls can cost. So it is asked whole or not at all. Owned by one thread.
 */
final class AskRun {

    /** Questions that are open at once. */
    static final int WINDOW = 4;

    private final ModelCaller caller;
    private final AtomicBoolean stopped;
    private final IntConsumer progress;

    /**
     * @param stopped true once no further question may begin
     * @param progress receives the number of calls that have just ended
     */
    AskRun(ModelCaller caller, AtomicBoolean stopped, IntConsumer progress) {
        this.caller = caller;
        this.stopped = stopped;
        this.progress = progress;
    }

    /** Calls of a question. */
    interface Plan {

        /** The calls of the question of that place, in order. */
        List<Call> calls(int question);
    }

    /**
     * Asks questions.
     *
     * @param questions number of questions
     * @param budget limit of all calls so far and of these
     * @return the answers to each call of each question that was begun, in order; it ends where the budget did
     */
    List<List<AskedAnswer>> answers(int questions, Plan plan, AskBudget budget) throws InterruptedException {
        List<List<AskedAnswer>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            while (answers.size() < questions && !stopped.get()) {
                List<List<Call>> window = window(answers.size(), questions, plan, budget);
                if (window.isEmpty()) {
                    return answers;
                }
                List<Callable<AskedAnswer>> calls = new ArrayList<>();
                window.forEach(all -> all.forEach(call -> calls.add(() -> caller.answer(call))));
                collect(threads.invokeAll(calls), window, answers);
            }
        }
        return answers;
    }

    /** The next questions whose calls the budget covers at their most. */
    private List<List<Call>> window(int from, int questions, Plan plan, AskBudget budget) {
        List<List<Call>> window = new ArrayList<>();
        double most = caller.spent();
        for (int question = from; question < questions && window.size() < WINDOW; question++) {
            List<Call> calls = plan.calls(question);
            double own = 0;
            for (Call call : calls) {
                own += caller.isRecorded(call) ? 0 : caller.most(call);
            }
            if (own > 0 && !budget.covers(most + own)) {
                return window;
            }
            most += own;
            window.add(calls);
        }
        return window;
    }

    private void collect(List<Future<AskedAnswer>> ended, List<List<Call>> window, List<List<AskedAnswer>> answers)
            throws InterruptedException {
        int next = 0;
        for (List<Call> calls : window) {
            List<AskedAnswer> all = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                AskedAnswer answer = result(ended.get(next++));
                caller.count(calls.get(i), answer);
                all.add(answer);
            }
            answers.add(all);
            progress.accept(calls.size());
        }
    }

    private static AskedAnswer result(Future<AskedAnswer> ended) throws InterruptedException {
        try {
            return ended.get();
        } catch (ExecutionException broken) {
            throw new IllegalStateException("a call broke: " + broken.getCause(), broken.getCause());
        }
    }
}
