/**
 * Budgets and prices, the limits of tools, retry and breaker policies, and model routing. All types work on the port
 * {@link dev.waggle.signal.harness.Harness} and depend on no provider, agent or solve. Their enforcement is in {@code
 * harness.call}.
 */
@NullMarked
package dev.waggle.swarm.harness;

import org.jspecify.annotations.NullMarked;
