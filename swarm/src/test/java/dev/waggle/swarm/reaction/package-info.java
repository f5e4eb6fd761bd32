@NullMarked
package dev.waggle.swarm.reaction;

import org.jspecify.annotations.NullMarked;
