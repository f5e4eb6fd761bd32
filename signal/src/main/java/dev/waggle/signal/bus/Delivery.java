package dev.waggle.signal.bus;

/** Something that observers or subscribers are told, in its turn. */
interface Delivery {

    void tell();
}
