/**
 * Replies of models: schema, parser and validator of what an agent may say. The output is drafts of signals and the
 * errors of the rest. No model is asked here.
 */
@NullMarked
package dev.waggle.swarm.reaction.reply;

import org.jspecify.annotations.NullMarked;
