package dev.waggle.cli.journal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.waggle.journal.signals.SignalBroker;

/**
 * Access to the signals of a data folder that is opened after the tools of its agents are built. Thread-safe; the
 * owner of the folder closes it.
 */
public final class SignalAccess implements Supplier<SignalBroker> {

    private final AtomicReference<SignalBroker> opened = new AtomicReference<>();

    /** Gives access to the opened folder. */
    public void bind(SignalBroker signals) {
        opened.set(signals);
    }

    /**
     * The opened folder.
     *
     * @throws IllegalStateException before one is
     */
    @Override
    public SignalBroker get() {
        SignalBroker signals = opened.get();
        if (signals == null) {
            throw new IllegalStateException("no data folder is open\nMaybe the solve has none.");
        }
        return signals;
    }
}
