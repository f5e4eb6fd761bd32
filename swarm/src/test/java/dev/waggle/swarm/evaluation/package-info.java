/** Tests of evaluation. */
@NullMarked
package dev.waggle.swarm.evaluation;

import org.jspecify.annotations.NullMarked;
