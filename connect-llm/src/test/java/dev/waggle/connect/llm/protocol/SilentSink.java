package dev.waggle.connect.llm.protocol;

/** Sink for tests that look at the reply only. */
final class SilentSink implements ReplySink {

    @Override
    public void text(String piece) {}

    @Override
    public void thinking(String piece) {}

    @Override
    public void argument(String piece) {}
}
