/**
 * Words of models in the fields of a signal: names, numbers, stances and placeholders. Nothing is known here of where
 * they stand.
 */
@NullMarked
package dev.waggle.swarm.reaction.reply.word;

import org.jspecify.annotations.NullMarked;
