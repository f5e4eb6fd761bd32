@NullMarked
package dev.waggle.swarm.agent;

import org.jspecify.annotations.NullMarked;
