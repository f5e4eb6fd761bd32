/**
 * How mathematics looks at a deliberation. A kernel of {@code dev.waggle.math} is a formula that knows no swarm; a
 * {@link dev.waggle.swarm.lens.Lens} says which numbers of a round feed it and what the result means.
 *
 * <p>Here live the {@link dev.waggle.swarm.lens.Chronicle} (the deliberation as numbers, the one source of all lenses),
 * the lenses, what they find ({@link dev.waggle.swarm.lens.Finding}) and the rules that make of it why and when to stop,
 * whom to provoke and whose word weighs how much. Nothing here acts: the loop does. Only computes; chance is handed in.
 */
@NullMarked
package dev.waggle.swarm.lens;

import org.jspecify.annotations.NullMarked;
