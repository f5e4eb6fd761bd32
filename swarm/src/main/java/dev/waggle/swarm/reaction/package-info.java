/**
 * How a model takes a turn: which signals call for a reaction, what it is shown of them, what it is asked, and what of
 * its reply becomes signals. Prompts are resource files. Nothing here knows a provider, a consensus or a solve.
 */
@NullMarked
package dev.waggle.swarm.reaction;

import org.jspecify.annotations.NullMarked;
