package dev.waggle.connect.a2a.client;

import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.text.SecretSet;

/**
 * Sink that passes the pieces of an answer on to a run, without secrets and within the limits of the call. Owned by the
 * thread that reads the events.
 */
final class AnswerSink implements RemoteTask.TextSink {

    /** Longest answer with the words before it, in characters: a thick book. */
    static final int MAX_CHARACTERS = 1_000_000;

    private final HarnessRun run;
    private final SecretSet.PieceMask text;
    private final SecretSet.PieceMask thoughts;

    AnswerSink(HarnessRun run, SecretSet secrets) {
        this.run = run;
        text = secrets.pieces();
        thoughts = secrets.pieces();
    }

    @Override
    public void text(String piece) {
        run.text(text.next(admitted(piece)));
    }

    @Override
    public void thinking(String piece) {
        run.thinking(thoughts.next(admitted(piece)));
    }

    /** Passes on what was held back because it may have been the beginning of a secret. */
    void flush() {
        run.thinking(thoughts.end());
        run.text(text.end());
    }

    private String admitted(String piece) {
        int room = Math.max(0, MAX_CHARACTERS - run.length());
        String admitted = run.admit(piece.substring(0, Math.min(piece.length(), room + 1)));
        if (admitted.length() > room) {
            throw new TransportException(new TransportError.TooLarge(MAX_CHARACTERS + " characters"));
        }
        return admitted;
    }
}
