package dev.waggle.signal.harness;

import java.util.Optional;

import dev.waggle.signal.json.JsonValue;

/**
 * Store of the answers of models and tools to interrupted work; new answers are stored as soon as they arrive.
 * Resumed work takes them instead of asking, so nothing is paid or done twice. Thread-safe.
 */
public interface AnswerStore {

    /** Holds no answers and discards new ones. */
    AnswerStore NONE = new AnswerStore() {
        @Override
        public Optional<JsonValue> poll(String request) {
            return Optional.empty();
        }

        @Override
        public void store(String request, JsonValue answer) {}
    };

    /** Takes the first unused answer to such a request. */
    Optional<JsonValue> poll(String request);

    /** Stores an answer; a store that fails reports it elsewhere, and the work continues. */
    void store(String request, JsonValue answer);
}
