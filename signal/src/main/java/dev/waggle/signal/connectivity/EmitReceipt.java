package dev.waggle.signal.connectivity;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Result of an emit.
 *
 * @param signal the stored signal when emit returned: the new one or, when suppressed, the one it repeats
 * @param suppressed whether a repeat was suppressed; then nothing was stored or announced
 * @param recipients the ids that the audience resolved to, in a stable order; empty when suppressed
 */
public record EmitReceipt(ConnectivitySignal signal, boolean suppressed, List<String> recipients) {

    public EmitReceipt {
        recipients = recipients instanceof SharedIdList ? recipients : List.copyOf(recipients);
    }

    /** An unmodifiable view of the first ids of an array that grows only at its end; receipts share it, uncopied. */
    public static final class SharedIdList extends AbstractList<String> implements RandomAccess {

        private final String[] ids;
        private final int size;

        public SharedIdList(String[] ids, int size) {
            this.ids = ids;
            this.size = size;
        }

        @Override
        public String get(int index) {
            return ids[Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }
    }
}
