@NullMarked
package dev.waggle.swarm.advisor.analysis;

import org.jspecify.annotations.NullMarked;
