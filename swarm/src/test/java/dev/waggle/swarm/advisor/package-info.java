@NullMarked
package dev.waggle.swarm.advisor;

import org.jspecify.annotations.NullMarked;
