package dev.waggle.signal.bus;

import java.util.function.Consumer;

import dev.waggle.signal.Signal;

/**
 * One subscription.
 *
 * @param number its place in the order of subscribing
 * @param subscriber the name of the subscriber
 * @param callback the function to call
 */
record BusSubscription(long number, String subscriber, Consumer<? super Signal> callback) {}
