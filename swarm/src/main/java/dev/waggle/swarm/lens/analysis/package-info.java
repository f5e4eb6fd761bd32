/**
 * Configuration of mathematics in a solve, and its results: round analyses, control signals and all readings. Only
 * computes.
 */
@NullMarked
package dev.waggle.swarm.lens.analysis;

import org.jspecify.annotations.NullMarked;
