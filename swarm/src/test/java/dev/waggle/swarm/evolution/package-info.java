@NullMarked
package dev.waggle.swarm.evolution;

import org.jspecify.annotations.NullMarked;
