/** Solves of a server: their orders, the active ones, and the catalog of all runs of the log. */
@NullMarked
package dev.waggle.server.run;

import org.jspecify.annotations.NullMarked;
