/**
 * Prompts: what an agent sees in a turn, and the words in which its model is told. The words are resource files. Nothing
 * here reads a reply or asks a model.
 */
@NullMarked
package dev.waggle.swarm.reaction.prompt;

import org.jspecify.annotations.NullMarked;
