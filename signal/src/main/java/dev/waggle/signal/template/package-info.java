/**
 * Templates: text with places that are filled in from a state, a signal and an input, as prompts of agents and lines of
 * the command are written. A pure room: what is filled in is what the caller hands over.
 */
@NullMarked
package dev.waggle.signal.template;

import org.jspecify.annotations.NullMarked;
