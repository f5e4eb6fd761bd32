package dev.waggle.connect.llm.protocol;

/** Sink for tests that look at the reply only. */
final class SilentSink implements ReplySink {

    @Override
    public String text(String piece) {
        return piece;
    }

    @Override
    public String thinking(String piece) {
        return piece;
    }

    @Override
    public String argument(String piece) {
        return piece;
    }
}
