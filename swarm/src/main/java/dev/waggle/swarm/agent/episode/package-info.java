/** Recorded episodes of models or people, and their replay by agents that need no model. */
@NullMarked
package dev.waggle.swarm.agent.episode;

import org.jspecify.annotations.NullMarked;
