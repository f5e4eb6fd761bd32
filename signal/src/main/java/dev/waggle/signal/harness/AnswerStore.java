package dev.waggle.signal.harness;

import java.util.Optional;

import dev.waggle.signal.JsonValue;

/**
 * What models and tools answered to a piece of work before the process that did it ended, and where new answers are kept
 * as soon as they are there. Work that is done again takes them instead of asking, so nothing is paid or done twice.
 * Thread-safe.
 */
public interface AnswerStore {

    /** Nothing was answered before, and nothing is kept. */
    AnswerStore NONE = new AnswerStore() {
        @Override
        public Optional<JsonValue> poll(String request) {
            return Optional.empty();
        }

        @Override
        public void store(String request, JsonValue answer) {}
    };

    /** The first answer to such a request that nobody took yet. */
    Optional<JsonValue> poll(String request);

    /** Keeps an answer; a store that cannot says so elsewhere, and the work goes on. */
    void store(String request, JsonValue answer);
}
