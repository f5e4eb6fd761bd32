package dev.waggle.signal.harness;

/** A harness around another: it is described as the other one, and its subclass says how it runs. */
public abstract class ForwardingHarness implements Harness {

    /** The harness that this one stands in front of. */
    protected final Harness inner;

    protected ForwardingHarness(Harness inner) {
        this.inner = inner;
    }

    @Override
    public final String type() {
        return inner.type();
    }

    @Override
    public final String displayName() {
        return inner.displayName();
    }

    @Override
    public final String model() {
        return inner.model();
    }

    @Override
    public final HarnessCapabilities capabilities() {
        return inner.capabilities();
    }
}
