/**
 * Enforcement of policies on calls of models and tools: the budget ledger, retries, circuit breakers, and the tool
 * session of a turn.
 */
@NullMarked
package dev.waggle.swarm.harness.call;

import org.jspecify.annotations.NullMarked;
