package dev.waggle.server.folder;

import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import dev.waggle.server.http.ProblemException;

/**
 * Answers to the calls of one command by the numbers of the calls. A call that comes again, because its answer was
 * lost, gets the answer of the first one and has no effect. Thread-safe.
 */
final class CallLedger {

    /** Calls whose answers the command has not received: many times its threads. */
    static final int MAX_CALLS = 4_096;

    private final TreeMap<Long, CompletableFuture<FolderMessage>> answers = new TreeMap<>();
    private long answered;

    /**
     * Answers a call.
     *
     * @param number its number, from 1
     * @param done the command has received the answers of all calls before that one
     * @param work its effect, which runs once
     */
    @SuppressWarnings("ReferenceEquality") // A future is equal to itself only.
    FolderMessage answer(long number, long done, Supplier<FolderMessage> work) {
        CompletableFuture<FolderMessage> answer = new CompletableFuture<>();
        CompletableFuture<FolderMessage> earlier = register(number, done, answer);
        if (earlier != answer) {
            return result(earlier);
        }
        try {
            answer.complete(work.get());
        } catch (RuntimeException | Error failed) {
            answer.completeExceptionally(failed);
        }
        return result(answer);
    }

    private synchronized CompletableFuture<FolderMessage> register(long number, long done,
            CompletableFuture<FolderMessage> answer) {
        if (number <= answered) {
            throw ProblemException.of(409, "call " + number + " was answered before");
        }
        if (done - 1 > answered) {
            answered = done - 1;
            answers.headMap(answered, true).clear();
        }
        CompletableFuture<FolderMessage> earlier = answers.get(number);
        if (earlier == null && answers.size() >= MAX_CALLS) {
            throw ProblemException.of(429, "a command may have at most " + MAX_CALLS + " open calls");
        }
        return earlier == null ? put(number, answer) : earlier;
    }

    private CompletableFuture<FolderMessage> put(long number, CompletableFuture<FolderMessage> answer) {
        answers.put(number, answer);
        return answer;
    }

    private static FolderMessage result(CompletableFuture<FolderMessage> answer) {
        try {
            return answer.join();
        } catch (CompletionException failed) {
            switch (Objects.requireNonNullElse(failed.getCause(), failed)) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw failed;
            }
        }
    }
}
