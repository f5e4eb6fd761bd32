package dev.waggle.server.api.a2a;

/**
 * Updates that wait or are being sent.
 *
 * @param updates their number
 * @param characters the length of their bodies
 */
record PushLoad(int updates, long characters) {

    static final PushLoad NONE = new PushLoad(0, 0);

    PushLoad plus(PushLoad more) {
        return new PushLoad(updates + more.updates, characters + more.characters);
    }

    PushLoad minus(PushLoad less) {
        return new PushLoad(updates - less.updates, characters - less.characters);
    }

    boolean isWithin(PushLoad limit) {
        return updates <= limit.updates && characters <= limit.characters;
    }

    /** The load for people. */
    @Override
    public String toString() {
        return updates + " updates of " + characters + " characters";
    }
}
