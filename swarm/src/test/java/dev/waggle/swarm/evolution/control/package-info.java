@NullMarked
package dev.waggle.swarm.evolution.control;

import org.jspecify.annotations.NullMarked;
