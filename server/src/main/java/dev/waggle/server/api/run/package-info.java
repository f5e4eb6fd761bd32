/** Operations on solves and on runs of the log. */
@NullMarked
package dev.waggle.server.api.run;

import org.jspecify.annotations.NullMarked;
