/**
 * Execution of lenses in a solve: the runner of their probes, and the rules that turn findings into decisions. Those
 * are a reason to stop, a challenge and the attention of the votes. Nothing here acts: the loop does. Only computes.
 */
@NullMarked
package dev.waggle.swarm.lens.runner;

import org.jspecify.annotations.NullMarked;
