/**
 * Lenses at work in a solve: the visible list of them, the runner that opens and asks their probes, and the rules that
 * turn findings into a reason to stop, a challenge and the attention of the votes. Nothing here acts: the loop does.
 * Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.runner;

import org.jspecify.annotations.NullMarked;
