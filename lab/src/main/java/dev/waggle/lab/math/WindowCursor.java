package dev.waggle.lab.math;

/** Start of a window that slides round a ring of twice its size, one place each turn. Owned by one thread. */
final class WindowCursor {

    private final int places;
    private int at = -1;

    WindowCursor(int size) {
        places = 2 * size;
    }

    int next() {
        at = (at + 1) % places;
        return at;
    }
}
