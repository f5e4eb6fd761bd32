package dev.waggle.signal.connectivity.thread;

/** Index of an enum value in the small arrays of which threads and sources hold thousands. */
final class EnumSlot {

    private EnumSlot() {}

    @SuppressWarnings("EnumOrdinal") // Arrays of one process, never stored; an EnumMap is three times their size.
    static int of(Enum<?> value) {
        return value.ordinal();
    }
}
