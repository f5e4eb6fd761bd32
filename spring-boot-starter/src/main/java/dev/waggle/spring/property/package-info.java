/** Properties of an application as the settings of a swarm, and failures of such properties. */
@NullMarked
package dev.waggle.spring.property;

import org.jspecify.annotations.NullMarked;
