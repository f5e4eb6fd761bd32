/**
 * Overhead of the runtime on model calls: time of a reaction, time and memory of agents that wait, threads of
 * streams. No model is asked here; the stand-ins answer at once, after a fixed time, or over loopback. The figures
 * are in {@code docs/performance.md}.
 */
@NullMarked
package dev.waggle.lab.models;

import org.jspecify.annotations.NullMarked;
