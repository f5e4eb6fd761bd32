@NullMarked
package dev.waggle.swarm.memory;
import org.jspecify.annotations.NullMarked;
