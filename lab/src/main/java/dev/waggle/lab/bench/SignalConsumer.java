package dev.waggle.lab.bench;

import java.util.function.Consumer;

import dev.waggle.signal.Signal;

/** Takes a signal: a subscriber, or what stands between a publisher and its subscribers. Arrays of it need no cast. */
interface SignalConsumer extends Consumer<Signal> {}
