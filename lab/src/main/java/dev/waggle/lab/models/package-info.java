/**
 * What the runtime adds to calls of models: time of a reaction, time and memory of agents that wait, threads of streams.
 * No model is asked here; what stands in for one answers at once, after a fixed time, or over loopback. The answers stand
 * in {@code docs/performance.md}.
 */
@NullMarked
package dev.waggle.lab.models;

import org.jspecify.annotations.NullMarked;
