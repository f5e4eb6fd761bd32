/**
 * What swarms remember from one solve to the next. Here lives the port; what keeps memories is wired from outside.
 */
@NullMarked
package dev.waggle.swarm.memory;

import org.jspecify.annotations.NullMarked;
