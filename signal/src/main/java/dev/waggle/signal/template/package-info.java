/**
 * Templates: text with expressions that are replaced by values of a state, a signal and an input. Prompts of agents
 * and lines of the command use them. The package is pure: all values come from the caller.
 */
@NullMarked
package dev.waggle.signal.template;

import org.jspecify.annotations.NullMarked;
