/** Tests of the solves of a server. */
@NullMarked
package dev.waggle.server.run;

import org.jspecify.annotations.NullMarked;
