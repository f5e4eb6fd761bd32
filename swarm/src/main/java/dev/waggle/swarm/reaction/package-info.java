/**
 * Turns of a model-backed agent: filter the signals, choose a strategy, ask the model, convert its reply to signals.
 * Prompts are resource files. Nothing here knows a provider, a consensus or a solve.
 */
@NullMarked
package dev.waggle.swarm.reaction;

import org.jspecify.annotations.NullMarked;
