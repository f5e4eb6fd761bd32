package dev.waggle.signal.harness;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Payload of a harness signal; {@link HarnessSignals} lists the types that each of these belongs to. */
public sealed interface HarnessPayload {

    /**
     * A call begins.
     *
     * @param input the input of the model
     */
    record Start(HarnessInput input) implements HarnessPayload {
        public Start {
            HarnessPreconditions.present("input", input);
        }
    }

    /**
     * A call ends.
     *
     * @param output the output of the model
     * @param durationMs the duration of the call, in milliseconds, finite and at least 0
     */
    record End(HarnessOutput output, double durationMs) implements HarnessPayload {
        public End {
            HarnessPreconditions.present("output", output);
            durationMs = HarnessPreconditions.nonNegative("durationMs", durationMs);
        }
    }

    /**
     * A call failed.
     *
     * @param code a word for programs; may be empty
     * @param message a sentence for people; may be empty
     * @param recoverable whether the same call may succeed later
     */
    record Error(String code, String message, boolean recoverable) implements HarnessPayload {
        public Error {
            HarnessPreconditions.present("code", code);
            HarnessPreconditions.present("message", message);
        }
    }

    /**
     * A piece of the answer, or all of it.
     *
     * @param content the text; may be empty
     */
    record Text(String content) implements HarnessPayload {
        public Text {
            HarnessPreconditions.present("content", content);
        }
    }

    /**
     * A piece of the model's thinking, or all of it.
     *
     * @param content the text; may be empty
     */
    record Thinking(String content) implements HarnessPayload {
        public Thinking {
            HarnessPreconditions.present("content", content);
        }
    }

    /**
     * A tool is called.
     *
     * @param id the id that the result refers to
     * @param name the tool
     * @param input its arguments; {@code null} means absent, {@link JsonValue.Null} the value null
     */
    record Call(String id, String name, @Nullable JsonValue input) implements HarnessPayload {
        public Call {
            HarnessPreconditions.present("id", id);
            HarnessPreconditions.present("name", name);
        }
    }

    /**
     * A tool answered.
     *
     * @param id the call
     * @param name the tool
     * @param result the answer; {@code null} means absent, {@link JsonValue.Null} the value null
     * @param error the error message, if it failed
     */
    record Result(String id, String name, @Nullable JsonValue result, @Nullable String error)
            implements
            HarnessPayload {
        public Result {
            HarnessPreconditions.present("id", id);
            HarnessPreconditions.present("name", name);
        }
    }
}
