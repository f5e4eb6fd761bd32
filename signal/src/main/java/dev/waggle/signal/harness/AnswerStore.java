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

    /**
     * Notes that a call is about to be sent, which will be paid. A store that finds no answer of it later knows that it
     * may have been paid for nothing. By default nothing is noted.
     */
    default void start(StartedCall call) {}

    /**
     * A call that is about to be sent.
     *
     * @param request as in {@link #poll}
     * @param model {@code provider:model}
     * @param inputTokens estimated tokens of the request
     * @param pricing the prices that its harness states, if any
     */
    record StartedCall(String request, String model, double inputTokens, Optional<CallMeter.TokenPricing> pricing) {}

    /** Stores an answer; a store that fails reports it elsewhere, and the work continues. */
    void store(String request, JsonValue answer);
}
