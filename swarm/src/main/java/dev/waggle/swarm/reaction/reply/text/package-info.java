/**
 * JSON values in the texts of models: a finder of their places and a reader that mends their syntax. It knows nothing
 * of signals. All work is linear in the length of the text.
 */
@NullMarked
package dev.waggle.swarm.reaction.reply.text;

import org.jspecify.annotations.NullMarked;
