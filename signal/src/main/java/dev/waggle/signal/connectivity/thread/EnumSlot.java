package dev.waggle.signal.connectivity.thread;

/** The place of an enum value in the small arrays that threads and sources keep by the thousand. */
final class EnumSlot {

    private EnumSlot() {}

    @SuppressWarnings("EnumOrdinal") // Arrays of one process, never stored; an EnumMap is three times their size.
    static int of(Enum<?> value) {
        return value.ordinal();
    }
}
