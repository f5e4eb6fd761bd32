/** Agents, helpers and journals that hang, flood or fail, and solves that are stopped. */
@NullMarked
package dev.waggle.swarm.fault;

import org.jspecify.annotations.NullMarked;
