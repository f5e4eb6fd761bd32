package dev.waggle.journal.recording;

/** There is no recording of that id. */
public final class UnknownRecordingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnknownRecordingException(String id) {
        super("there is no recording \"" + id + "\"");
    }
}
