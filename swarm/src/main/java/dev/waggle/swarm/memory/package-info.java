/**
 * Memory of swarms from one solve to the next: the port, and a pool that lasts as long as the process. Other stores are wired
 * from outside.
 */
@NullMarked
package dev.waggle.swarm.memory;

import org.jspecify.annotations.NullMarked;
