/**
 * Causal inference: graphs of cause and effect, their discovery from data, and effects that are adjusted for what confounds
 * them.
 */
@NullMarked
package dev.waggle.math.inference.causal;

import org.jspecify.annotations.NullMarked;
