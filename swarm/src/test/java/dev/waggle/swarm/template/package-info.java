@NullMarked
package dev.waggle.swarm.template;

import org.jspecify.annotations.NullMarked;
