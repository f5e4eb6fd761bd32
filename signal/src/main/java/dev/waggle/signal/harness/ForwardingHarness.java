package dev.waggle.signal.harness;

import java.util.Optional;

/** A wrapper around another harness: it returns the description of the inner one, and its subclass defines the run. */
public abstract class ForwardingHarness implements Harness {

    /** The wrapped harness. */
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

    @Override
    public final Optional<CallMeter.TokenPricing> pricing() {
        return inner.pricing();
    }
}
