@NullMarked
package dev.waggle.swarm.selection.turn;

import org.jspecify.annotations.NullMarked;
