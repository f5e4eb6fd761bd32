/**
 * Prompts: the view of an agent in a turn, and the texts for its model. The texts are resource files. Nothing here
 * reads a reply or asks a model.
 */
@NullMarked
package dev.waggle.swarm.reaction.prompt;

import org.jspecify.annotations.NullMarked;
