/**
 * What a model harness is asked and what it says: the input and output of a call, the nine signals that every harness
 * emits and their payloads, and the factory of signals of this family. Records here are data: they refuse bad values
 * and do nothing else. Their JSON lives in the journal, the harnesses themselves in the swarm.
 */
@NullMarked
package dev.waggle.signal.harness;

import org.jspecify.annotations.NullMarked;
