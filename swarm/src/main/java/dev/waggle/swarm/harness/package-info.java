/**
 * What makes harnesses dependable and affordable: budgets and prices, retries and circuit breakers, the choice of a
 * model, tools within limits. Everything here works on the port {@link dev.waggle.signal.harness.Harness} and knows no
 * provider, no agent and no solve.
 */
@NullMarked
package dev.waggle.swarm.harness;

import org.jspecify.annotations.NullMarked;
