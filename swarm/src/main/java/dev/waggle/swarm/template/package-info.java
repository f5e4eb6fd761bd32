/**
 * Swarms that are ready for a kind of question: who takes part, what each hears and may say, and by which rules they
 * decide. Not here: who plays the roles, and how a solve runs.
 */
@NullMarked
package dev.waggle.swarm.template;

import org.jspecify.annotations.NullMarked;
