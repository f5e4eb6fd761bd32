/**
 * Comparison of texts by meaning: a rule for equal proposals and findings, and the merges of equal proposals. Pure;
 * what a solve does with a merge is in the engine.
 */
@NullMarked
package dev.waggle.swarm.equivalence;

import org.jspecify.annotations.NullMarked;
