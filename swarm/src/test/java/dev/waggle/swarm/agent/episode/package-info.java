@NullMarked
package dev.waggle.swarm.agent.episode;

import org.jspecify.annotations.NullMarked;
