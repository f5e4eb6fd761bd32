/**
 * Replies of models: schema, parser and validator. The output is the drafts that an agent may emit, and the errors of
 * the rest. No model is asked here.
 */
@NullMarked
package dev.waggle.swarm.reaction.reply;

import org.jspecify.annotations.NullMarked;
