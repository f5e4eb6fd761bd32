/**
 * Replies of models: the form that is asked for, reading it, and refusing what the agent may not or need not say. What comes
 * out is drafts of signals and the errors of the rest. No model is asked here.
 */
@NullMarked
package dev.waggle.swarm.reaction.reply;

import org.jspecify.annotations.NullMarked;
