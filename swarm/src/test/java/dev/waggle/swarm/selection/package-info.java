@NullMarked
package dev.waggle.swarm.selection;

import org.jspecify.annotations.NullMarked;
