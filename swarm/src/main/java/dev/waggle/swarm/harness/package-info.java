/**
 * Reliability and cost control of harnesses: budgets and prices, retries and circuit breakers, model routing, tools
 * within limits. All types work on the port {@link dev.waggle.signal.harness.Harness} and depend on no provider,
 * agent or solve.
 */
@NullMarked
package dev.waggle.swarm.harness;

import org.jspecify.annotations.NullMarked;
