/** Tests of reputation. */
@NullMarked
package dev.waggle.swarm.reputation;

import org.jspecify.annotations.NullMarked;
