/** Memory of swarms from one solve to the next. Here lives the port; stores are wired from outside. */
@NullMarked
package dev.waggle.swarm.memory;

import org.jspecify.annotations.NullMarked;
