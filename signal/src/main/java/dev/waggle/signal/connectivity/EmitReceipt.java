package dev.waggle.signal.connectivity;

import java.util.List;

/**
 * What became of an emit.
 *
 * @param signal the stored signal as it stood when emit returned: the new one or, when swallowed, the one it repeats
 * @param swallowed whether a repeat was suppressed; then nothing was stored and nobody was told
 * @param recipients the ids that the audience resolved to, in a stable order; empty when swallowed
 */
public record EmitReceipt(ConnectivitySignal signal, boolean swallowed, List<String> recipients) {

    public EmitReceipt {
        recipients = recipients instanceof Roster.Names ? recipients : List.copyOf(recipients);
    }
}
