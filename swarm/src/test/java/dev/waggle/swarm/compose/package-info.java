@NullMarked
package dev.waggle.swarm.compose;

import org.jspecify.annotations.NullMarked;
